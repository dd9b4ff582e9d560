/** A heading of a document with the text below it, as the build writes them down. */
export interface Section {
  page: string;
  at: string;
  title: string;
  text: string;
}

const MOST = 8;
const AROUND = 60;

/** The words around the place where it was found. */
function around(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - AROUND / 2);
  const cut = text.slice(at, at + 2 * AROUND).trim();
  return `${at > 0 ? "… " : ""}${cut}${at + 2 * AROUND < text.length ? " …" : ""}`;
}

/** Places that have all the words, those that have them in their title first; eight at most. */
export function find(sections: readonly Section[], query: string): Section[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return [];
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const titled = sections.filter(({ title }) => has(title));
  const told = sections.filter(({ title, text }) => !has(title) && has(`${title} ${text}`));
  return [...titled, ...told]
    .slice(0, MOST)
    .map((section) => ({ ...section, text: around(section.text, first) }));
}
