import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { errorsDocument } from "../scripts/errors-doc";

it("docs/errors.md says what the error table says", () => {
  expect(readFileSync("docs/errors.md", "utf8")).toBe(errorsDocument());
});
