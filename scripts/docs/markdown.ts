import { createRequire } from "node:module";
import { Marked, type Tokens } from "marked";

interface Highlighter {
  registerLanguage: (name: string, language: unknown) => void;
  getLanguage: (name: string) => unknown;
  highlight: (text: string, options: { language: string }) => { value: string };
}

// Its own types bring those of a browser, which this side of the house has none of.
const load = createRequire(import.meta.url);
const hljs: Highlighter = load("highlight.js/lib/core");
const LANGUAGES = { bash: "bash", sh: "bash", js: "javascript", json: "json" };
for (const [name, language] of Object.entries(LANGUAGES)) {
  hljs.registerLanguage(name, load(`highlight.js/lib/languages/${language}`));
}

export interface Heading {
  depth: number;
  id: string;
  text: string;
}

export interface Rendered {
  title: string;
  html: string;
  headings: Heading[];
}

/** The anchor of a heading, as links within documents name it: as code hosts make them. */
export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const LONGEST_COLOURED = 300;

/** Code in spans with classes: colours are the style sheet's, since a policy refuses styles here. */
function highlighted({ text, lang = "" }: Tokens.Code): string {
  const [language = ""] = lang.split(" ");
  // A line of hundreds of parts is no easier to read in colours, and slow to show.
  const isLong = text.split("\n").some(({ length }) => length > LONGEST_COLOURED);
  const isKnown = hljs.getLanguage(language) !== undefined && !isLong;
  const inside = isKnown ? hljs.highlight(text, { language }).value : escaped(text);
  const isAnswer = language === "json" || language === "text";
  // It may scroll sideways, which the keyboard must be able to do as well.
  return `<pre class="sample${isAnswer ? " answer" : ""}" tabindex="0"><code>${inside}</code></pre>`;
}

const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");

/** A document as HTML, its links led by `linkOf`, and the headings in it. */
export function rendered(markdown: string, linkOf: (href: string) => string): Rendered {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      code: highlighted,
      heading({ tokens, depth }) {
        const inside = this.parser.parseInline(tokens);
        const text = plain(inside);
        const id = anchorOf(text);
        headings.push({ depth, id, text });
        if (depth === 1) return `<h1>${inside}</h1>`;
        const link = `<a class="anchor" href="#${id}" aria-label="Link to ${escaped(text)}">#</a>`;
        return `<h${depth} id="${id}">${inside}${link}</h${depth}>`;
      },
      link({ href, tokens }) {
        return `<a href="${escaped(linkOf(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
  const html = marked
    .parse(markdown, { async: false })
    .replaceAll("<table>", '<div class="table-frame" tabindex="0"><table class="table">')
    .replaceAll("</table>", "</table></div>");
  return { title: headings[0]?.text ?? "", html, headings };
}
