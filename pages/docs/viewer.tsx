import { ChevronDown, RotateCw, SearchX, TriangleAlert } from "lucide-preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../shared/parts/button";
import { Ghosts, State } from "../shared/parts/state";
import { keys } from "./keys";
import type { Document, Listed } from "./listed";
import { documentOf, familyOf } from "./operations";
import type { Request, System } from "./swagger-ui";
import { useDocsText } from "./texts";

const nothing = () => () => null;

/** An operation alone: the page has its own title, keys, choice and names of them. */
const alone = ({ React: { createElement }, getComponent }: System) => ({
  wrapComponents: {
    OperationSummary: nothing,
    authorizeBtn: nothing,
    authorizeOperationBtn: nothing,
  },
  components: {
    Alone: () =>
      createElement(
        "div",
        { className: "swagger-ui" },
        createElement(getComponent("SvgAssets")),
        createElement(getComponent("operations", true)),
      ),
  },
});

/** Sends the keys of the family that is called, and to this service alone. */
function withKeys(request: Request): Request {
  const { origin, pathname } = new URL(request.url, location.href);
  if (origin !== location.origin) throw new Error("Only this service is called from here");
  const own = Object.entries(keys.get()[familyOf(pathname)]).filter(([, value]) => value !== "");
  return { ...request, headers: { ...request.headers, ...Object.fromEntries(own) } };
}

/** As the theme of the page is: chosen, or else the system's. */
function followTheme(): () => void {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => {
    const { theme } = root.dataset;
    root.classList.toggle("dark-mode", theme === "dark" || (theme !== "light" && system.matches));
  };
  follow();
  const observer = new MutationObserver(follow);
  observer.observe(root, { attributeFilter: ["data-theme"] });
  system.addEventListener("change", follow);
  return () => {
    observer.disconnect();
    system.removeEventListener("change", follow);
  };
}

let asked: Promise<Document> | undefined;

async function fetched(): Promise<Document> {
  const answer = await fetch("/openapi.json");
  if (!answer.ok) throw new Error(`The document came with ${answer.status}`);
  return answer.json();
}

/** Once for all operations; what did not come is asked for again. */
function load(): Promise<Document> {
  asked ??= fetched().catch((error) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** The document and its viewer come with the first operation that is opened. */
async function show(place: HTMLElement, listed: Listed): Promise<void> {
  const [document, { default: swaggerUi }] = await Promise.all([
    load(),
    import("swagger-ui-dist/swagger-ui-es-bundle.js"),
    import("swagger-ui-dist/swagger-ui.css"),
  ]);
  await import("./swagger.css");
  swaggerUi({
    domNode: place,
    spec: documentOf(document, listed),
    docExpansion: "full",
    defaultModelsExpandDepth: -1,
    defaultModelExpandDepth: 2,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    validatorUrl: null,
    syntaxHighlight: false,
    requestInterceptor: withKeys,
    layout: "Alone",
    plugins: [alone],
  });
}

const SCROLLS = "pre, .table-container, .opblock-body";
const UNNAMED = ["input", "select", "textarea"].map((name) => `${name}:not([aria-label])`).join();

/** Its headings, whose first one is not shown, one level higher. */
const LEVELS = { H4: "3", H5: "4" };
const isLevelled = (name: string): name is keyof typeof LEVELS => name in LEVELS;

const nameOf = (control: Element): string => {
  const parameter = control.closest<HTMLElement>("tr[data-param-name]")?.dataset.paramName;
  return parameter ?? (control.matches("textarea") ? "Body" : "Choice");
};

/** What the viewer leaves out for keyboards and screen readers; asked again whenever it has drawn. */
function mend(place: HTMLElement): void {
  for (const part of place.querySelectorAll<HTMLElement>(SCROLLS)) part.tabIndex = 0;
  for (const control of place.querySelectorAll(UNNAMED)) {
    control.setAttribute("aria-label", nameOf(control));
  }
  for (const heading of place.querySelectorAll("h4, h5")) {
    const { tagName } = heading;
    if (isLevelled(tagName)) heading.setAttribute("aria-level", LEVELS[tagName]);
  }
}

function mendAlways(place: HTMLElement): () => void {
  const observer = new MutationObserver(() => mend(place));
  observer.observe(place, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** What an operation takes and answers, and a form to try it. */
function Viewed({ listed }: { listed: Listed }) {
  const t = useDocsText();
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"coming" | "there" | "failed">("coming");
  const begin = (at: HTMLElement) => {
    setState("coming");
    show(at, listed).then(
      () => setState("there"),
      () => setState("failed"),
    );
  };
  useEffect(() => {
    const { current } = place;
    if (!current) return;
    begin(current);
    return mendAlways(current);
  }, []);
  return (
    <>
      {state === "coming" && <Ghosts />}
      {state === "failed" && (
        <State icon={TriangleAlert} title={t("reference.failed")}>
          <Button onClick={() => place.current && begin(place.current)}>
            <RotateCw size={16} aria-hidden="true" />
            {t("reference.again")}
          </Button>
        </State>
      )}
      <div lang="en" ref={place} />
    </>
  );
}

/** An operation by its name, which opens it; what was entered stays when it is closed again. */
function Named({ listed }: { listed: Listed }) {
  const { path, method, summary } = listed;
  const [wasOpened, setOpened] = useState(false);
  return (
    <details
      class="card operation"
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary>
        <h2 class="operation-name" lang="en">
          <span class={`operation-method ${method}`}>{method.toUpperCase()}</span>
          <span class="mono break">{path}</span>
          <span class="operation-told">{summary}</span>
        </h2>
        <ChevronDown size={20} aria-hidden="true" />
      </summary>
      {wasOpened && <Viewed listed={listed} />}
    </details>
  );
}

/** The operations that are looked for, each to open and to try. */
export function Operations({ listed }: { listed: Listed[] }) {
  const t = useDocsText();
  useEffect(followTheme, []);
  if (listed.length === 0) return <State icon={SearchX} title={t("found.none")} />;
  return (
    <ul class="plain-list reference-operations">
      {listed.map((each) => (
        <li key={`${each.method} ${each.path}`}>
          <Named listed={each} />
        </li>
      ))}
    </ul>
  );
}
