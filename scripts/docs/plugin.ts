import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { tsImport } from "tsx/esm/api";
import type { Plugin } from "vite";
import { DETAILS, DOCUMENTS, type Document, GUIDES } from "./documents.ts";
import { article, index, type Listed, skipLink } from "./frame.ts";
import { escaped, rendered } from "./markdown.ts";
import { type Section, sectionsOf } from "./sections.ts";

const root = join(import.meta.dirname, "../..");
const LOCAL = "http://127.0.0.1:8787/";
const FRAME = "docs/frame.html";

/** Where a link of a document leads on the pages; what is no document keeps its address. */
const linkFrom =
  (file: string) =>
  (href: string): string => {
    if (href.startsWith(LOCAL)) return href.slice(LOCAL.length - 1);
    const [path = "", anchor] = href.split("#");
    if (!path.endsWith(".md") || path.includes(":")) return href;
    const place = relative(root, join(root, dirname(file), path));
    const slug = DOCUMENTS.find((document) => document.file === place)?.slug;
    if (slug === undefined) throw new Error(`${file} leads to ${href}, which is no page`);
    return `/docs/${slug}${anchor ? `#${anchor}` : ""}`;
  };

const read = (document: Document) => {
  const markdown = readFileSync(join(root, document.file), "utf8");
  return { ...document, markdown, ...rendered(markdown, linkFrom(document.file)) };
};

/** Every page of the documentation, its title and its body, and what is searched. */
export function documentation() {
  const documents = DOCUMENTS.map(read);
  const listed = (some: readonly Document[]): Listed[] =>
    documents.filter(({ slug }) => some.some((one) => one.slug === slug));
  const site = { guides: listed(GUIDES), details: listed(DETAILS) };
  const pages = documents.map((document) => ({
    path: `docs/${document.slug}`,
    title: document.title,
    body: article(site, document.slug, document),
  }));
  const sections: Section[] = documents.flatMap(({ slug, markdown }) => sectionsOf(slug, markdown));
  const first = { path: "docs", title: "Documentation", body: index(site) };
  return { pages: [first, ...pages], sections };
}

/** Makes the pages of the documentation from `docs/`, each from the built frame, and `/openapi.json`. */
export const docsPages = (): Plugin => ({
  name: "docs-pages",
  enforce: "post",
  async generateBundle(_, bundle) {
    const template = bundle[FRAME];
    if (template?.type !== "asset") throw new Error(`${FRAME} was not built`);
    delete bundle[FRAME];
    const frame = String(template.source);
    const { pages, sections } = documentation();
    for (const { path, title, body } of pages) {
      const source = frame
        .replace("<!-- title -->", escaped(title))
        .replace("<!-- skip -->", skipLink)
        .replace("<!-- body -->", () => body);
      this.emitFile({ type: "asset", fileName: `${path}.html`, source });
    }
    this.emitFile({
      type: "asset",
      fileName: "docs/search.json",
      source: JSON.stringify(sections),
    });
    // The service's own files name each other as a bundler takes them, which this side cannot.
    const { document, operations } = await tsImport("./operations.ts", import.meta.url);
    this.emitFile({ type: "asset", fileName: "openapi.json", source: document });
    this.emitFile({ type: "asset", fileName: "docs/operations.json", source: operations });
  },
});
