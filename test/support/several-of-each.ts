import { expect } from "vitest";
import { newProject, type TestProject } from "./api";
import { homeDb } from "./places";

type Sent = Record<string, unknown>;

/** So many entries stand in each list: with pages of two, the last page is not full. */
export const SEVERAL = 3;
const EACH = [1, 2, 3];

const TEN_OFF = { type: "AMOUNT", amount_off: 1000 };
const CIRCLE = {
  type: "circle",
  format: "distance",
  distance: { center: "0,0", radius: "1 km" },
};

export interface Several {
  project: TestProject;
  /** Values of the parameters that paths have. */
  params: Record<string, string>;
}

async function ok(reply: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await reply;
  expect([200, 202], JSON.stringify(body)).toContain(status);
  // biome-ignore lint/suspicious/noExplicitAny: wire bodies are read field by field, as a client does
  return body as any;
}

/** Rows that come about by work in the background, straight into their tables. */
async function backgroundRows(project: TestProject, webhookId: string): Promise<void> {
  const of = (sql: string, ...values: (string | number)[]) =>
    homeDb()
      .prepare(sql)
      .bind(project.id, ...values);
  await homeDb().batch(
    EACH.flatMap((n) => [
      of(
        `INSERT INTO async_actions (project_id, id, type, status, input, state, request_id,
           created_at, updated_at)
         VALUES (?1, ?2, 'CUSTOMERS_BULK_UPDATE', 'DONE', '{}', '{}', 'v-1', ?3, ?3)`,
        `aa_00000000${n}`,
        "2026-01-01T00:00:00.000Z",
      ),
      of(
        `INSERT INTO exports (project_id, id, exported_object, parameters, status, channel,
           created_at, manifest)
         VALUES (?1, ?2, 'order', '{}', 'DONE', 'API', '2026-01-01T00:00:00.000Z', ?3)`,
        `exp_00000000${n}`,
        '{"rows":0,"bytes":0,"sha256":""}',
      ),
      of(
        `INSERT INTO dead_jobs (project_id, id, queue, body, attempts, died_at)
         VALUES (?1, ?2, 'vouchsafe-jobs', '{"job":"outbox"}', 11, '2026-01-01T00:00:00.000Z')`,
        `dj_${n}`,
      ),
      of(
        `INSERT INTO webhook_deliveries (project_id, webhook_id, sequence, lane, kind, status,
           created_at)
         VALUES (?1, ?2, ?3, 1, 'voucher.created', 'SUCCEEDED', '2026-01-01T00:00:00.000Z')`,
        webhookId,
        1_000 + n,
      ),
    ]),
  );
  await of(`UPDATE tallies SET async_actions = 3, exports = 3 WHERE project_id = ?1`).run();
}

/** Pending points and points that expire of a card, as earning leaves them. */
async function pointRows(project: TestProject, code: string): Promise<void> {
  await homeDb().batch(
    EACH.flatMap((n) => [
      homeDb()
        .prepare(
          `INSERT INTO loyalty_pending_points (project_id, id, voucher_id, campaign_id, points,
             status, activates_at, due_at, details, created_at)
           SELECT project_id, ?3, id, campaign_id, 5, 'PENDING', '2999-01-01',
             '2999-01-01T00:00:00.000Z', '{}', created_at
           FROM vouchers WHERE project_id = ?1 AND code = ?2`,
        )
        .bind(project.id, code, `lopp_00000000${n}`),
    ]),
  );
}

