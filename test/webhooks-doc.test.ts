import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { OPERATIONS as CAUSES } from "../scripts/event-operations";
import { exampleOf } from "../scripts/schema-example";
import { webhooksDocument } from "../scripts/webhooks-doc";
import { catalogue } from "../src/events/catalogue";
import { CONTRACT_KINDS } from "../src/model/contract-kinds";
import { OPERATIONS } from "./support/operations";
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

/** A path as the table says it: parameters by any name, and `...` for what stands between. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll("...", ".+").replaceAll(/\{\w+\}/g, "[^/]+")}$`);

const METHODS = /^(?:(GET|POST|PUT|DELETE) )?(\S+)$/;

/** The operations that a text of the table names, and those of them that there are none of. */
function unknownIn(text: string): string[] {
  let method = "";
  return [...text.matchAll(/`([^`]+)`/g)].flatMap(([, quoted = ""]) => {
    const [, said, path = ""] = METHODS.exec(quoted) ?? [];
    method = said ?? method;
    if (!path.startsWith("/") && !path.startsWith("...")) return [];
    const pattern = patternOf(path);
    const isThere = OPERATIONS.some((each) => {
      const [of = "", at = ""] = each.split(" ");
      return (method === "" || of === method) && pattern.test(at);
    });
    return isThere ? [] : [`${method} ${path}`];
  });
}

it("every operation that causes an event is one that there is", () => {
  const unknown = Object.entries(CAUSES).flatMap(([kind, text]) =>
    unknownIn(text).map((operation) => `${kind}: ${operation}`),
  );
  expect(unknown).toEqual([]);
});
