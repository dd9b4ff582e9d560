import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { exampleOf } from "../scripts/schema-example";
import { webhooksDocument } from "../scripts/webhooks-doc";
import { catalogue } from "../src/events/catalogue";
import { CONTRACT_KINDS } from "../src/model/contract-kinds";
import { strictly } from "./support/strict";

/** Kinds that the contract lists and nothing causes yet, each with its reason. */
const NOT_YET: Record<string, string> = {
  "customer.confirmed": "no customer is asked to confirm anything",
};

it("docs/webhooks.md says what the catalogue of events says", () => {
  expect(readFileSync("docs/webhooks.md", "utf8")).toBe(webhooksDocument());
});

it("every kind of the contract is in the catalogue, but for those that nothing causes yet", () => {
  const missing = CONTRACT_KINDS.filter((kind) => !(kind in catalogue));
  expect(missing.sort()).toEqual(Object.keys(NOT_YET).sort());
});

describe("the example of", () => {
  it.each(Object.entries(catalogue))("%s is what its event may carry", (_, { data }) => {
    expect(() => strictly(data, exampleOf(data))).not.toThrow();
  });
});