async function goods({ post }: TestProject): Promise<Sent> {
  const made = [];
  for (const n of EACH) {
    made.push(await ok(post("/v1/products", { source_id: `shirt-${n}` })));
    await ok(post("/v1/products/shirt-1/skus", { source_id: `size-${n}` }));
    await ok(post("/v1/categories", { name: `Category ${n}`, hierarchy: n }));
    await ok(post("/v1/segments", { name: `Segment ${n}`, customers: ["anna"] }));
    await ok(post("/v1/orders", { source_id: `basket-${n}`, amount: 500 }));
  }
  const products = made.map(({ id }) => ({ id, object: "product" }));
  let collection = { id: "" };
  for (const n of EACH) {
    collection = await ok(
      post("/v1/product-collections", { name: `Goods ${n}`, type: "STATIC", products }),
    );
  }
  return { productId: made[0].id, productCollectionId: collection.id };
}

async function cards({ post }: TestProject): Promise<Sent> {
  await ok(post("/v1/vouchers", { code: "CARD", gift: { amount: 10_000 } }));
  for (const n of EACH) {
    await ok(post("/v1/vouchers", { code: `OPEN-${n}`, discount: TEN_OFF }));
    await ok(post("/v1/vouchers", { code: `HELD-${n}`, discount: TEN_OFF }));
    await ok(post("/v1/publications", { voucher: `HELD-${n}`, customer: { source_id: "anna" } }));
    await ok(
      post("/v1/redemptions", {
        redeemables: [{ object: "voucher", id: "CARD", gift: { credits: 100 } }],
        order: { amount: 500 },
        customer: { source_id: "anna" },
      }),
    );
    await ok(
      post("/v1/validations", {
        redeemables: [{ object: "voucher", id: "CARD", gift: { credits: 100 } }],
        order: { amount: 500 },
        session: { type: "LOCK", key: `session-${n}` },
      }),
    );
  }
  await ok(post("/v1/publications", { voucher: "CARD", customer: { source_id: "anna" } }));
  return { code: "CARD" };
}

async function rules({ post }: TestProject): Promise<Sent> {
  let rule = { id: "" };
  for (const n of EACH)
    rule = await ok(post("/v1/validation-rules", { name: `Any ${n}`, rules: {} }));
  for (const n of EACH) {
    await ok(post(`/v1/validation-rules/${rule.id}/assignments`, { voucher: `HELD-${n}` }));
  }
  return { validationRuleId: rule.id };
}

async function promotions({ post }: TestProject): Promise<Sent> {
  const { id } = await ok(post("/v1/campaigns", { name: "Promotion", campaign_type: "PROMOTION" }));
  const ids: string[] = [];
  for (const n of EACH) {
    const sent = { name: `Tier ${n}`, banner: "Off", action: { discount: TEN_OFF } };
    ids.push((await ok(post(`/v1/promotions/${id}/tiers`, sent))).id);
  }
  for (const n of EACH) {
    await ok(post(`/v1/promotions/${id}/stacks`, { name: `Stack ${n}`, tiers: { ids } }));
  }
  return { promotionId: id };
}

async function programs(project: TestProject): Promise<Sent> {
  const { post } = project;
  const made = [];
  for (const n of EACH) {
    const card = { points: 0, expiration_rules: { period_type: "MONTH", period_value: n } };
    const voucher = { type: "LOYALTY_CARD", loyalty_card: card };
    made.push(
      await ok(post("/v1/loyalties", { name: `Program ${n}`, type: "AUTO_UPDATE", voucher })),
    );
  }
  const [{ id }] = made;
  const members = [];
  for (const n of EACH) {
    const earning = [{ event: "order.paid", loyalty: { type: "FIXED", points: n } }];
    await ok(post(`/v1/loyalties/${id}/earning-rules`, earning));
    members.push(
      await ok(post(`/v1/loyalties/${id}/members`, { customer: { source_id: `member-${n}` } })),
    );
    await ok(
      post(`/v1/rewards`, { name: `Coins ${n}`, parameters: { coin: { exchange_ratio: 0.5 } } }),
    );
  }
  const tiers = EACH.map((n) => ({
    name: `Tier ${n}`,
    points: { from: n * 100, to: n * 100 + 99 },
  }));
  const [{ id: loyaltyTierId }] = await ok(post(`/v1/loyalties/${id}/tiers`, tiers));
  const member = members[0].code;
  for (const n of EACH) {
    const expiration_date = `2099-0${n}-01`;
    await ok(post(`/v1/loyalties/members/${member}/balance`, { points: n, expiration_date }));
  }
  await pointRows(project, member);
  return { campaignId: id, memberId: member, loyaltyTierId, programs: made.map((each) => each.id) };
}

