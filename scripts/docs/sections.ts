import { anchorOf } from "./markdown.ts";

/** What is found by a search: a heading with the text below it. */
export interface Section {
  page: string;
  /** The anchor; empty for the beginning of a document. */
  at: string;
  title: string;
  text: string;
}

/** Words as they are read: without fences, marks of tables and where links lead. */
const readable = (markdown: string): string =>
  markdown
    .replace(/^```.*$/gm, "")
    .replace(/\]\([^)]*\)/g, "")
    .replace(/[`*|[\]]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** A document by its headings. */
export function sectionsOf(page: string, markdown: string): Section[] {
  return markdown.split(/^(?=#{1,3} )/m).map((part) => {
    const [head = "", ...lines] = part.split("\n");
    const title = readable(head.replace(/^#+ /, ""));
    const at = head.startsWith("# ") ? "" : anchorOf(title);
    return { page, at, title, text: readable(lines.join("\n")).slice(0, 4_000) };
  });
}
