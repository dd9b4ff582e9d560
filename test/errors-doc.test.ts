import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { errorsDocument } from "../scripts/errors-doc";
import { errors } from "../src/errors";

const areas = import.meta.glob<Record<string, unknown>>("../src/errors/*.ts", { eager: true });

it("docs/errors.md says what the error table says", () => {
  expect(readFileSync("docs/errors.md", "utf8")).toBe(errorsDocument());
});

it("every error of an area is in the table, under a key of its own", () => {
  const tables = Object.values(areas).flatMap((area) =>
    Object.entries(area).flatMap(([name, table]) => (name.endsWith("Errors") ? [table] : [])),
  );
  const keys = tables.flatMap((table) => Object.keys(table ?? {}));
  expect([...keys, "internal_error"].sort()).toEqual(Object.keys(errors).sort());
});
