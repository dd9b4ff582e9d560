import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";

const BUILT = resolve(import.meta.dirname, "../../dist/pages");
const MOST_BYTES = 150 * 1024;
/** What a page's HTML asks for itself. */
const ASKED = /(?:src|href)="(\/[^"]+\.(?:js|css))"/g;
/** What a module cannot begin without; `import()` comes later. */
const IMPORTED = /(?:from|import)\s*"(\.[^"]+\.js)"/g;
/** Fonts of Latin text, which every page shows. */
const FONT = /url\((\/static\/figtree-latin-wght[^)]+)\)/g;

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, path = ""]) => path);

/** Everything that a file needs before the page is there, itself included. */
function needs(path: string, known = new Set<string>()): Set<string> {
  if (known.has(path)) return known;
  known.add(path);
  if (path.endsWith(".woff2")) return known;
  const text = readFileSync(path, "utf8");
  for (const asked of [...found(text, ASKED), ...found(text, FONT)]) {
    needs(join(BUILT, asked), known);
  }
  for (const asked of path.endsWith(".js") ? found(text, IMPORTED) : []) {
    needs(resolve(dirname(path), asked), known);
  }
  return known;
}

/** As it travels: fonts are compressed already. */
function weight(path: string): number {
  const content = readFileSync(path);
  return path.endsWith(".woff2") ? content.length : gzipSync(content).length;
}

const htmls = readdirSync(BUILT, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".html"))
  .sort();

describe("the first load of a page", () => {
  it("is looked at for every page", () => {
    expect(htmls).toEqual(expect.arrayContaining(["console.html", "demo.html", "index.html"]));
  });

  it.each(htmls)("%s stays under 150 KiB", (name) => {
    const files = [...needs(join(BUILT, name))];
    expect(files.length).toBeGreaterThan(1);
    const bytes = files.reduce((sum, path) => sum + weight(path), 0);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });
});
