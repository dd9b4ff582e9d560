import type { Both, Document } from "./documents.ts";
import { escaped, type Heading, type Rendered } from "./markdown.ts";

/** What stands around the documents, in each language. */
const TEXTS = {
  documentation: { en: "Documentation", de: "Dokumentation" },
  lead: {
    en: "Guides with samples that run as they stand here, and every operation with a form to try it.",
    de: "Anleitungen, deren Beispiele so laufen, wie sie hier stehen, und jede Operation mit einem Formular zum Ausprobieren.",
  },
  english: { en: "", de: "Die Anleitungen selbst sind auf Englisch." },
  "english.this": {
    en: "",
    de: "Diese Seite gibt es nur auf Englisch; übersetzt ist, was um sie steht.",
  },
  guides: { en: "Guides", de: "Anleitungen" },
  details: { en: "Details", de: "Einzelheiten" },
  reference: { en: "API reference", de: "API-Referenz" },
  "reference.tells": {
    en: "All operations, with parameters, answers and errors. Try them with the demo keys.",
    de: "Alle Operationen mit Parametern, Antworten und Fehlern. Mit den Demo-Schlüsseln ausprobieren.",
  },
  contents: { en: "On this page", de: "Auf dieser Seite" },
  all: { en: "All pages", de: "Alle Seiten" },
  skip: { en: "To the content", de: "Zum Inhalt" },
  next: { en: "Next", de: "Weiter" },
} satisfies Record<string, Both>;

/** A text in both languages, of which the style sheet shows the one of the page. */
const both = ({ en, de }: Both): string =>
  `<span class="in-en" lang="en">${escaped(en)}</span><span class="in-de" lang="de">${escaped(de)}</span>`;

export interface Listed extends Document {
  title: string;
}

interface Site {
  guides: readonly Listed[];
  details: readonly Listed[];
}

const item = (slug: string, inside: string, current: string): string =>
  `<li><a href="/docs/${slug}"${slug === current ? ' aria-current="page"' : ""}>${inside}</a></li>`;

const list = (documents: readonly Listed[], current: string): string =>
  `<ul lang="en">${documents.map(({ slug, title }) => item(slug, escaped(title), current)).join("")}</ul>`;

/** The list of all pages that stands beside each of them. */
export const navigation = ({ guides, details }: Site, current: string): string => `
<nav id="pages" class="docs-pages" aria-labelledby="pages-name">
  <p id="pages-name" class="unseen">${both(TEXTS.all)}</p>
  <ul>${item("reference", both(TEXTS.reference), current)}</ul>
  <h2>${both(TEXTS.guides)}</h2>
  ${list(guides, current)}
  <h2>${both(TEXTS.details)}</h2>
  ${list(details, current)}
</nav>`;

const contents = (headings: readonly Heading[]): string => {
  const shown = headings.filter(({ depth }) => depth === 2);
  if (shown.length < 2) return "";
  const links = shown.map(({ id, text }) => `<li><a href="#${id}">${escaped(text)}</a></li>`);
  return `
<nav class="docs-contents" aria-labelledby="contents-name">
  <h2 id="contents-name">${both(TEXTS.contents)}</h2>
  <ul lang="en">${links.join("")}</ul>
</nav>`;
};

const onward = ({ guides }: Site, current: string): string => {
  const at = guides.findIndex(({ slug }) => slug === current);
  const next = at < 0 ? undefined : guides[at + 1];
  if (!next) return "";
  return `<p class="docs-next">${both(TEXTS.next)}: <a href="/docs/${next.slug}">${escaped(next.title)}</a></p>`;
};

/** Leads past the bar, before anything else. */
export const skipLink = `<a class="skip" href="#content">${both(TEXTS.skip)}</a>`;
const toPages = `<a class="docs-to-pages" href="#pages">${both(TEXTS.all)}</a>`;

/** One document with all that stands around it. */
export const article = (site: Site, slug: string, { html, headings }: Rendered): string => `
<div class="docs">
  ${navigation(site, slug)}
  <main id="content" class="docs-text" lang="en">
    ${toPages}
    <p class="in-de soft small" lang="de">${escaped(TEXTS["english.this"].de)}</p>
    ${html}
    ${onward(site, slug)}
  </main>
  ${contents(headings)}
</div>`;

const door = (slug: string, head: string, tells: Both): string =>
  `<a class="card docs-door" href="/docs/${slug}">${head}<p class="soft">${both(tells)}</p></a>`;

const cards = (documents: readonly Listed[]): string =>
  `<ul class="docs-doors">${documents
    .map(({ slug, title, tells }) => {
      const head = `<h3 lang="en">${escaped(title)}</h3>`;
      return `<li>${door(slug, head, tells)}</li>`;
    })
    .join("")}</ul>`;

/** The first page of the documentation. */
export const index = ({ guides, details }: Site): string => `
<main id="content" class="docs-index">
  <h1>${both(TEXTS.documentation)}</h1>
  <p class="docs-lead">${both(TEXTS.lead)} ${both(TEXTS.english)}</p>
  ${door("reference", `<h2>${both(TEXTS.reference)}</h2>`, TEXTS["reference.tells"])}
  <h2>${both(TEXTS.guides)}</h2>
  ${cards(guides)}
  <h2>${both(TEXTS.details)}</h2>
  ${cards(details)}
</main>`;
