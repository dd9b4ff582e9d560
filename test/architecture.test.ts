import { describe, expect, it } from "vitest";
import { type Import, type Source, sourceOf, sourcesIn } from "./support/source";

const sources = sourcesIn("src");
const imports = sources.flatMap((source) => source.imports);

/** The room of a path: its folder under `src`, or what a file of a resource is for. */
function roomOf(path: string): string {
  const parts = path
    .replace(/^src\//, "")
    .replace(/\.ts$/, "")
    .split("/");
  const [first = "", file = ""] = [parts[0], parts.at(-1)];
  if (first !== "resources") return first;
  if (file.endsWith("routes")) return "routes";
  if (file.endsWith("-store")) return "store";
  return ["forget", "schema", "sql", "store", "view"].includes(file) ? file : "verb";
}

const folderOf = (path: string): string => path.split("/").slice(0, -1).join("/");

/** What runs in a room may import what runs in these; a path ending in a file names that file. */
const RUNS: Record<string, readonly string[]> = {
  lib: ["lib"],
  engine: ["engine", "lib", "model/voucher-kinds", "model/campaign-types", "model/rule-node"],
  model: ["model", "lib"],
  env: ["lib"],
  errors: ["errors"],
  db: [
    "db",
    "lib",
    "errors",
    "model/voucher-kinds",
    "model/campaign-types",
    "model/transaction-types",
  ],
  events: ["events", "model", "db", "lib"],
  scope: ["scope", "db", "env", "errors", "lib", "model/stacking-rules", "model/told-validation"],
  forgetting: ["forgetting", "db", "engine", "lib"],
  forget: ["forgetting", "db", "engine", "lib", "store", "sql"],
  commit: ["commit", "forgetting", "scope/scope", "events", "engine", "db", "lib", "errors"],
  checks: ["checks", "scope/scope", "commit", "engine", "db", "lib", "errors", "model"],
  listing: ["listing", "scope/scope", "commit", "engine", "db", "lib", "errors"],
  deciding: [
    "deciding",
    "checks",
    "commit",
    "scope/scope",
    "sql",
    "store",
    "view",
    "verb",
    "engine",
    "db",
    "lib",
    "errors",
    "model",
  ],
  durable: ["durable", "db", "env", "lib", "scope/credentials", "scope/places"],
  async: ["async", "scope", "commit", "db", "lib", "errors", "events", "env", "store", "verb"],
  http: [
    "http",
    "scope",
    "commit",
    "db",
    "env",
    "errors",
    "lib",
    "model/exact-numbers",
    "model/filter",
    "model/instant",
    "model/issue",
    "model/permissions",
    "model/permission-names",
    "model/reading",
  ],
  schema: ["schema", "model", "http/page"],
  sql: ["sql", "db", "lib", "model", "engine", "deciding/sql"],
  store: [
    "listing",
    "sql",
    "db",
    "lib",
    "errors",
    "commit",
    "events",
    "model",
    "engine",
    "scope/scope",
    "deciding/sql",
  ],
  view: ["view", "model", "errors", "engine", "lib", "deciding/ruled", "deciding/candidates"],
  verb: [
    "listing",
    "verb",
    "sql",
    "store",
    "view",
    "schema",
    "forget",
    "forgetting",
    "deciding",
    "checks",
    "commit",
    "engine",
    "events",
    "errors",
    "db",
    "lib",
    "model",
    "scope/scope",
    "scope/credentials",
  ],
  routes: ["http", "routes", "schema", "view", "model", "errors"],
  api: ["http", "routes", "api"],
  app: ["api", "http", "errors", "lib"],
  index: ["app", "async", "durable"],
};

/** Beside those, a room may name the types of these. */
const NAMES: Record<string, readonly string[]> = {
  engine: ["model"],
  db: ["model"],
  env: ["durable"],
  scope: ["commit", "durable", "async"],
  commit: ["scope"],
  durable: ["env", "scope"],
  errors: ["engine"],
  forgetting: ["scope"],
  forget: ["scope"],
  events: ["scope"],
  store: ["schema", "http/page", "scope"],
  view: ["db", "schema", "store", "verb", "deciding", "scope"],
  deciding: ["schema"],
  listing: ["http/page", "model"],
  verb: ["http/page", "http/operation", "scope/places"],
  routes: ["db", "store", "verb", "commit", "scope"],
  app: ["env"],
  index: ["env"],
};

/** Packages that a room may import; everywhere else only our own files. */
const PACKAGES: Record<string, RegExp> = {
  lib: /^(node:|zod\/v4$)/,
  model: /^zod$/,
  db: /^drizzle-orm(\/|$)/,
  commit: /^drizzle-orm(\/|$)/,
  events: /^zod$/,
  deciding: /^zod$/,
  durable: /^cloudflare:workers$/,
  async: /^(zod|node:crypto)$/,
  schema: /^zod$/,
  verb: /^(zod|node:crypto|papaparse|jsbarcode\/bin\/barcodes\/CODE128\/index\.js|uqr)$/,
  // Operations are mounted in one place, which tells the document of each.
  http: /^(hono(\/.*)?|@hono\/zod-validator|zod|qs\/lib\/parse)$/,
  routes: /^zod$/,
  app: /^hono(\/.*)?$/,
  errors: /^hono\/utils\/http-status$/,
};

/** Breaches that stand for now, each with its reason. One that is gone fails too: take it off. */
const KNOWN_GAPS: Record<string, string> = {};

const fits = (allowed: readonly string[] | undefined, to: string): boolean =>
  (allowed ?? []).some(
    (name) => name === roomOf(to) || `src/${name}` === to || to.startsWith(`src/${name}/`),
  );

/** A resource may use all of its own folder but for its routes. */
const isAtHome = ({ from, to }: Import): boolean =>
  folderOf(from) === folderOf(to) && from.startsWith("src/resources/") && roomOf(to) !== "routes";

function isAllowed(found: Import): boolean {
  const { from, to, isType } = found;
  const room = roomOf(from);
  if (!to.startsWith("src/")) return PACKAGES[room]?.test(to) ?? false;
  if (isAtHome(found) && (room !== "store" || roomOf(to) === "store")) return true;
  return fits(RUNS[room], to) || (isType && fits(NAMES[room], to));
}

const breachesOf = (found: readonly Import[]): string[] => [
  ...new Set(found.filter((each) => !isAllowed(each)).map(({ from, to }) => `${from} -> ${to}`)),
];

const importsOf = (path: string, text: string): Import[] => sourceOf(path, text).imports;

/** What is one place to a newcomer: a noun of the interface, a part of the engine, a folder of `src`. */
function placeOf(path: string): string {
  const parts = path.split("/");
  const isNested = parts[1] === "resources" || parts[1] === "engine";
  return parts.length === 2 ? path : parts.slice(0, isNested && parts.length > 3 ? 3 : 2).join("/");
}

/** Which names stand for which by what runs, under the names that `nameOf` gives to paths. */
function arrowsOf(all: readonly Source[], nameOf: (path: string) => string) {
  const next = new Map<string, Set<string>>();
  for (const { path, imports: found } of all) {
    const from = nameOf(path.replace(/\.ts$/, ""));
    const to = next.get(from) ?? new Set<string>();
    next.set(from, to);
    for (const each of found) if (!each.isType && nameOf(each.to) !== from) to.add(nameOf(each.to));
  }
  return next;
}

/** Whatever can reach itself, each cycle told once from its first name. */
function cyclesIn(next: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const cycles = new Set<string>();
  const done = new Set<string>();
  const walk = (name: string, trail: string[]): void => {
    const at = trail.indexOf(name);
    if (at >= 0) cycles.add([...trail.slice(at), name].join(" -> "));
    if (at >= 0 || done.has(name)) return;
    for (const to of next.get(name) ?? []) walk(to, [...trail, name]);
    done.add(name);
  };
  for (const name of next.keys()) walk(name, []);
  return [...cycles];
}

const fileCycles = (all: readonly Source[]): string[] => cyclesIn(arrowsOf(all, (path) => path));

/** Arrows between places that go round, each with its reason. One that is not needed fails too. */
const ROUND: Record<string, string> = {
  "src/resources/vouchers -> src/resources/campaigns":
    "a voucher that is made in a campaign takes from it what it holds, and the campaign counts it",
};

/** What makes scopes, or stands above all projects: it may look at any database. */
const OF_ALL_PLACES = ["scope", "http", "async", "durable", "resources/management"];

/** What reads or writes elsewhere than where its project lives, each with its reason. */
const ELSEWHERE: Record<string, string> = {
  "src/commit/audit.ts": "what is done while a project moves is noted in the control database",
  "src/resources/permanent-deletions/step.ts":
    "who was deleted for good is noted where the backups are, which outlive the project",
  "src/resources/templates/copy.ts": "a template is copied from one project into another",
};

/** Who takes the databases out of a scope. */
const looksAtPlaces = ({ path, text }: Source): boolean =>
  !OF_ALL_PLACES.some((room) => path.startsWith(`src/${room}/`)) &&
  /\bscope\.places\b|\{[^{}]*\bplaces\b[^{}]*\}( = scope\b|: [\w<]*Scope\b)/.test(text);

/** The places of all sources without some arrows between them. */
function placesWithout(left: readonly string[]) {
  const next = arrowsOf(sources, placeOf);
  for (const arrow of left) {
    const [from = "", to = ""] = arrow.split(" -> ");
    next.get(from)?.delete(to);
  }
  return next;
}

describe("who may import whom", () => {
  it("every file of src is in a room that the rules name", () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.map(({ path }) => path).filter((path) => !(roomOf(path) in RUNS))).toEqual([]);
  });

  it("nothing imports against the rules, but for the known gaps", () => {
    expect(breachesOf(imports).sort()).toEqual(Object.keys(KNOWN_GAPS).sort());
  });

  it("a store imports no other resource's store", () => {
    const found = imports.filter(
      ({ from, to }) =>
        roomOf(from) === "store" && roomOf(to) === "store" && folderOf(from) !== folderOf(to),
    );
    expect(found).toEqual([]);
  });

  it("nobody imports the api but the app, and the list of all operations", () => {
    const found = imports.filter(({ to }) => roomOf(to) === "api" && to.startsWith("src/"));
    expect([...new Set(found.map(({ from }) => from))]).toEqual([
      "src/api/operations.ts",
      "src/app.ts",
    ]);
  });

  it("nothing of a project looks at another database, but for what is listed", () => {
    const found = sources.filter(looksAtPlaces).map(({ path }) => path);
    expect(found.sort()).toEqual(Object.keys(ELSEWHERE).sort());
  });

  it("there are no cycles of files", () => {
    expect(fileCycles(sources)).toEqual([]);
  });

  it("there are no cycles of folders, but for the arrows that are listed", () => {
    expect(cyclesIn(placesWithout(Object.keys(ROUND)))).toEqual([]);
  });

  it.each(Object.keys(ROUND))("%s closes a cycle still", (arrow) => {
    const others = Object.keys(ROUND).filter((each) => each !== arrow);
    expect(cyclesIn(placesWithout(others))).not.toEqual([]);
  });
});

