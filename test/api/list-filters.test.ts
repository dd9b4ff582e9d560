import { describe, expect, it } from "vitest";
import { costOf, newProject, type Reply, type TestProject } from "../support/api";
import { campaign, code } from "../support/campaigns";
import { copies } from "../support/copies";
import { made } from "../support/deciding";
import { circle, placesOf } from "../support/locations";
import { homeDb } from "../support/places";
import { promotion, tier } from "../support/promotions";
import { codes, publish, campaign as stored } from "../support/publishing";
import { giftCard, voucher } from "../support/redeeming";

const encoded = (query: string): string => query.replace(/["[\]$ ]/g, encodeURIComponent);

const where = (field: string, operator: string, value: string): string =>
  `filters[${field}][conditions][${operator}]=${value}`;

type Row = [query: string, expected: readonly string[]];

/** Asks for each query, whole and entry by entry, and holds the names that it finds to the list. */
async function finds(list: (query: string) => Promise<[Reply, string[]]>, rows: readonly Row[]) {
  for (const [query, expected] of rows) {
    const [reply, names] = await list(encoded(query));
    expect(reply.status, `${query} ${JSON.stringify(reply.body)}`).toBe(200);
    expect(names, query).toEqual(expected);
    expect(reply.body.total, query).toBe(expected.length);
    expect(costOf(reply).roundTrips, query).toBeLessThanOrEqual(3);
    expect(reply.body.has_more, query).toBe(false);
    const scrolled: string[] = [];
    let after = "";
    for (let [more, next] = [true, 2]; more; next++) {
      const [page, found] = await list(`${encoded(query)}&limit=1${after}`);
      expect(page.status, JSON.stringify(page.body)).toBe(200);
      scrolled.push(...found);
      more = page.body.has_more === true;
      // A list that an index serves has pages, any other a place where it goes on.
      const place = page.body.more_starting_after;
      after = place === undefined ? `&page=${next}` : `&starting_after_id=${place}`;
    }
    expect(scrolled, query).toEqual(expected);
  }
}

async function refuses(project: TestProject, path: string, rows: readonly [string, string][]) {
  for (const [query, details] of rows) {
    const reply = await project.get(`${path}?${encoded(query)}`);
    expect(reply.status, query).toBe(400);
    expect(reply.body.key, query).toBe("invalid_query_params");
    expect(reply.body.details, query).toContain(details);
  }
}

const UNKNOWN: readonly [string, string][] = [
  [where("colour", "$is", "x"), "Property .filters.colour is not a field"],
  [where("id", "$isnt", "x"), "Property .filters.id does not take '$isnt' but [ $is, "],
  ["filters[junction]=xor", "Property .filters.junction must be equal to one of"],
];

/** A step of its own millisecond, so that all are in order. */
async function step(run: () => Promise<unknown>): Promise<void> {
  const started = Date.now();
  await run();
  while (Date.now() === started) await scheduler.wait(1);
}

describe("GET /v1/redemptions with filters", () => {
  it("finds what is asked for, and refuses what is not known", async () => {
    const project = await newProject();
    const spring = await campaign(project, "Spring");
    await code(project, spring, "SPR");
    await voucher(project, "SOLO");
    await voucher(project, "OFF", { active: false });
    await project.post("/v1/customers", { source_id: "bob" });
    const alice = { customer: { source_id: "alice" } };
    const named = ["spring", "solo", "off", "back"];
    const ids: string[] = [];
    const keep = (reply: Reply) => ids.push(reply.body.id ?? reply.body.resource_id);
    await step(async () => {
      keep(await project.post("/v1/vouchers/SPR/redemption", alice));
    });
    await step(async () => {
      const sent = { metadata: { shop: "Berlin" } };
      keep(await project.post("/v1/vouchers/SOLO/redemption", sent));
    });
    await step(async () => {
      keep(await project.post("/v1/vouchers/OFF/redemption", { customer: { source_id: "bob" } }));
    });
    await step(async () => keep(await project.post(`/v1/redemptions/${ids[1]}/rollback`)));
    const list = async (query: string): Promise<[Reply, string[]]> => {
      const reply = await project.get(`/v1/redemptions?${query}`);
      const entries: { id: string }[] = reply.body.redemptions ?? [];
      return [reply, entries.map(({ id }) => named[ids.indexOf(id)] ?? id)];
    };
    const solo = (await project.get("/v1/vouchers/SOLO")).body.id;
    const aliceId = (await project.get("/v1/customers/alice")).body.id;
    const bobId = (await project.get("/v1/customers/bob")).body.id;
    const byCustomer =
      [aliceId, bobId].toSorted()[0] === aliceId ? ["spring", "off"] : ["off", "spring"];
    await finds(list, [
      ["campaign=Spring", ["spring"]],
      [`campaign=${spring}&result=FAILURE`, []],
      ["result=SUCCESS&result=FAILURE", ["back", "off", "solo", "spring"]],
      ["result=FAILURE&order=id", ["off"]],
      ["order=voucher_code", ["off", "solo", "back", "spring"]],
      [`order=-tracking_id&${where("tracking_id", "$is_unknown", "")}`, ["back", "solo"]],
      ["order=-customer_id", [...byCustomer.toReversed(), "back", "solo"]],
      ["order=customer_id", ["solo", "back", ...byCustomer]],
      [where("voucher_code", "$is", "SOLO"), ["back", "solo"]],
      [where("voucher_code", "$starts_with", "S"), ["back", "solo", "spring"]],
      [where("related_object_id", "$is", solo), ["back", "solo"]],
      [where("related_object_parent_id", "$is", spring), ["spring"]],
      [where("parent_redemption_id", "$is_unknown", ""), ["back", "off", "solo", "spring"]],
      [where("failure_code", "$is", "voucher_disabled"), ["off"]],
      [where("result", "$is", "FAILURE"), ["off"]],
      [where("object", "$is", "redemption_rollback"), ["back"]],
      [where("customer_id", "$is", aliceId), ["spring"]],
      [where("customer_id", "$is_unknown", ""), ["back", "solo"]],
      [where("campaign_name", "$contains", "prin"), ["spring"]],
      [where("user_login", "$has_value", ""), []],
      [where("metadata.shop", "$is", "Berlin"), ["solo"]],
      [where("created_at", "$today", "true"), ["back", "off", "solo", "spring"]],
      [
        `filters[junction]=or&${where("result", "$is", "FAILURE")}&${where("campaign_name", "$is", "Spring")}`,
        ["off", "spring"],
      ],
    ]);
    await refuses(project, "/v1/redemptions", [...UNKNOWN, ["result=MAYBE", ".result must be"]]);
  });
});

describe("GET /v1/publications with filters", () => {
  it("finds what is asked for, and refuses what is not known", async () => {
    const project = await newProject();
    const spring = await stored(project, "Spring");
    await codes(project, spring, { prefix: "SPR", to: 3 });
    await giftCard(project, "GIFT", 500);
    const ids: string[] = [];
    const named = ["one", "two", "gift", "failed"];
    const give = (to: string, sent: Record<string, unknown>) =>
      step(async () => {
        const { body } = await publish(project, to, sent);
        ids.push(body.id ?? body.resource_id);
      });
    await give("jane", { campaign: "Spring", source_id: "order/1", channel: "mail" });
    await give("john", { campaign: { name: "Spring", count: 2 }, channel: "app" });
    await give("jane", { voucher: "GIFT", metadata: { note: "hi" }, channel: "web" });
    await give("jane", { voucher: "GIFT", channel: "zoo" });
    const list = async (query: string): Promise<[Reply, string[]]> => {
      const reply = await project.get(`/v1/publications?${query}`);
      const entries: { id: string }[] = reply.body.publications ?? [];
      return [reply, entries.map(({ id }) => named[ids.indexOf(id)] ?? id)];
    };
    const jane = (await project.get("/v1/customers/jane")).body.id;
    const gift = (await project.get("/v1/vouchers/GIFT")).body.id;
    await finds(
      list,
      [
        ["voucher_type=discount", ["two", "one"]],
        ["voucher_type=loyalty", []],
        ["is_referral_code=true", []],
        ["is_referral_code=false&campaign=Spring", ["two", "one"]],
        ["order=channel", ["two", "one", "gift", "failed"]],
        ["order=-channel", ["failed", "gift", "one", "two"]],
        [where("failure_code", "$has_value", ""), ["failed"]],
        [where("result", "$is", "FAILURE"), ["failed"]],
        [where("customer_id", "$is", jane), ["failed", "gift", "one"]],
        [where("campaign_name", "$is", "Spring"), ["two", "one"]],
        [where("parent_object_id", "$is", spring), ["two", "one"]],
        [where("related_object_id", "$is", gift), ["failed", "gift"]],
        [where("voucher_type", "$is", "GIFT_VOUCHER"), ["failed", "gift"]],
        [where("is_referral_code", "$is", "FALSE"), ["failed", "gift", "two", "one"]],
        [where("source_id", "$is", "order/1"), ["one"]],
        [where("source_id", "$starts_with", "order"), ["one"]],
        [where("metadata.note", "$is", "hi"), ["gift"]],
      ].map(([query = "", names]) => [String(query), names as string[]]) as Row[],
    );
    await refuses(project, "/v1/publications", UNKNOWN);
    const far = await project.get("/v1/publications?page=1001");
    expect(far.status).toBe(400);
    expect(far.body).toMatchObject({
      key: "page_over_limit",
      details: "Property .page cannot be higher than 1000",
    });
    expect((await project.get("/v1/publications?page=1000&limit=100")).body.publications).toEqual(
      [],
    );
  });
});

describe("GET /v1/campaigns with filters", () => {
  it("finds what is asked for, and refuses what is not known", async () => {
    const project = await newProject();
    const make = (name: string, sent: Record<string, unknown>) =>
      step(() => campaign(project, name, sent));
    await make("Spring", { category: "New", metadata: { team: "a" } });
    await make("Old", { expiration_date: "2020-01-01T00:00:00Z" });
    await make("Soon", { start_date: "2100-01-01T00:00:00Z", active: false });
    const list = async (query: string): Promise<[Reply, string[]]> => {
      const reply = await project.get(`/v1/campaigns?${query}`);
      const entries: { name: string }[] = reply.body.campaigns ?? [];
      return [reply, entries.map(({ name }) => name)];
    };
    const all = ["Soon", "Old", "Spring"];
    const [reply] = await list("");
    const { id } = reply.body.campaigns[0];
    await finds(list, [
      ["campaign_status=DONE", all],
      ["campaign_status=FAILED", []],
      ["is_referral_code=false&order=name", ["Old", "Soon", "Spring"]],
      ["is_referral_code=true", []],
      [where("campaigns", "$is", "Spring"), ["Spring"]],
      [where("campaigns_id", "$is", id), ["Soon"]],
      [where("campaign_status", "$not_in", "DRAFT"), all],
      [where("status", "$expired", ""), ["Old"]],
      [where("status", "before_start", ""), ["Soon"]],
      [where("active", "$disabled", ""), ["Soon"]],
      [where("active", "$active", ""), ["Spring"]],
      [where("is_referral_code", "$is", "TRUE"), []],
      [where("voucher_type", "$is", "DISCOUNT_VOUCHER"), all],
      [where("categories", "$is", "New"), ["Spring"]],
      [where("type", "$in", "STATIC"), all],
      [where("created_date", "$less_than", "1"), all],
      [where("start_date", "$has_value", ""), ["Soon"]],
      [where("expiration_date", "$before", "2021-01-01"), ["Old"]],
      [`${where("updated_at", "$is_unknown", "")}&order=-updated_at`, all],
      [where("metadata.team", "$is", "a"), ["Spring"]],
      [`${where("name", "$is", "Old")}&campaign_type=DISCOUNT_COUPONS`, ["Old"]],
    ]);
    await refuses(project, "/v1/campaigns", [
      ...UNKNOWN,
      ["campaign_status=GONE", ".campaign_status must be equal to one of"],
      [where("type", "$is", "GONE"), ".filters.type must be equal to one of"],
    ]);
  });
});

const RULES = { "1": { name: "order.amount", conditions: { $more_than: [1] } }, logic: "1" };

describe("lists of what is few", () => {
  it("are filtered and ordered by all that the reference service lists", async () => {
    const project = await newProject();
    const make = (path: string, sent: object) =>
      step(async () => {
        const reply = await project.post(path, sent);
        expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      });
    const listing =
      (path: string, ref: string, name: string) =>
      async (query: string): Promise<[Reply, string[]]> => {
        const reply = await project.get(`${path}?${query}`);
        const items: Record<string, string>[] = reply.body[ref] ?? [];
        return [reply, items.map((item) => item[name] ?? "")];
      };

    await make("/v1/customers", { source_id: "b", name: "Jane", address: { city: "Berlin" } });
    await make("/v1/customers", { name: "Anonymous" });
    await make("/v1/customers", { source_id: "a", name: "John", metadata: { tier: "gold" } });
    await make("/v1/segments", {
      name: "Gold",
      filter: { junction: "and", "metadata.tier": { conditions: { $is: ["gold"] } } },
    });
    await make("/v1/segments", { name: "Berlin", customers: ["b"] });
    const segments = (await project.get("/v1/segments")).body.data;
    const [berlin, gold] = segments.map(({ id }: { id: string }) => id);
    await finds(listing("/v1/customers", "customers", "name"), [
      ["name=Jane", ["Jane"]],
      ["name=jane", []],
      ["city=Berlin", ["Jane"]],
      [`segment_id=${berlin}`, ["Jane"]],
      [`segment_id=${gold}`, ["John"]],
      [`segment_id=${gold}&name=Jane`, []],
      ["segment_id=seg_unknown", []],
      ["order=source_id", ["Anonymous", "John", "Jane"]],
      ["order=-source_id", ["Jane", "John", "Anonymous"]],
    ]);
    await finds(listing("/v1/segments", "data", "name"), [
      [`ids[]=${gold}`, ["Gold"]],
      [`ids=${gold}&ids=${berlin}`, ["Berlin", "Gold"]],
      [where("name", "$starts_with", "Ber"), ["Berlin"]],
      [where("type", "$is", "static"), ["Berlin"]],
      [where("created_at", "$more_than", "1"), []],
      [where("id", "$in", gold), ["Gold"]],
    ]);
    await refuses(project, "/v1/segments", UNKNOWN);

    await make("/v1/products", { source_id: "p1", name: "Shirt" });
    await make("/v1/products", { source_id: "p2", name: "Shoe" });
    const made = (await project.get("/v1/products?order=created_at")).body.products[0].created_at;
    await finds(listing("/v1/products", "products", "name"), [
      [`start_date=${made}`, ["Shoe", "Shirt"]],
      [`end_date=${made}`, ["Shirt"]],
      [`start_date=${made}&order=updated_at`, ["Shirt", "Shoe"]],
      ["end_date=2001-01-01", []],
      ["order=type", ["Shirt", "Shoe"]],
    ]);
    await make("/v1/products/p1/skus", { source_id: "s1", sku: "S" });
    await finds(listing("/v1/products/p1/skus", "skus", "sku"), [
      ["end_date=2001-01-01", []],
      [`start_date=${made}&order=updated_at`, ["S"]],
    ]);

    for (const name of ["b", "a"]) {
      await make("/v1/validation-rules", { name, rules: RULES });
    }
    await finds(listing("/v1/validation-rules", "data", "name"), [
      ["order=name", ["a", "b"]],
      ["order=-name", ["b", "a"]],
      ["end_date=2001-01-01", []],
      ["start_date=2001-01-01&order=updated_at", ["b", "a"]],
    ]);
    await make("/v1/product-collections", {
      name: "Auto",
      type: "AUTO_UPDATE",
      filter: { name: { conditions: { $is: ["Shoe"] } } },
    });
    await make("/v1/product-collections", { name: "Fix", type: "STATIC", products: [] });
    await finds(listing("/v1/product-collections", "data", "name"), [
      ["order=type", ["Auto", "Fix"]],
      ["order=-type", ["Fix", "Auto"]],
      ["order=-updated_at", ["Fix", "Auto"]],
      ["order=campaign", ["Auto", "Fix"]],
    ]);
    expect((await project.get("/v1/exports?order=-status")).body.exports).toEqual([]);
    await refuses(project, "/v1/exports", [
      [where("status", "$is", "DONE"), "Property .filters is not taken by this list"],
    ]);
  });

  it("are scrolled by their updates, those that were never updated among them", async () => {
    const project = await newProject();
    const campaignId = await promotion(project, "Promotion");
    const { id: tierId } = await tier(project, campaignId, "Tier");
    const stacks = `/v1/promotions/${campaignId}/stacks`;
    const named = where("name", "$has_value", "");
    const lists = [
      ["/v1/products", named, "/v1/products", {}],
      ["/v1/locations", named, placesOf(project), { shape: circle("0,0", "1 km") }],
      [
        "/v1/promotions/stacks",
        "created_at[after]=2001-01-01",
        stacks,
        { tiers: { ids: [tierId] } },
      ],
    ] as const;
    for (const [path, query, written, sent] of lists) {
      const ids: string[] = [];
      for (const name of ["a", "b", "c", "d"]) {
        await step(async () => ids.push((await made(project, written, { name, ...sent })).id));
      }
      await step(() => project.put(`${written}/${ids[0]}`, { name: "a2" }));
      await step(() => project.put(`${written}/${ids[2]}`, { name: "c2" }));
      const list = async (asked: string): Promise<[Reply, string[]]> => {
        const reply = await project.get(`${path}?${asked}`);
        const items: { name: string }[] = reply.body.products ?? reply.body.data ?? [];
        return [reply, items.map(({ name }) => name)];
      };
      await finds(list, [
        [`${query}&order=-updated_at`, ["c2", "a2", "d", "b"]],
        [`${query}&order=updated_at`, ["b", "d", "a2", "c2"]],
      ]);
    }
  });

  it.each([
    ["sorted by the database", ""],
    ["decided by the worker", `&${where("created_at", "$is_less_days_ago_md", "1")}`],
  ])("go on behind what was shown, whatever comes and goes before it: %s", async (_, filter) => {
    const project = await newProject();
    const id = await campaign(project, "Spring");
    for (const name of ["E", "B", "D", "C", "A"]) await code(project, id, name);
    const path = `/v1/vouchers?campaign_id=${id}&order=code&limit=1`;
    let after = "";
    const next = async (): Promise<string> => {
      const { body } = await project.get(encoded(path + filter + after));
      after = `&starting_after_id=${body.more_starting_after}`;
      return body.vouchers?.[0]?.code ?? JSON.stringify(body);
    };
    expect(await next()).toBe("A");
    await project.delete("/v1/vouchers/A?force=true");
    expect(await next()).toBe("B");
    await code(project, id, "AA");
    expect(await next()).toBe("C");
    await project.delete("/v1/vouchers/C?force=true");
    await project.delete("/v1/vouchers/D?force=true");
    expect(await next()).toBe("E");
    expect(after).toBe("&starting_after_id=undefined");
  });

  it("ends a window where it ended when it was begun, whatever goes meanwhile", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring");
    await code(project, id, "A");
    const at = (second: number) => new Date(Date.UTC(2026, 1, 1, 0, 0, second)).toISOString();
    // 500 are looked at. What was updated first stands behind those.
    const updates = Array.from({ length: 502 }, (_, n) => ({
      updated_at: at(n === 500 ? 0 : n + 1),
    }));
    await copies(project, { table: "vouchers" }, updates);
    const today = where("created_at", "$is_less_days_ago_md", "1");
    const found: string[] = [];
    let after = "";
    for (let more = true; more; ) {
      const path = `/v1/vouchers?campaign_id=${id}&order=updated_at&limit=100&${today}${after}`;
      const { body } = await project.get(encoded(path));
      found.push(...body.vouchers.map((each: { updated_at: string }) => each.updated_at));
      more = body.has_more;
      after = `&starting_after_id=${body.more_starting_after}`;
      await homeDb()
        .prepare("DELETE FROM vouchers WHERE project_id = ? AND updated_at = ?")
        .bind(project.id, found.at(-1))
        .run();
    }
    expect(found).toHaveLength(502);
    expect(found.slice(500)).toEqual([at(0), at(502)]);
    expect(new Set(found).size).toBe(502);
  });

  it("takes back whatever place it answers, also behind the longest name", async () => {
    const project = await newProject();
    const long = "語".repeat(255);
    for (const name of [long, "a"]) {
      await step(() => campaign(project, name));
      await step(() => made(project, "/v1/validation-rules", { name, rules: RULES }));
    }
    const list =
      (path: string, ref: string) =>
      async (query: string): Promise<[Reply, string[]]> => {
        const reply = await project.get(`${path}?${query}`);
        return [reply, (reply.body[ref] ?? []).map(({ name }: { name: string }) => name)];
      };
    await finds(list("/v1/campaigns", "campaigns"), [
      ["campaign_status=DONE&order=-name", [long, "a"]],
    ]);
    await finds(list("/v1/validation-rules", "data"), [["order=-name", [long, "a"]]]);
  });

  it("finds what a customer holds", async () => {
    const project = await newProject();
    await giftCard(project, "GIFT", 500);
    await voucher(project, "SOLO");
    await step(() => publish(project, "jane", { voucher: "GIFT" }));
    await step(() => publish(project, "jane", { voucher: "SOLO" }));
    const solo = (await project.get("/v1/vouchers/SOLO")).body.id;
    const read = async (query: string) => {
      const reply = await project.get(`/v1/customers/jane/redeemables?${encoded(query)}`);
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      const held: { redeemable: { voucher: { code: string } } }[] = reply.body.data;
      return { codes: held.map(({ redeemable }) => redeemable.voucher.code), body: reply.body };
    };
    const rows: Row[] = [
      [where("redeemable_id", "$is", solo), ["SOLO"]],
      [where("voucher_type", "$is", "GIFT_VOUCHER"), ["GIFT"]],
      [where("holder_role", "$is", "OWNER"), ["SOLO", "GIFT"]],
      [`${where("holder_role", "$in", "OWNER")}&order=id`, ["GIFT", "SOLO"]],
      [where("campaign_id", "$has_value", ""), []],
      [where("created_at", "$less_than", "2"), ["SOLO", "GIFT"]],
      [where("redeemable_object", "$is_not", "voucher"), []],
    ];
    for (const [query, codes] of rows) expect((await read(query)).codes, query).toEqual(codes);
    const first = await read(`${where("holder_role", "$is", "OWNER")}&limit=1`);
    expect([first.codes, first.body.has_more]).toEqual([["SOLO"], true]);
    const after = first.body.more_starting_after;
    const second = await read(`${where("holder_role", "$is", "OWNER")}&starting_after_id=${after}`);
    expect([second.codes, second.body.has_more]).toEqual([["GIFT"], false]);
    await refuses(project, "/v1/customers/jane/redeemables", [
      [where("colour", "$is", "x"), "Property .filters.colour is not a field"],
      [where("holder_role", "$is", "BOSS"), ".filters.holder_role must be equal to one of"],
    ]);
    const nobody = `/v1/customers/nobody/redeemables?${encoded(where("id", "$is", "x"))}`;
    expect((await project.get(nobody)).status).toBe(404);
  });
});
