import { useEffect, useRef } from "preact/hooks";
import { keys } from "./keys";
import { type Document, familyOf } from "./operations";
import type { Request, Viewer } from "./swagger-ui";

const nothing = () => () => null;

/** The page has its own title, keys and choice of operations. */
const LESS = {
  wrapComponents: {
    InfoContainer: nothing,
    ServersContainer: nothing,
    authorizeBtn: nothing,
    authorizeOperationBtn: nothing,
  },
};

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

const load = () =>
  Promise.all([
    import("swagger-ui-dist/swagger-ui-es-bundle.js"),
    import("swagger-ui-dist/swagger-ui.css"),
  ]);

async function show(place: HTMLElement, spec: Document): Promise<Viewer> {
  const [{ default: swaggerUi }] = await load();
  await import("./swagger.css");
  return swaggerUi({
    domNode: place,
    spec,
    docExpansion: "list",
    defaultModelsExpandDepth: -1,
    defaultModelExpandDepth: 2,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    validatorUrl: null,
    syntaxHighlight: false,
    requestInterceptor: withKeys,
    plugins: [LESS],
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

/** The operations of a document, each to open and to try. */
export function Operations({ spec }: { spec: Document }) {
  const place = useRef<HTMLDivElement>(null);
  const viewer = useRef<Promise<Viewer> | null>(null);
  useEffect(followTheme, []);
  useEffect(() => (place.current ? mendAlways(place.current) : undefined), []);
  useEffect(() => {
    if (!place.current) return;
    if (viewer.current === null) viewer.current = show(place.current, spec);
    else void viewer.current.then(({ specActions }) => specActions.updateJsonSpec(spec));
  }, [spec]);
  return <div class="reference-operations" lang="en" ref={place} />;
}
