import { CloudOff, Lock, type LucideIcon, SearchX, TriangleAlert } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useSharedText } from "../shared-texts";
import { Button } from "./button";

interface StateProps {
  icon: LucideIcon;
  title: string;
  text?: string | undefined;
  /** It is all that the page shows: its title is the page's. */
  isPage?: boolean | undefined;
  children?: ComponentChildren;
}

/** What stands where there is nothing else to show: nothing yet, nothing found, not allowed. */
export function State({ icon: Icon, title, text, isPage, children }: StateProps) {
  const Title = isPage ? "h1" : "p";
  return (
    <div class="state">
      <Icon aria-hidden="true" />
      <Title class="state-title break">{title}</Title>
      {text && <p class="state-text break">{text}</p>}
      {children}
    </div>
  );
}

interface FailedStateProps {
  error: unknown;
  onAgain?: () => void;
  /** It is all that the page shows. */
  isPage?: boolean | undefined;
}

/** What went wrong with a request: unreachable, forbidden, or what the service says of it. */
export function FailedState({ error, onAgain, isPage }: FailedStateProps) {
  const t = useSharedText();
  const again = onAgain && <Button onClick={onAgain}>{t("again")}</Button>;
  const { status, text } = readFailure(error);
  if (status === 0) {
    return (
      <State icon={CloudOff} title={t("offline.title")} text={t("offline.text")} isPage={isPage}>
        {again}
      </State>
    );
  }
  if (status === 401 || status === 403) {
    return <State icon={Lock} title={t("forbidden.title")} text={text} isPage={isPage} />;
  }
  if (status === 404)
    return <State icon={SearchX} title={t("lost.title")} text={text} isPage={isPage} />;
  return (
    <State icon={TriangleAlert} title={t("broken.title")} text={text} isPage={isPage}>
      {again}
    </State>
  );
}

/** Status and words of a failed request; 0 when no answer came at all. */
export function readFailure(error: unknown): { status: number; text: string } {
  if (typeof error !== "object" || error === null) return { status: 500, text: String(error) };
  const status = "status" in error && typeof error.status === "number" ? error.status : null;
  const message = "message" in error ? String(error.message) : "";
  const said = detailsOf(error);
  const details = said === null ? "" : `: ${said}`;
  // What was given up for lack of time got no answer either.
  const isUnheard = error instanceof TypeError || error instanceof DOMException;
  if (status === null) return { status: isUnheard ? 0 : 500, text: message };
  return { status, text: `${message}${details}` };
}

/** The service's own key of a failure; null where the answer has none, or none came. */
export function keyOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("key" in error)) return null;
  return typeof error.key === "string" ? error.key : null;
}

/** What the service says of the case at hand, such as the property that is wrong. */
export function detailsOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("body" in error)) return null;
  const { body } = error;
  if (typeof body !== "object" || body === null || !("details" in body)) return null;
  return typeof body.details === "string" && body.details ? body.details : null;
}

/** Grey bars in the place of lines that are on their way. */
export function Ghosts({ lines = 5 }: { lines?: number }) {
  const t = useSharedText();
  return (
    <div class="stack" role="status">
      <span class="unseen">{t("loading")}</span>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} class="ghost" style={{ height: "1.25rem", width: `${95 - line * 9}%` }} />
      ))}
    </div>
  );
}
