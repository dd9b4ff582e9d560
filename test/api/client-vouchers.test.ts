import { describe, expect, it } from "vitest";
import { ClientVoucherList } from "../../src/resources/vouchers/schema";
import { costOf, newProject, parsed, type TestProject } from "../support/api";
import { campaign, code, rule } from "../support/campaigns";
import { failure } from "../support/failure";
import { giftCard, voucher } from "../support/redeeming";

const PATH = "/client/v1/vouchers";

const shop = (settings = {}) => newProject({ client_list_vouchers_enabled: 1, ...settings });

const codesOf = async (project: TestProject, query = "") =>
  parsed(ClientVoucherList, await project.get(`${PATH}${query}`)).vouchers.map(({ code }) => code);

describe("GET /client/v1/vouchers", () => {
  it("200: discount vouchers of no campaign that are open and that nobody holds, newest first", async () => {
    const project = await shop();
    await voucher(project, "FIRST");
    await giftCard(project, "CARD", 500);
    await voucher(project, "POINTS", {
      type: "LOYALTY_CARD",
      discount: null,
      loyalty_card: { points: 5 },
    });
    await code(project, await campaign(project, "Coupons"), "COUPON");
    await voucher(project, "HELD");
    await project.post("/v1/publications", { voucher: "HELD", customer: { source_id: "ada" } });
    await voucher(project, "OFF", { active: false });
    await voucher(project, "OLD", { expiration_date: "2001-01-01" });
    await voucher(project, "LATER", { start_date: "2098-01-01" });
    await voucher(project, "GONE");
    await project.delete("/v1/vouchers/GONE");
    await voucher(project, "SECOND");
    expect(await codesOf(project)).toEqual(["SECOND", "FIRST"]);
    await voucher(await shop(), "FOREIGN");
    expect(await codesOf(project)).toEqual(["SECOND", "FIRST"]);
  });

  it("200: each once, whatever its rules ask for", async () => {
    const project = await shop();
    const rules = await project.post("/v1/validation-rules", {
      name: "Either",
      rules: {
        "1": { name: "customer.metadata", property: "tier", conditions: { $is: ["gold"] } },
        "2": { name: "product.id", conditions: { $is: ["shirt"] } },
        logic: "1 or 2",
      },
    });
    const amount = await rule(project, "order.amount", { $more_than: [1] });
    await voucher(project, "EITHER", { validation_rules: [rules.body.id] });
    await voucher(project, "AMOUNT", { validation_rules: [amount] });
    const list = parsed(ClientVoucherList, await project.get(PATH));
    expect(list.vouchers.map(({ code: name }) => name)).toEqual(["AMOUNT", "EITHER"]);
    expect(list.total).toBe(2);
  });

  it("200: what a shopper needs to use it, and notes only under visible keys", async () => {
    const project = await shop({ client_visible_metadata: '["theme"]' });
    await voucher(project, "OPEN", {
      expiration_date: "2098-01-01",
      metadata: { note: "secret-note", theme: "dark" },
      additional_info: "secret-info",
      category: "seasonal",
    });
    const reply = await project.get(PATH);
    const [shown] = parsed(ClientVoucherList, reply).vouchers;
    expect(Object.keys(shown ?? {}).sort()).toEqual(
      [
        "active additional_info assets campaign campaign_id categories category category_id code created_at discount",
        "expiration_date gift id is_referral_code loyalty_card metadata object publish redemption",
        "start_date type updated_at validation_rules_assignments validity_day_of_week",
        "validity_timeframe",
      ].flatMap((names) => names.split(" ")),
    );
    expect(shown).toMatchObject({
      additional_info: null,
      validation_rules_assignments: { data: [], total: 0 },
      code: "OPEN",
      discount: { type: "AMOUNT", amount_off: 100 },
      metadata: { theme: "dark" },
      expiration_date: "2098-01-01T23:59:59.999Z",
    });
    expect(JSON.stringify(reply.body)).not.toContain("secret");
  });

  it("200: pages without a gap or a repetition, and counts them all", async () => {
    const project = await shop();
    const names = Array.from({ length: 7 }, (_, at) => `CODE-${at}`);
    for (const name of names) await voucher(project, name);
    const pages = [];
    for (const page of [1, 2, 3, 4]) {
      const list = parsed(ClientVoucherList, await project.get(`${PATH}?limit=3&page=${page}`));
      expect(list.total).toBe(7);
      pages.push(list.vouchers.map(({ code: name }) => name));
    }
    expect(pages).toEqual([
      ["CODE-6", "CODE-5", "CODE-4"],
      ["CODE-3", "CODE-2", "CODE-1"],
      ["CODE-0"],
      [],
    ]);
  });

  it("200: two round trips, and no more rows of a page for cards among them", async () => {
    const project = await shop();
    for (let at = 0; at < 12; at++) await voucher(project, `CODE-${at}`);
    // A row's neighbour in an index costs one read: the first card gives each walk its neighbour.
    await giftCard(project, "CARD", 100);
    await project.get(PATH);
    const before = costOf(await project.get(PATH));
    expect(before.roundTrips).toBe(2);
    for (let at = 0; at < 20; at++) await giftCard(project, `CARD-${at}`, 100);
    expect(costOf(await project.get(PATH))).toEqual(before);
  });

  it("403: where the project does not list them", async () => {
    const project = await newProject();
    await voucher(project, "OPEN");
    const reply = await project.get(PATH);
    const { details } = failure(reply, 403, "forbidden");
    expect(details).toBe("Client-side listing of vouchers is switched off");
    expect(JSON.stringify(reply.body)).not.toContain("OPEN");
  });

  it.each(["limit=0", "limit=101", "page=0", "page=101"])("400: %s", async (query) => {
    failure(await (await shop()).get(`${PATH}?${query}`), 400, "invalid_query_params");
  });
});
