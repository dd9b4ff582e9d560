import { describe, expect, it } from "vitest";
import { costOf, newProject, type TestProject } from "../support/api";
import { campaign, code } from "../support/campaigns";
import { failure } from "../support/failure";
import { promotion, tier } from "../support/promotions";
import { giftCard, redeem, voucher } from "../support/redeeming";

type Query = string | object;

const encoded = (query: Query): string =>
  typeof query === "string"
    ? query.replace(/["[\]$ ]/g, encodeURIComponent)
    : `filters=${encodeURIComponent(JSON.stringify(query))}`;

async function made(project: TestProject, path: string, body: object): Promise<string> {
  const reply = await project.post(path, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.id;
}

/** Holds what a list finds, by a property of its entries, to what is expected of each query. */
async function finds(
  { project, path, by }: { project: TestProject; path: string; by: string },
  rows: readonly [Query, readonly string[]][],
): Promise<void> {
  for (const [query, expected] of rows) {
    const reply = await project.get(`${path}?${encoded(query)}`);
    expect(reply.status, `${JSON.stringify(query)} ${JSON.stringify(reply.body)}`).toBe(200);
    const items: Record<string, string>[] = reply.body[reply.body.data_ref];
    expect(items.map((item) => item[by]).toSorted(), JSON.stringify(query)).toEqual(
      [...expected].toSorted(),
    );
    expect(costOf(reply).roundTrips).toBeLessThanOrEqual(3);
  }
}

const where = (field: string, operator: string, value: string): string =>
  `filters[${field}][conditions][${operator}]=${value}`;

/** A field that no list has, which must not be left out: the client would get everybody. */
async function refusesUnknown(project: TestProject, path: string): Promise<void> {
  const reply = await project.get(`${path}?${encoded(where("colour", "$is", "red"))}`);
  expect(failure(reply, 400, "invalid_query_params").details).toBe(
    "Property .filters.colour is not a field that can be filtered by",
  );
}

const PAST = "2020-08-20T14:17:09Z";

describe("products and SKUs", () => {
  async function shop() {
    const project = await newProject();
    const burger = { price: 2500, metadata: { category: "Burgers", sizes: ["s", "l"] } };
    await made(project, "/v1/products", { source_id: "p1", name: "Big", ...burger });
    await made(project, "/v1/products", { source_id: "p2", name: "Small", ...burger, price: 900 });
    await made(project, "/v1/products", { source_id: "p3", name: "Cola", price: 3000 });
    await project.put("/v1/products/p3", { name: "Coke" });
    await made(project, "/v1/products/p1/skus", { source_id: "s1", sku: "Big, s", price: 2400 });
    await made(project, "/v1/products/p1/skus", { source_id: "s2", sku: "Big, l", price: 2600 });
    return project;
  }

  it("products by metadata, price, and when they were made and updated", async () => {
    const project = await shop();
    const category = where("metadata.category", "$is", "Burgers");
    await finds({ project, path: "/v1/products", by: "source_id" }, [
      [`${category}&${where("price", "$more_than", "2000")}`, ["p1"]],
      [
        `${category}&${where("price", "$more_than", "2000")}&filters[junction]=or`,
        ["p1", "p2", "p3"],
      ],
      [where("metadata.sizes", "$contains", "l"), ["p1", "p2"]],
      [where("price", "$is", "900"), ["p2"]],
      [`[filters][created_at][conditions][$after][0]=${PAST}`, ["p1", "p2", "p3"]],
      [`[filters][created_at][conditions][$before][0]=${PAST}`, []],
      [`[filters][updated_at][conditions][$after][0]=${PAST}`, ["p3"]],
      [`[filters][updated_at][conditions][$before][0]=${PAST}`, []],
      [where("created_at", "$today", "true"), ["p1", "p2", "p3"]],
      [where("name", "$starts_with", "Co"), ["p3"]],
      [where("source_id", "$in", "p1"), ["p1"]],
      [{ price: { conditions: { $less_than: 1000 } } }, ["p2"]],
    ]);
    await refusesUnknown(project, "/v1/products");
  });

  it("SKUs of a product, which had no filters", async () => {
    const project = await shop();
    await finds({ project, path: "/v1/products/p1/skus", by: "source_id" }, [
      [where("price", "$more_than", "2500"), ["s2"]],
      [where("sku", "$ends_with", "s"), ["s1"]],
      [`[filters][created_at][conditions][$after][0]=${PAST}`, ["s1", "s2"]],
      [`[filters][updated_at][conditions][$after][0]=${PAST}`, []],
    ]);
    await refusesUnknown(project, "/v1/products/p1/skus");
  });

  it.each(["", "None", "null", "undefined"])("filters=%s is no filter", async (text) => {
    const project = await shop();
    await finds({ project, path: "/v1/products", by: "source_id" }, [
      [`filters=${text}`, ["p1", "p2", "p3"]],
    ]);
    const reply = await project.get("/v1/products?filters=burgers");
    failure(reply, 400, "invalid_query_params");
  });
});

describe("vouchers", () => {
  it("by their campaigns, by what is left of them, and by the names of the wire", async () => {
    const project = await newProject();
    const spring = await campaign(project, "Spring");
    const summer = await campaign(project, "Summer");
    await code(project, spring, "SPRING");
    await code(project, summer, "SUMMER");
    await voucher(project, "USED", { redemption: { quantity: 5 } });
    await giftCard(project, "GIFT", 700);
    await redeem(project, "USED", { order: { amount: 10_000 } });
    const campaigns = (operator: string, ...ids: string[]) =>
      ids.map((id, at) => `filters[campaign_ids][conditions][${operator}][${at}]=${id}`).join("&");
    await finds({ project, path: "/v1/vouchers", by: "code" }, [
      [campaigns("$in", spring), ["SPRING"]],
      [campaigns("$in", spring, summer), ["SPRING", "SUMMER"]],
      [
        `${campaigns("$in", spring)}&${where("code", "$is", "USED")}&filters[junction]=OR`,
        ["SPRING", "USED"],
      ],
      [campaigns("$not_in", spring), ["SUMMER"]],
      [where("campaign_ids", "$is_unknown", ""), ["USED", "GIFT"]],
      [`[filters][redemption.redeemed_quantity][conditions][$is]=0`, ["SPRING", "SUMMER", "GIFT"]],
      [where("redemption.redeemed_quantity", "$more_than", "0"), ["USED"]],
      [where("redemption.quantity", "$is", "5"), ["USED"]],
      [where("gift.balance", "$is", "700"), ["GIFT"]],
      [where("redemption_status", "$is", "redeemed"), ["USED"]],
      [where("redemption_status", "$is_not", "redeemed"), ["SPRING", "SUMMER", "GIFT"]],
    ]);
    await refusesUnknown(project, "/v1/vouchers");
    const reply = await project.get(
      `/v1/vouchers?${encoded(where("redemption_status", "$is", "lost"))}`,
    );
    expect(failure(reply, 400, "invalid_query_params").details).toBe(
      "Property .filters.redemption_status must be equal to one of the allowed values [ redeemable, redeemed ]",
    );
  });
});

describe("stacks and rules", () => {
  it("are filtered by when they were made and updated", async () => {
    const project = await newProject();
    const id = await promotion(project, "Promotion");
    const { id: tierId } = await tier(project, id, "Tier");
    const stack = { name: "Both", tiers: { ids: [tierId] } };
    const stackId = await made(project, `/v1/promotions/${id}/stacks`, stack);
    await made(project, "/v1/validation-rules", { name: "Rule", rules: {} });
    const lists = [
      { path: "/v1/promotions/stacks", name: "Both" },
      { path: "/v1/validation-rules", name: "Rule" },
    ];
    for (const { path, name } of lists) {
      await finds({ project, path, by: "name" }, [
        [`[filters][created_at][conditions][$after][0]=${PAST}`, [name]],
        [`[filters][created_at][conditions][$before][0]=${PAST}`, []],
        [`[filters][updated_at][conditions][$after][0]=${PAST}`, []],
        [`[filters][updated_at][conditions][$before][0]=${PAST}`, []],
        [where("name", "$is", name), [name]],
      ]);
      await refusesUnknown(project, path);
    }
    await project.put(`/v1/promotions/${id}/stacks/${stackId}`, { name: "Renamed" });
    await finds({ project, path: "/v1/promotions/stacks", by: "name" }, [
      [`[filters][updated_at][conditions][$after][0]=${PAST}`, ["Renamed"]],
      [where("campaign_id", "$is", id), ["Renamed"]],
    ]);
  });
});

describe("forms of a filter", () => {
  it("a day is the whole day on the project's calendar, an instant is its millisecond", async () => {
    const project = await newProject({ timezone: "Pacific/Auckland" });
    await made(project, "/v1/products", { source_id: "p1", name: "A" });
    const { created_at } = (await project.get("/v1/products/p1")).body;
    const day = (at: string) =>
      new Intl.DateTimeFormat("sv-SE", { timeZone: "Pacific/Auckland" }).format(new Date(at));
    const before = new Date(Date.parse(created_at) - 86_400_000).toISOString();
    await finds({ project, path: "/v1/products", by: "source_id" }, [
      [where("created_at", "$is", day(created_at)), ["p1"]],
      [where("created_at", "$is", day(before)), []],
      [where("created_at", "$is", created_at), ["p1"]],
      [where("created_at", "$is", before), []],
      [
        `${where("created_at", "$in", before)}&${where("created_at", "$in", day(created_at))}`,
        ["p1"],
      ],
    ]);
    const reply = await project.get(`/v1/products?${encoded(where("created_at", "$is", "soon"))}`);
    expect(failure(reply, 400, "invalid_query_params").details).toBe(
      "Property .filters.created_at is refused: operator '$is' takes an ISO 8601 date",
    );
  });

  it("conditions stand in the place of their name, and what compares with nothing takes any form of it", async () => {
    const project = await newProject();
    await made(project, "/v1/products", { source_id: "p1", name: "A" });
    const nothing = [true, [true], {}, [{}], [], "", null];
    await finds({ project, path: "/v1/products", by: "source_id" }, [
      [{ name: { $is: "A" } }, ["p1"]],
      [{ name: { $is: "B" } }, []],
      ["filters[name][$is]=A", ["p1"]],
      ...nothing.map((value): [Query, string[]] => [
        { created_at: { conditions: { $today: value } } },
        ["p1"],
      ]),
      ...nothing.map((value): [Query, string[]] => [{ created_at: { $last_month: value } }, []]),
      ...nothing.map((value): [Query, string[]] => [{ name: { $is_unknown: value } }, []]),
    ]);
    for (const [node, reason] of [
      [{ $today: false }, "takes no value, or true"],
      [{ $is: "A", conditions: {} }, "must be an object with 'conditions' alone"],
      [{}, "must be an object with 'conditions' alone"],
    ] as const) {
      const reply = await project.get(`/v1/products?${encoded({ created_at: node })}`);
      expect(failure(reply, 400, "invalid_query_params").details).toContain(reason);
    }
  });

  it("a segment takes the same forms, and whose birthday it is", async () => {
    const project = await newProject();
    const now = new Date();
    const birthdate = `1990-${now.toISOString().slice(5, 10)}`;
    await made(project, "/v1/customers", { source_id: "jane", birthdate });
    await made(project, "/v1/customers", { source_id: "john", birthdate: "1990-01-01" });
    const isNewYear = birthdate.endsWith("01-01");
    const members = async (filter: object) => {
      const id = await made(project, "/v1/segments", { name: "S", type: "passive", filter });
      const { body } = await project.get(`/v1/customers?segment_id=${id}`);
      return body.customers.map(({ source_id }: { source_id: string }) => source_id).sort();
    };
    const born = isNewYear ? ["jane", "john"] : ["jane"];
    for (const value of [true, [true], {}, []]) {
      expect(await members({ birthdate: { conditions: { $anniversary_today: value } } })).toEqual(
        born,
      );
      expect(await members({ created_at: { conditions: { $this_month: value } } })).toEqual([
        "jane",
        "john",
      ]);
      expect(await members({ created_at: { conditions: { $last_month: value } } })).toEqual([]);
      expect(await members({ created_at: { $next_month: value } })).toEqual([]);
    }
  });

  it("an export takes them, too", async () => {
    const project = await newProject();
    const day = ["2026-01-01"];
    const cases: [string, object][] = [
      ["customer", { "publications.created_at": { conditions: { $is: day } } }],
      ["customer", { updated_at: { conditions: { $is: day } } }],
      ["order", { amount: { conditions: { $more_than: 500 } } }],
      ["order", { total_amount: { $more_than: 500 } }],
      ["order", { discount_amount: { conditions: { $is: [500] } } }],
      ["order", { items_discount_amount: { conditions: { $less_than: "500" } } }],
      ["order", { total_discount_amount: { conditions: { $more_than_equal: 500 } } }],
      ["publication", { is_referral_code: { conditions: { $is: ["TRUE"] } } }],
      ["voucher", { is_referral_code: { conditions: { $is_not: "true" } } }],
      ["voucher", { created_date: { conditions: { $in: day } } }],
      ["voucher", { redemption_status: { conditions: { $is: "redeemed" } } }],
      ["voucher", { redemption_status: { conditions: { $redeemable: {} } } }],
      ["voucher", { validity_timeframe: { conditions: { $is: day } } }],
      ["voucher", { campaign_ids: { conditions: { $in: ["camp_1"] } } }],
    ];
    for (const [exported_object, filters] of cases) {
      const sent = { exported_object, parameters: { filters } };
      const reply = await project.post("/v1/exports", sent);
      expect(reply.status, JSON.stringify([sent, reply.body])).toBe(200);
      expect(reply.body.parameters.filters).toEqual(filters);
    }
  });

  it("a qualification that filters without `conditions` is not answered everything", async () => {
    const project = await newProject();
    const spring = await campaign(project, "Spring", {
      voucher: { discount: { type: "AMOUNT", amount_off: 100 } },
    });
    await campaign(project, "Summer", {
      voucher: { discount: { type: "AMOUNT", amount_off: 100 } },
    });
    const ids = async (filters: object) => {
      const { status, body } = await project.post("/v1/qualifications", {
        scenario: "ALL",
        order: { amount: 1000 },
        options: { filters },
      });
      expect(status, JSON.stringify(body)).toBe(200);
      return body.redeemables.data.map(({ id }: { id: string }) => id);
    };
    expect(await ids({ campaign_id: { $is: [spring] } })).toEqual([spring]);
    expect(await ids({ campaign_id: { conditions: { $is: [spring] } } })).toEqual([spring]);
  });
});

it("a list that takes no filters refuses them", async () => {
  const project = await newProject();
  const reply = await project.get(`/v1/categories?${encoded(where("name", "$is", "x"))}`);
  expect(failure(reply, 400, "invalid_query_params").details).toBe(
    "Property .filters is not taken by this list: leave it out to get everything",
  );
  expect((await project.get("/v1/categories?filters=")).status).toBe(200);
});

it("a cursor that is the id of an entry goes on behind it, in whatever order", async () => {
  const project = await newProject();
  const ids: Record<string, string> = {};
  for (const name of ["a", "b", "c"]) {
    ids[name] = await made(project, "/v1/products", { name, source_id: name });
  }
  await project.put("/v1/products/a", { price: 1 });
  const { created_at: first } = (await project.get("/v1/products/a")).body;
  await finds({ project, path: "/v1/products", by: "name" }, [
    [`order=created_at&starting_after_id=${ids.a}`, ["b", "c"]],
    [`order=-created_at&starting_after_id=${ids.b}`, ["a"]],
    [`order=-updated_at&starting_after_id=${ids.a}`, ["b", "c"]],
    [`order=-updated_at&start_date=${first}&starting_after_id=${ids.a}`, ["b", "c"]],
    [`starting_after_id=prod_none&order=created_at`, ["a", "b", "c"]],
  ]);
});
