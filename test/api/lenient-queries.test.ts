import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { operations } from "../../src/api/operations";
import { openApiDocument } from "../../src/http/openapi-document";
import { anyAddress, DEPLOYMENT, type Reply, send } from "../support/api";
import { filled, newShop, type Shop } from "../support/one-of-each";
import queries from "../support/shapes/queries.json";

let shop: Shop;
beforeAll(async () => {
  shop = await newShop();
});

const Described = z.object({
  get: z
    .object({
      parameters: z.array(
        z.looseObject({ name: z.string(), in: z.string(), required: z.boolean().optional() }),
      ),
    })
    .optional(),
});

/** Every read with the parameters of its query, by our document and by the reference service's. */
const READS = Object.entries(
  z.record(z.string(), Described).parse(withoutReferences(openApiDocument(operations).paths)),
)
  .flatMap(([path, { get }]) => (get ? [{ path, own: get.parameters }] : []))
  .map(({ path, own }) => {
    const asked = own.filter((each) => each.in === "query");
    const wanted = asked.filter(({ required }) => required).map(({ name }) => name);
    const names = new Set([...asked.map(({ name }) => name), ...theirs(path)]);
    return { path, wanted, names: names.difference(new Set(wanted)) };
  })
  .filter(({ path }) => /^\/(v1|client|management)\//.test(path));

/** What the document says of headers, which it has elsewhere, is not asked here. */
function withoutReferences(paths: unknown): unknown {
  return JSON.parse(
    JSON.stringify(paths, (_, value) =>
      Array.isArray(value) ? value.filter((each) => each?.$ref === undefined) : value,
    ),
  );
}

function theirs(path: string): string[] {
  const bare = (each: string) => each.replace(/:\w+|\{\w+\}/g, ":");
  const known = Object.entries(queries).find(
    ([operation]) => bare(operation) === `GET ${bare(path)}`,
  );
  return Object.keys(known?.[1] ?? {});
}

const VALUES: Record<string, string> = { code: "SHOP-CARD" };

function read(path: string, query: string): Promise<Reply> {
  const { project, params } = shop;
  const family = path.startsWith("/client/") ? "client" : "server";
  const headers = path.startsWith("/management/") ? DEPLOYMENT : project[family];
  const address = { "cf-connecting-ip": anyAddress(), origin: "https://shop.example" };
  const at = filled(path.replace(/\{(\w+)\}/g, ":$1"), params);
  return send("GET", `${at}?${query}`, { ...headers, ...address });
}

/** Without what must be there, another thing is told. */
const needed = (names: readonly string[]): string[] =>
  names.map((name) => `${name}=${VALUES[name] ?? "x"}`);

describe("an empty value counts as not sent", () => {
  it.each(READS)("GET $path", async ({ path, names, wanted }) => {
    const without = await read(path, needed(wanted).join("&"));
    const whole = [...names].map((name) => `${encodeURIComponent(name)}=`);
    const inside = [...names]
      .filter((name) => name !== "filters")
      .flatMap((name) => [`${name}[]=`, `${name}[0]=`, `${name}[before]=`, `${name}[after]=`]);
    const forms = [...whole, whole.join("&"), inside.join("&"), "filters[junction]="];
    for (const form of forms.filter((each) => each !== "")) {
      const { status, body } = await read(path, [...needed(wanted), form].join("&"));
      expect([form, status, body?.details], JSON.stringify(body)).toEqual([
        form,
        without.status,
        without.body?.details,
      ]);
    }
  });
});

const HEADER = "x-vouchsafe-ignored";
const knowing = (name: string) => READS.filter(({ names }) => names.has(name));

/** Goods of a collection stand in one order, and go on by a text. */
const ONE_ORDER = "/v1/product-collections/{productCollectionId}/products";
/** There it is what is bought. */
const OF_GOODS = ["/client/v1/validate", "/client/v1/promotions/validation"];

/** The same list; those of the audit log tell of each of these requests. */
function expectSame(path: string, { body }: Reply, without: Reply): void {
  const { data_ref } = without.body ?? {};
  if (without.status !== 200 || data_ref === undefined) return;
  expect(body.data_ref).toBe(data_ref);
  if (!path.endsWith("audit-log")) expect(body[data_ref]).toEqual(without.body[data_ref]);
}

describe("what no list has counts as not sent, and is named", () => {
  it.each(knowing("order").filter(({ path }) => path !== ONE_ORDER && !OF_GOODS.includes(path)))(
    "an order: GET $path",
    async ({ path, wanted }) => {
      const without = await read(path, needed(wanted).join("&"));
      for (const order of ["1", "no-such-order", "%2Bcreated_at"]) {
        const reply = await read(path, [...needed(wanted), `order=${order}`].join("&"));
        expect([order, reply.status], JSON.stringify(reply.body)).toEqual([order, without.status]);
        expectSame(path, reply, without);
        expect(reply.headers.get(HEADER)).toBe("order");
      }
    },
  );

  it.each(knowing("starting_after_id"))("a cursor: GET $path", async ({ path, wanted }) => {
    const without = await read(path, needed(wanted).join("&"));
    for (const cursor of ["1", "not-a-cursor", "%20", "WzEsMl0", "x".repeat(90)]) {
      const query = [...needed(wanted), `starting_after_id=${cursor}`].join("&");
      const reply = await read(path, query);
      expect([cursor, reply.status], JSON.stringify(reply.body)).toEqual([cursor, without.status]);
      if (path !== ONE_ORDER) expectSame(path, reply, without);
    }
  });

  it("but an order of goods that is none is refused: it would be decided without it", async () => {
    for (const path of OF_GOODS) {
      const { status, body } = await read(path, "code=SHOP-CARD&order=1");
      expect([status, body.details]).toEqual([400, "Property .order must be object"]);
    }
  });
});
