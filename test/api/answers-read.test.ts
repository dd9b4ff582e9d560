import { expect, it } from "vitest";
import type { Row } from "../support/forms/row";
import shapes from "../support/shapes/operations.json";

/** Read by a strict client in a test of their own, each with the file. */
const ALONE: Record<string, readonly string[]> = {
  "strict-answers": [
    "oauth/",
    "branding",
    "trash-bin",
    "locations",
    "referrals/",
    "/vouchers/:code/sessions/",
  ],
  templates: ["templates/"],
  users: ["users"],
};

/** The rows that are in a module's exports, however deep. */
function rowsIn(value: unknown): Row[] {
  if (typeof value !== "object" || value === null) return [];
  return "operation" in value ? [value as Row] : Object.values(value).flatMap(rowsIn);
}

it("every operation of the shapes is read by a strict client", () => {
  const forms = import.meta.glob("../support/forms/*.ts", { eager: true });
  const walked = new Set(
    Object.values(forms)
      .flatMap(rowsIn)
      .map(({ operation }) => operation),
  );
  const alone = Object.values(ALONE).flat();
  const left = Object.keys(shapes).filter(
    (operation) => !walked.has(operation) && !alone.some((part) => operation.includes(part)),
  );
  expect(walked.size).toBeGreaterThan(200);
  expect(left).toEqual([]);
});
