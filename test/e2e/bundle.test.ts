import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { bundleKib, MOST_KIB } from "../../scripts/bundle";

const folder = mkdtempSync(join(tmpdir(), "vouchsafe-bundle-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(`the worker weighs at most ${MOST_KIB} KiB gzipped, without texts in other languages`, () => {
  const weight = bundleKib(folder);
  expect(weight).toBeGreaterThan(50);
  expect(weight).toBeLessThanOrEqual(MOST_KIB);
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  // How zod's German refusals begin.
  expect(texts.join("")).not.toContain("Ung\\xFCltige Eingabe");
});
