import { useEffect, useId, useRef, useState } from "preact/hooks";
import { find, type Section } from "./find";
import { useDocsText } from "./texts";

let asked: Promise<Section[]> | undefined;

async function fetched(): Promise<Section[]> {
  const answer = await fetch("/docs/search.json");
  if (!answer.ok) throw new Error(`What is searched came with ${answer.status}`);
  return answer.json();
}

/** Once for all that is typed; what did not come is asked for again by the next letter. */
function load(): Promise<Section[]> {
  asked ??= fetched().catch((error) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** A field that finds places in all documents; what is searched comes with the first letter. */
export function Search() {
  const t = useDocsText();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState("");
  const [sections, setSections] = useState<Section[] | null>(null);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    if (words === "") return;
    load().then(
      (come) => {
        setSections(come);
        setFailed(false);
      },
      () => setFailed(true),
    );
  }, [words]);

  const found = sections === null ? [] : find(sections, words);
  const isOpen = words.trim() !== "" && (sections !== null || hasFailed);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    setWords("");
    frame.current?.querySelector("input")?.focus();
  };
  const told = hasFailed
    ? t("found.failed")
    : found.length === 0
      ? t("found.none")
      : t("found", { n: found.length });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes from wherever the focus is
    <div class="docs-search" ref={frame} onKeyDown={onKeyDown}>
      <label class="unseen" for={id}>
        {t("search")}
      </label>
      <input
        id={id}
        class="input"
        type="search"
        placeholder={t("search")}
        autocomplete="off"
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      {isOpen && (
        <div class="docs-found">
          <p class="small soft" aria-live="polite">
            {told}
          </p>
          <ul lang="en">
            {found.map(({ page, at, title, text }) => (
              <li key={`${page}#${at}`}>
                <a href={`/docs/${page}${at ? `#${at}` : ""}`} onClick={() => setWords("")}>
                  <span class="strong">{title}</span>
                  <span class="small soft">{text}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
