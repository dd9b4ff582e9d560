import { describe, expect, it } from "vitest";
import { newProject, type TestProject } from "../support/api";
import { made } from "../support/deciding";
import { homeDb } from "../support/places";
import { manyCampaigns, qualify } from "../support/qualifying";

const at = (place: number) => `camp_${String(place).padStart(8, "0")}`;

type Rules = Record<string, unknown>;

const amount = (least: number): Rules => ({
  "1": { name: "order.amount", conditions: { $more_than_or_equal: [least] } },
});
const channel = (name: string): Rules => ({
  "1": { name: "order.metadata", property: "channel", conditions: { $is: [name] } },
});

/** Gives campaigns of these numbers one rule. */
async function ruling(project: TestProject, rules: Rules, where: string): Promise<string> {
  const { id } = await made(project, "/v1/validation-rules", { name: "Rule", rules });
  await homeDb()
    .prepare(
      `INSERT INTO validation_rules_assignments
         (project_id, related_object_id, rule_id, id, related_object_type, created_at)
       SELECT project_id, id, ?2, 'asgm_' || id, 'campaign', created_at FROM campaigns
       WHERE project_id = ?1 AND ${where}`,
    )
    .bind(project.id, id)
    .run();
  return id;
}

const below = (place: number) => `id < '${at(place)}'`;
const from = (place: number) => `id >= '${at(place)}'`;

/** All pages of a request. */
async function allPages(project: TestProject, sent: Rules, options: Rules) {
  const pages: string[][] = [];
  let starting_after: string | undefined;
  do {
    const page = await qualify(project, sent, {
      ...options,
      ...(starting_after && { starting_after }),
    });
    pages.push(page.ids);
    expect(page.cost.roundTrips).toBeLessThanOrEqual(2);
    starting_after = page.list.has_more ? page.list.more_starting_after : undefined;
  } while (starting_after && pages.length < 50);
  return pages;
}

describe("what asks for more than the order comes to", () => {
  it("is passed over: 1,000 older campaigns are found behind 20,000 newer ones", async () => {
    const project = await newProject();
    await manyCampaigns(project, 0, 11_000);
    await manyCampaigns(project, 11_000, 21_000);
    await ruling(project, amount(1_000), below(1_000));
    await ruling(project, amount(5_000), from(1_000));
    const five = [999, 998, 997, 996, 995].map(at);
    const known = await qualify(project, { order: { amount: 3_000 } }, { limit: 5 });
    expect(known.ids).toEqual(five);
    expect(known.list.has_more).toBe(true);
    expect(known.cost.roundTrips).toBe(1);
    expect(known.cost.read).toBeLessThanOrEqual(400);
    const items = [{ source_id: "mug", quantity: 3 }];
    await made(project, "/v1/products", { source_id: "mug", price: 1_000 });
    const priced = await qualify(project, { order: { items } }, { limit: 5 });
    expect(priced.ids).toEqual(five);
    expect(priced.cost.roundTrips).toBe(2);
    expect(priced.cost.read).toBeLessThanOrEqual(3_500);
    const larger = await qualify(project, { order: { amount: 5_000 } }, { limit: 5 });
    expect(larger.ids).toEqual([20_999, 20_998, 20_997, 20_996, 20_995].map(at));
    const none = await qualify(project, { order: { amount: 999 } }, { limit: 5 });
    expect([none.ids, none.list.has_more]).toEqual([[], false]);
  });

  it("pages list each match once, by date and by deal", async () => {
    const project = await newProject();
    await manyCampaigns(project, 0, 90);
    await ruling(project, amount(3_100), "substr(id, -1) IN ('0', '3', '6')");
    await ruling(project, amount(9_000), "substr(id, -1) IN ('1', '4', '7')");
    await ruling(project, amount(3_300), "substr(id, -1) IN ('2', '5')");
    const matches = Array.from({ length: 90 }, (_, place) => place)
      .filter((place) => [0, 3, 6, 8, 9].includes(place % 10))
      .map(at);
    await made(project, "/v1/products", { source_id: "mug", price: 3_200 });
    for (const order of [{ amount: 3_200 }, { items: [{ source_id: "mug" }] }]) {
      for (const options of [{ limit: 7 }, { limit: 7, sorting_rule: "BEST_DEAL" }]) {
        const pages = await allPages(project, { order }, options);
        expect(pages.flat().sort(), JSON.stringify({ order, options })).toEqual(matches);
      }
    }
  });

  it("is found where amounts are not judged, as a near miss, by name, and as soon as it opens", async () => {
    const project = await newProject();
    await manyCampaigns(project, 0, 3);
    const rule = await ruling(project, amount(5_000), from(1));
    const order = { amount: 3_800 };
    expect((await qualify(project, { order })).ids).toEqual([0].map(at));
    const everyone = [2, 1, 0].map(at);
    expect((await qualify(project, { order, scenario: "AUDIENCE_ONLY" })).ids).toEqual(everyone);
    const near = await project.post("/v1/qualifications", {
      order,
      options: { expand: ["near_misses"] },
    });
    expect(near.body.near_misses.data.map(({ id }: { id: string }) => id)).toEqual([2, 1].map(at));
    const named = { filters: { resource_id: { conditions: { $is: [at(1)] } } } };
    expect((await qualify(project, { order }, named)).ids).toEqual([]);
    expect((await qualify(project, { order: { amount: 5_000 } }, named)).ids).toEqual([at(1)]);
    const as_of = new Date(Date.now() + 86_400_000).toISOString();
    expect((await qualify(project, { order: { amount: 5_000 } }, { as_of })).ids).toEqual(everyone);
    expect((await qualify(project, { order }, { as_of })).ids).toEqual([0].map(at));
    await homeDb()
      .prepare(
        "UPDATE qualifiables SET is_open = 0, opens_at = 1 WHERE project_id = ?1 AND id = ?2",
      )
      .bind(project.id, at(2))
      .run();
    expect((await qualify(project, { order: { amount: 5_000 } })).ids).toEqual(everyone);
    expect((await qualify(project, { order })).ids).toEqual([0].map(at));
    const rules = amount(3_500);
    expect((await project.put(`/v1/validation-rules/${rule}`, { rules })).status).toBe(200);
    expect((await qualify(project, { order })).ids).toEqual(everyone);
  });
});

describe("what no index tells", () => {
  it("is looked for a second time where the first look does not fill the page", async () => {
    const project = await newProject();
    await manyCampaigns(project, 0, 400);
    await ruling(project, channel("web"), from(90));
    const order = { amount: 3_000, metadata: { channel: "app" } };
    const pages = await allPages(project, { order }, { limit: 5 });
    // Each looks at 15 and 100 more: 310 that do not match are behind the third page's first look.
    expect(pages.slice(0, 3)).toEqual([[], [], [89, 88, 87, 86, 85].map(at)]);
    const found = pages.flat();
    expect(found).toHaveLength(90);
    expect(found).toEqual(Array.from({ length: 90 }, (_, place) => at(89 - place)));
  });

  it("is told by deal: whether the deals of all were compared", async () => {
    const project = await newProject();
    await manyCampaigns(project, 0, 25);
    const best = (sorting_rule: string, limit: number) =>
      qualify(project, { order: { amount: 3_000 } }, { sorting_rule, limit });
    expect((await best("BEST_DEAL", 5)).list.all_compared).toBe(true);
    expect((await best("LEAST_DEAL", 4)).list.all_compared).toBe(false);
    expect((await best("DEFAULT", 4)).list).not.toHaveProperty("all_compared");
  });
});
