import { describe, expect, it } from "vitest";
import { operations, SECTIONS } from "../src/api/operations";
import { appOf } from "../src/app";
import { OPERATIONS } from "./support/operations";

const mounted = [
  ...new Set(
    appOf(SECTIONS)
      .routes.filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${path}`),
  ),
];

interface Route {
  method: string;
  parts: string[];
}

const routeOf = (operation: string): Route => {
  const [method = "", path = ""] = operation.split(" ");
  return { method, parts: path.split("/") };
};

const isParam = (part: string | undefined): boolean => part?.startsWith(":") ?? false;

/** Whether an earlier route takes the requests of a later one, since a parameter takes any text. */
function hides(earlier: Route, later: Route): boolean {
  return (
    earlier.method === later.method &&
    earlier.parts.length === later.parts.length &&
    earlier.parts.every((part, at) => isParam(part) || part === later.parts[at]) &&
    earlier.parts.some((part, at) => isParam(part) && !isParam(later.parts[at]))
  );
}

const hiddenIn = (operations: string[]): string[] =>
  operations.flatMap((later, at) =>
    operations
      .slice(0, at)
      .filter((earlier) => hides(routeOf(earlier), routeOf(later)))
      .map((earlier) => `${earlier} hides ${later}`),
  );

describe("the mounted routes", () => {
  it("are on the list of operations", () => {
    expect(mounted.filter((route) => !OPERATIONS.includes(route))).toEqual([]);
  });

  it("are all of the list of operations", () => {
    expect(OPERATIONS.filter((operation) => !mounted.includes(operation))).toEqual([]);
  });

  it("are all described, but for the sign of life", () => {
    const described = operations.map(({ method, path }) => `${method} ${path}`);
    expect(mounted.filter((route) => !described.includes(route))).toEqual(["GET /health"]);
    expect(described.filter((route) => !mounted.includes(route))).toEqual([]);
  });

  it("are listed once each", () => {
    expect(OPERATIONS).toHaveLength(new Set(OPERATIONS).size);
  });

  it("have no parameter before a static sibling", () => {
    expect(hiddenIn(mounted)).toEqual([]);
  });
});

describe("hiddenIn", () => {
  it("finds a parameter that stands before a static sibling, and only that", () => {
    expect(hiddenIn(["GET /v1/:id", "GET /v1/import"])).toEqual([
      "GET /v1/:id hides GET /v1/import",
    ]);
    expect(hiddenIn(["GET /v1/import", "GET /v1/:id"])).toEqual([]);
    expect(hiddenIn(["POST /v1/:id", "GET /v1/import"])).toEqual([]);
    expect(hiddenIn(["GET /v1/:id/a", "GET /v1/import/b"])).toEqual([]);
  });
});
