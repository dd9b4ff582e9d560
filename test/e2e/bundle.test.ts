import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { evaluate } from "../../bench/evaluate";
import { type BuiltWorker, bundleWorker, MOST_KIB, weightOf } from "../../scripts/bundle";

const folder = mkdtempSync(join(tmpdir(), "vouchsafe-bundle-"));

/** Sources of the worker that an isolate evaluates at its start: libraries' files among them. */
const MOST_SOURCES = 1_040;
/** Schemas that it makes then: lists of words, which tables are made from. */
const MOST_SCHEMAS = 5;

/** What is loaded when it is first used. */
const LATER = [
  /^src\/api\/management\.ts$/,
  /^src\/async\/(queue|cron|actions|listeners)\.ts$/,
  /^src\/resources\/management\/(backups|moves|api-keys|metrics)\//,
  /^src\/resources\/exports\/(run|csv)\.ts$/,
  /^src\/resources\/imports\/(step|csv)\.ts$/,
  /^src\/resources\/vouchers\/barcode\.ts$/,
  /^src\/http\/openapi/,
  /^node_modules\/(papaparse|uqr|jsbarcode|qs)\//,
];

describe("the built worker", () => {
  let worker: BuiltWorker;

  beforeAll(async () => {
    worker = await bundleWorker(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it(`starts with at most ${MOST_KIB.start} KiB gzipped of ${MOST_KIB.all}`, () => {
    const weight = weightOf(worker);
    expect(weight.start).toBeGreaterThan(50);
    expect(weight.start).toBeLessThanOrEqual(MOST_KIB.start);
    expect(weight.all).toBeGreaterThan(weight.start);
    expect(weight.all).toBeLessThanOrEqual(MOST_KIB.all);
  });

  it("has no texts in other languages", () => {
    const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    // How zod's German refusals begin.
    expect(texts.join("")).not.toContain("Ung\\xFCltige Eingabe");
    expect(texts.join("")).not.toContain("Ungültige Eingabe");
  });

  it("starts without what few requests need", () => {
    const atStart = worker.files.filter((file) => file.isAtStart).flatMap(({ sources }) => sources);
    expect(atStart).toContain("src/resources/validations/routes.ts");
    expect(atStart.filter((path) => LATER.some((part) => part.test(path)))).toEqual([]);
    expect(atStart.length).toBeLessThanOrEqual(MOST_SOURCES);
  });

  it("makes hardly a schema at its start", () => {
    const { schemas, files } = evaluate(worker.main);
    expect(files).toBe(worker.files.filter(({ isAtStart }) => isAtStart).length);
    expect(schemas).toBeLessThanOrEqual(MOST_SCHEMAS);
  });
});
