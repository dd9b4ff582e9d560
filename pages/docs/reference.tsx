import "./docs.css";
import "./reference.css";
import { useQuery } from "@tanstack/preact-query";
import { RotateCw, TriangleAlert } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { show } from "../shared/page";
import { Button } from "../shared/parts/button";
import { TextField } from "../shared/parts/field";
import { State } from "../shared/parts/state";
import { Bar } from "./bar";
import { type Family, KeyFields } from "./keys";
import { chosen, countOf, type Document, resourcesOf } from "./operations";
import { useDocsText } from "./texts";
import { Operations } from "./viewer";

const FAMILIES: readonly Family[] = ["server", "client", "management"];

async function load(): Promise<Document> {
  const answer = await fetch("/openapi.json");
  if (!answer.ok) throw new Error(`The document came with ${answer.status}`);
  return answer.json();
}

function FamilyChoice({ family, choose }: { family: Family; choose: (next: Family) => void }) {
  const t = useDocsText();
  return (
    <fieldset class="reference-families">
      <legend>{t("family")}</legend>
      {FAMILIES.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name="family"
            checked={each === family}
            onChange={() => choose(each)}
          />
          <span>{t(`family.${each}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface ResourcesProps {
  resources: [name: string, count: number][];
  current: string | null;
  choose: (name: string) => void;
}

/** The resources as links within the page, so that each can be sent to somebody. */
function Resources({ resources, current, choose }: ResourcesProps) {
  const t = useDocsText();
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const shown = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (shown) list.current?.scrollTo({ top: shown.offsetTop - list.current.clientHeight / 2 });
  }, [current]);
  return (
    <nav class="docs-pages reference-resources" aria-label={t("resources")} ref={list}>
      <ul lang="en">
        {resources.map(([name, count]) => (
          <li key={name}>
            <a
              href={`#${name}`}
              aria-current={name === current ? "true" : undefined}
              onClick={() => choose(name)}
            >
              {name} <span class="small">{count}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const FIRST = "validations";

/** What the address names: a resource, and the first family that has it. */
function named(document: Document): { family: Family; resource: string } {
  const resource = decodeURIComponent(location.hash.slice(1)) || FIRST;
  const has = (family: Family) => resourcesOf(document, family).some(([name]) => name === resource);
  const family = FAMILIES.find(has);
  return family ? { family, resource } : { family: "server", resource: FIRST };
}

/** What stands above the operations, whose viewer brings the main part of the page itself. */
function Head({ children }: { children: ComponentChildren }) {
  const t = useDocsText();
  return (
    <section id="content" aria-labelledby="reference-title">
      <h1 id="reference-title">{t("reference.title")}</h1>
      <p class="soft">
        {t("reference.lead")} <a href="/openapi.json">/openapi.json</a>
      </p>
      {children}
    </section>
  );
}

/** The operations of one resource, or those of a family that have some words. */
function Chosen({ document }: { document: Document }) {
  const t = useDocsText();
  const [{ family, resource }, choose] = useState(() => named(document));
  const [query, setQuery] = useState("");
  const resources = useMemo(() => resourcesOf(document, family), [document, family]);
  const spec = useMemo(
    () => chosen(document, { family, resource, query }),
    [document, family, resource, query],
  );
  const about = query === "" && document.tags.find(({ name }) => name === resource)?.description;
  const chooseFamily = (next: Family) => {
    const own = resourcesOf(document, next).map(([name]) => name);
    choose({ family: next, resource: own.includes(resource) ? resource : (own[0] ?? "") });
  };
  const chooseResource = (name: string) => {
    setQuery("");
    choose({ family, resource: name });
  };
  return (
    <>
      <Head>
        <div class="reference-choice">
          <FamilyChoice family={family} choose={chooseFamily} />
          <TextField
            label={t("filter")}
            placeholder={t("filter.hint")}
            type="search"
            value={query}
            onText={setQuery}
          />
        </div>
        <KeyFields family={family} />
        <p class="soft small" aria-live="polite">
          {t("shown", { n: countOf(spec) })}
          {about && <span lang="en"> · {about}</span>}
        </p>
      </Head>
      <div class="reference-body">
        <Resources
          resources={resources}
          current={query === "" ? resource : null}
          choose={chooseResource}
        />
        <Operations spec={spec} />
      </div>
    </>
  );
}

function Reference() {
  const t = useDocsText();
  const { data, isError, refetch } = useQuery({
    queryKey: ["openapi"],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <header class="bar docs-bar">
        <Bar />
      </header>
      <div class="reference">
        {data ? (
          <Chosen document={data} />
        ) : (
          <Head>
            {isError ? (
              <State icon={TriangleAlert} title={t("reference.failed")}>
                <Button onClick={() => void refetch()}>
                  <RotateCw size={16} aria-hidden="true" />
                  {t("reference.again")}
                </Button>
              </State>
            ) : (
              <p class="soft">{t("reference.loading")}</p>
            )}
          </Head>
        )}
      </div>
    </>
  );
}

void show(Reference);
