import "./docs.css";
import "./reference.css";
import { useQuery } from "@tanstack/preact-query";
import { RotateCw, TriangleAlert } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useHead } from "../shared/head";
import { show } from "../shared/page";
import { Button } from "../shared/parts/button";
import { TextField } from "../shared/parts/field";
import { State } from "../shared/parts/state";
import { Bar } from "./bar";
import { type Family, KeyFields } from "./keys";
import type { List } from "./listed";
import { chosen, resourcesOf } from "./operations";
import { useDocsText } from "./texts";
import { Operations } from "./viewer";

const FAMILIES: readonly Family[] = ["server", "client", "management"];

async function load(): Promise<List> {
  const answer = await fetch("/docs/operations.json");
  if (!answer.ok) throw new Error(`The list of operations came with ${answer.status}`);
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
  choose: () => void;
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
              onClick={choose}
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

/** A part of an address as it was written; one that is cut off within a letter stays as it is. */
function written(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

type Place = { family: Family; resource: string };

/** What the address names: a resource, in the family at hand or the first that has it. */
function named(list: List, at?: Family): Place | null {
  const resource = written(location.hash.slice(1));
  const has = (family: Family) => resourcesOf(list, family).some(([name]) => name === resource);
  const family = at && has(at) ? at : FAMILIES.find(has);
  return family ? { family, resource } : null;
}

/** What is shown, as the address has it: also after a step back. */
function usePlace(list: List): [Place, (next: Place) => void] {
  const [place, setPlace] = useState(
    () => named(list) ?? { family: "server" as const, resource: FIRST },
  );
  useEffect(() => {
    const follow = () => setPlace((now) => named(list, now.family) ?? now);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [list]);
  const choose = (next: Place) => {
    history.replaceState(null, "", `#${next.resource}`);
    setPlace(next);
  };
  return [place, choose];
}

/** What stands above the operations. */
function Head({ children }: { children: ComponentChildren }) {
  const t = useDocsText();
  return (
    <section aria-labelledby="reference-title">
      <h1 id="reference-title">{t("reference.title")}</h1>
      <p class="soft">
        {t("reference.lead")} <a href="/openapi.json">/openapi.json</a>
      </p>
      {children}
    </section>
  );
}

/** The operations of one resource, or those of a family that have some words. */
function Chosen({ list }: { list: List }) {
  const t = useDocsText();
  const [{ family, resource }, choose] = usePlace(list);
  const [query, setQuery] = useState("");
  const resources = useMemo(() => resourcesOf(list, family), [list, family]);
  const listed = useMemo(
    () => chosen(list, { family, resource, query }),
    [list, family, resource, query],
  );
  const about = query === "" && list.resources[resource];
  const chooseFamily = (next: Family) => {
    const own = resourcesOf(list, next).map(([name]) => name);
    choose({ family: next, resource: own.includes(resource) ? resource : (own[0] ?? "") });
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
          {t("shown", { n: listed.length })}
          {about && <span lang="en"> · {about}</span>}
        </p>
      </Head>
      <div class="reference-body">
        <Resources
          resources={resources}
          current={query === "" ? resource : null}
          choose={() => setQuery("")}
        />
        <Operations listed={listed} />
      </div>
    </>
  );
}

function Reference() {
  const t = useDocsText();
  useHead(`${t("reference.title")} · Vouchsafe`, t("reference.lead"));
  const { data, isError, refetch } = useQuery({
    queryKey: ["operations"],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <header class="bar docs-bar">
        <Bar />
      </header>
      <main id="content" class="reference">
        {data ? (
          <Chosen list={data} />
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
      </main>
    </>
  );
}

void show(Reference);
