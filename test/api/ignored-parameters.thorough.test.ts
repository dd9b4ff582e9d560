import { beforeAll, describe, expect, it } from "vitest";
import { anyAddress, DEPLOYMENT, type Reply, send } from "../support/api";
import { filled, guarded, newShop, type Shop } from "../support/one-of-each";
import queries from "../support/shapes/queries.json";

let shop: Shop;
beforeAll(async () => {
  shop = await newShop();
});

const HEADER = "x-vouchsafe-ignored";

function read(path: string, query: string): Promise<Reply> {
  const { project, params } = shop;
  const family = path.startsWith("/client/") ? "client" : "server";
  // Some of management is the deployment's alone.
  const headers = path.startsWith("/management/") ? DEPLOYMENT : project[family];
  const address = { "cf-connecting-ip": anyAddress() };
  return send("GET", `${filled(path, params)}?${query}`, { ...headers, ...address });
}

const reads = guarded.filter(({ method }) => method === "GET").map(({ path }) => path);

/** The names of the path's parameters are ours. */
const bare = (path: string): string => path.replace(/:\w+/g, ":");
const ours = new Map(reads.map((path) => [bare(path), path]));

/** The reference's parameters, operation by operation, of what stands here. */
const known = Object.entries(queries).flatMap(([operation, parameters]) => {
  if (!operation.startsWith("GET ")) return [];
  const path = ours.get(bare(operation.slice("GET ".length)));
  return path === undefined ? [] : [{ path, parameters: new Map(Object.entries(parameters)) }];
});

/** What the reference service knows and we ignore, and say so. */
const IGNORED: Record<string, readonly string[]> = {
  // There are no areas and stores that campaigns could be assigned to.
  "/v1/campaigns": ["access_settings"],
  // The file has an address of its own, with the token.
  "/v1/exports/:exportId": ["token"],
  // Goods of a collection stand in the order of ids, and go on by `starting_after_id`.
  "/v1/product-collections/:productCollectionId/products": ["order", "starting_after"],
  // Events name no product.
  "/v1/customers/:customerId/activities": ["product_id"],
};

/** What a deprecated operation takes fewer values of than the reference service; it refuses others. */
const NARROWER = ["/v1/customers/:customerId/activities order"];

const SAMPLES: Record<string, string> = { filters: "filters[junction]=and" };

describe("parameters of reads", () => {
  it.each(reads)("GET %s names what it does not know", async (path) => {
    const reply = await read(path, "colour=1&limit=1&shade[dark]=2");
    const told = (reply.headers.get(HEADER) ?? "").split(", ");
    expect(told).toContain("colour");
    expect(told).toContain("shade%5Bdark%5D");
  });

  it.each(known)("GET $path knows those of the reference service", async ({ path, parameters }) => {
    const sent = [...parameters].map(([name, [value = "-created_at"]]) => {
      // An order that is none counts as not sent, and is told of as well.
      return SAMPLES[name] ?? `${encodeURIComponent(name)}=${name === "order" ? value : "x"}`;
    });
    const told = (await read(path, sent.join("&"))).headers.get(HEADER)?.split(", ") ?? [];
    // So is a cursor that is none.
    const unknown = told.filter((name) => name !== "starting_after_id");
    expect(unknown).toEqual(IGNORED[path] ?? []);
  });

  const isFew = (path: string, name: string): boolean =>
    IGNORED[path]?.includes(name) === true || NARROWER.includes(`${path} ${name}`);

  const chosen = known.flatMap(({ path, parameters }) =>
    [...parameters].flatMap(([name, values]) =>
      (isFew(path, name) ? [] : values).map((value): [string, string, string] => [
        path,
        name,
        value,
      ]),
    ),
  );

  it("takes each value of the reference service's enumerations", async () => {
    for (const [path, name, value] of chosen) {
      const reply = await read(path, `${name}=${encodeURIComponent(value)}`);
      const { details = "" } = reply.body ?? {};
      expect([path, name, value, details.includes(`.${name} `)]).toEqual([
        path,
        name,
        value,
        false,
      ]);
    }
  });

  it("refuses each of them with another value, naming it", async () => {
    const enumerated = known.flatMap(({ path, parameters }) =>
      [...parameters].flatMap(([name, values]) =>
        values.length > 0 && name !== "order" && !IGNORED[path]?.includes(name)
          ? [{ path, name }]
          : [],
      ),
    );
    for (const { path, name } of enumerated) {
      const { status, body } = await read(path, `${name}=no-such-value`);
      expect([path, name, status, body.key]).toEqual([path, name, 400, "invalid_query_params"]);
      // What is missing is told before what is wrong.
      expect(body.details).toMatch(new RegExp(`\\.${name} |required property`));
    }
  });
});