describe("the rules themselves", () => {
  it.each([
    ["src/engine/money.ts", 'import * as z from "zod";'],
    ["src/engine/money.ts", 'import { Money } from "../model/discount";'],
    ["src/engine/money.ts", 'import type { Scope } from "../scope/scope";'],
    ["src/engine/money.ts", 'import { createHash } from "node:crypto";'],
    ["src/lib/id.ts", 'import { ApiError } from "../errors";'],
    ["src/model/order.ts", 'import type { Scope } from "../scope/scope";'],
    ["src/resources/orders/store.ts", 'import { Hono } from "hono";'],
    ["src/resources/orders/schema.ts", 'import { statement } from "../../db/client";'],
    ["src/resources/orders/view.ts", 'import { load } from "../../commit/load";'],
    ["src/resources/orders/pay.ts", 'import type { Context } from "hono";'],
    ["src/resources/orders/routes.ts", 'import { Hono } from "hono";'],
    ["src/api/v1.ts", 'import { Hono } from "hono";'],
    ["src/resources/orders/routes.ts", 'import { getVoucher } from "../vouchers/store";'],
    ["src/http/page.ts", 'import { Voucher } from "../resources/vouchers/schema";'],
    ["src/events/outbox.ts", 'export { app } from "../app";'],
  ])("refuse in %s: %s", (path, text) => {
    expect(breachesOf(importsOf(path, text))).toHaveLength(1);
  });

  it.each([
    ["src/engine/cart.ts", 'import type { OrderInput } from "../model/order";'],
    ["src/events/outbox.ts", 'import type { Scope } from "../scope/scope";'],
    ["src/resources/orders/pay.ts", 'import { byNames } from "../vouchers/store";'],
    ["src/resources/orders/routes.ts", 'import { route } from "../../http/route";'],
  ])("allow in %s: %s", (path, text) => {
    expect(breachesOf(importsOf(path, text))).toEqual([]);
  });

  it.each([
    ["src/resources/orders/pay.ts", "scope.places.at(name)", true],
    ["src/resources/orders/pay.ts", "const { db, places } = scope;", true],
    ["src/resources/orders/pay.ts", "const pay = ({ places }: Scope) => places.control;", true],
    ["src/resources/orders/pay.ts", "const { db } = scope;", false],
    ["src/scope/make.ts", "scope.places.control", false],
  ])("see who looks at other databases: %s, %s", (path, text, isSeen) => {
    expect(looksAtPlaces(sourceOf(path, text))).toBe(isSeen);
  });

  it("see a cycle, unless it is one of types", () => {
    const a = sourceOf("src/lib/a.ts", 'import { b } from "./b";');
    const b = sourceOf("src/lib/b.ts", 'import { a } from "./a";');
    const typed = sourceOf("src/lib/b.ts", 'import type { a } from "./a";');
    expect(fileCycles([a, b])).toEqual(["src/lib/a -> src/lib/b -> src/lib/a"]);
    expect(fileCycles([a, typed])).toEqual([]);
  });

  it("see a cycle of folders that no file closes", () => {
    const there = sourceOf("src/resources/orders/a.ts", 'import { b } from "../skus/b";');
    const back = sourceOf("src/resources/skus/c/d.ts", 'import { e } from "../../orders/e";');
    expect(fileCycles([there, back])).toEqual([]);
    expect(cyclesIn(arrowsOf([there, back], placeOf))).toEqual([
      "src/resources/orders -> src/resources/skus -> src/resources/orders",
    ]);
  });

  it.each([
    ["src/app.ts", "src/app.ts"],
    ["src/db/tables/orders.ts", "src/db"],
    ["src/engine/money.ts", "src/engine"],
    ["src/engine/rules/judge.ts", "src/engine/rules"],
    ["src/resources/campaigns/promotions/tiers/view.ts", "src/resources/campaigns"],
  ])("%s is in %s", (path, place) => {
    expect(placeOf(path)).toBe(place);
  });
});
