import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { DESKTOP, open, pages } from "../support/browser";

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
const weight = (path: string, content: Buffer): number =>
  path.endsWith(".woff2") ? content.length : gzipSync(content).length;

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
    const bytes = files.reduce((sum, path) => sum + weight(path, readFileSync(path)), 0);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });
});

/** A page of each kind, and what is there once it has shown itself. */
const SHOWN = {
  "/": ".home-doors",
  "/demo": ".offers, .near, .product:nth-child(12)",
  "/console": "form, [role=tablist], .card",
  "/docs": ".docs-doors",
  "/docs/storefront": ".sample-tools",
  "/docs/reference": ".reference-operations li",
  "/nope": ".state",
};

pages("all that a page asks for before its reader does anything", () => {
  it.each(Object.entries(SHOWN))("%s stays under 150 KiB", async (path, shown) => {
    const page = await open(path, DESKTOP, { mayBeRefused: true });
    const sizes: number[] = [];
    // What is looked at on its way is never taken from what the browser kept.
    await page.route("**/*", async (route) => {
      // A connection that is kept may be closed just as it is used again.
      const response = await route.fetch({ maxRetries: 3 });
      sizes.push(weight(response.url(), await response.body()));
      await route.fulfill({ response });
    });
    await page.reload();
    await page.locator(shown).first().waitFor();
    await page.waitForLoadState("networkidle");
    expect(sizes.length).toBeGreaterThan(3);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });
});