async function rewardsOf({ post, get }: TestProject, programIds: unknown): Promise<Sent> {
  const { data } = await ok(get("/v1/rewards"));
  const [first] = data;
  const [program] = programIds as string[];
  for (const { id } of data) await ok(post(`/v1/loyalties/${program}/rewards`, [{ reward: id }]));
  for (const campaign of (programIds as string[]).slice(1)) {
    await ok(post(`/v1/loyalties/${campaign}/rewards`, [{ reward: first.id }]));
  }
  return { rewardId: first.id };
}

async function referrals({ post }: TestProject): Promise<Sent> {
  const { id } = await ok(
    post("/v1/campaigns", {
      name: "Friends",
      campaign_type: "REFERRAL_PROGRAM",
      type: "STATIC",
      voucher: { type: "DISCOUNT_VOUCHER", discount: TEN_OFF },
      referral_program: { conversion_event_type: "redemption" },
    }),
  );
  await ok(post(`/v1/campaigns/${id}/vouchers/BY-ANNA`, {}));
  await ok(post("/v1/publications", { voucher: "BY-ANNA", customer: { source_id: "anna" } }));
  const holders = EACH.map((n) => ({ source_id: `friend-${n}` }));
  await ok(post(`/v1/referrals/${id}/members/BY-ANNA/holders`, { holders }));
  return { referralId: id, referralCode: "BY-ANNA" };
}

async function settings(project: TestProject): Promise<Sent> {
  const { post } = project;
  const { id: campaign } = await ok(
    post("/v1/campaigns", {
      name: "Coupons",
      voucher: { type: "DISCOUNT_VOUCHER", discount: TEN_OFF },
    }),
  );
  const own = `/management/v1/projects/${project.id}`;
  let webhook = { id: "" };
  for (const n of EACH) {
    await ok(post(`${own}/api-keys`, { kind: "server" }));
    await ok(post(`${own}/locations`, { name: `Place ${n}`, shape: CIRCLE }));
    await ok(post("/v1/templates/campaigns", { name: `Template ${n}`, campaign_id: campaign }));
    webhook = await ok(
      post(`${own}/webhooks`, {
        target_url: `https://hooks.example.com/${n}`,
        events: ["voucher.created"],
        active: false,
      }),
    );
    await ok(post("/v1/vouchers", { code: `GONE-${n}`, discount: TEN_OFF }));
    await project.delete(`/v1/vouchers/GONE-${n}`);
  }
  await backgroundRows(project, webhook.id);
  return { webhookId: webhook.id };
}

/** A project with several entries in each list that has pages or cursors. */
export async function severalOfEach(): Promise<Several> {
  const project = await newProject({ client_list_vouchers_enabled: 1 });
  for (const who of ["anna", "ben", "cleo"]) {
    await ok(project.post("/v1/customers", { source_id: who }));
  }
  const catalogue = await goods(project);
  const used = await cards(project);
  const ruled = await rules(project);
  const promoted = await promotions(project);
  const { programs: ids, ...points } = await programs(project);
  const rewarded = await rewardsOf(project, ids);
  const referred = await referrals(project);
  const managed = await settings(project);
  const params = {
    ...catalogue,
    ...used,
    ...ruled,
    ...promoted,
    ...points,
    ...rewarded,
    ...referred,
    ...managed,
    customerId: "anna",
    projectId: project.id,
  };
  return {
    project,
    params: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, String(value)]),
    ),
  };
}
