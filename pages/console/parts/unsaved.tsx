import { useEffect } from "preact/hooks";
import { setting } from "../../shared/setting";
import { textsOf } from "../../shared/texts";
import { Confirm } from "./confirm";

const useText = textsOf({
  title: { en: "Leave without saving?", de: "Ohne Speichern verlassen?" },
  text: {
    en: "What you changed on this page is lost then.",
    de: "Was du auf dieser Seite geändert hast, geht dann verloren.",
  },
  deed: { en: "Leave", de: "Verlassen" },
});

/** Forms of the page that somebody changed and did not save. */
const changed = new Set<object>();

/** The way on, while somebody is asked. */
const asked = setting<(() => void) | null>({
  name: "leaving",
  store: null,
  read: () => null,
  write: () => null,
});

/** Asks before a form with changes is left, by a link or with the whole page. */
export function useUnsaved(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const form = {};
    const stay = (event: Event) => event.preventDefault();
    changed.add(form);
    addEventListener("beforeunload", stay);
    return () => {
      changed.delete(form);
      removeEventListener("beforeunload", stay);
    };
  }, [isChanged]);
}

/** Nothing is left to lose: it was saved, or deleted. */
export const letGo = (): void => changed.clear();

type Navigate<Options> = (to: string, options?: Options) => void;

/** Leaves the page, or asks first. */
export function leaveOrAsk(leave: () => void): void {
  if (changed.size === 0) leave();
  else asked.set(leave);
}

/** Goes, or asks first; what stays on its page, such as a list that is narrowed, is never asked for. */
export function goOrAsk<Options>(go: Navigate<Options>, to: string, options?: Options): void {
  const isSamePage = new URL(to, location.href).pathname === location.pathname;
  if (isSamePage) go(to, options);
  else leaveOrAsk(() => go(to, options));
}

/** The question, where one is open. */
export function Leaving() {
  const t = useText();
  const go = asked.use();
  if (!go) return null;
  const close = () => asked.set(null);
  return (
    <Confirm
      title={t("title")}
      text={t("text")}
      deed={t("deed")}
      onConfirm={() => {
        close();
        go();
      }}
      onClose={close}
    />
  );
}
