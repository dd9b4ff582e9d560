import { env } from "cloudflare:workers";
import { getTableName } from "drizzle-orm";
import { expect } from "vitest";
import { operations } from "../../src/api/operations";
import { outboxJob } from "../../src/async/jobs/outbox";
import { newProject, type TestProject } from "./api";
import { CONTROL_TABLES } from "./control-tables";
import { declaredTables } from "./declared-tables";
import { homeDb } from "./places";

/** A project with one of everything, and the values of its path parameters. */
export interface Shop {
  project: TestProject;
  params: Record<string, string>;
}

export interface Operation {
  method: string;
  path: string;
}

/** Every mounted operation that wants a key. */
export const guarded: Operation[] = [
  ...new Map(
    operations
      .filter(({ path }) => /^\/(v1|client|management)\//.test(path))
      .map(({ method, path }) => [`${method} ${path}`, { method, path }]),
  ).values(),
];

/** What is above all projects, which only the deployment's own pair may ask for. */
export const ABOVE_PROJECTS: readonly string[] = [
  "/management/v1/audit-log",
  "/management/v1/backups",
  "/management/v1/backups/:backupId",
  "/management/v1/backups/:backupId/restore",
  "/management/v1/restores/:restoreId",
  "/management/v1/health",
  "/management/v1/metrics",
  "/management/v1/places",
];

/** The path with its parameters filled in. */
export const filled = (path: string, params: Record<string, string>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    expect(params, `${path} has a parameter that the shop has no value for`).toHaveProperty(name);
    return params[name] ?? "";
  });

/** A form with a file, as imports are sent. */
export function form(csv: string | Uint8Array<ArrayBuffer>): FormData {
  const data = new FormData();
  data.append("file", new File([csv], "rows.csv", { type: "text/csv" }));
  return data;
}

const EARNING = [{ event: "order.paid", loyalty: { type: "FIXED", points: 1 } }];

const BRAND = {
  brand: { name: "Shop" },
  address: { street: "Main 1", city: "Town", postal: null, country: "DE" },
  contact: { email: "hello@shop.example" },
};

const DISTRIBUTION = { name: "Visitors", trigger: { custom_event: { name: "visit" } } };

const REFERRAL_TIERS = [
  {
    name: "Each",
    condition: { type: "EACH_REFEREE" },
    reward: { type: "DISCOUNT_VOUCHER", related_object_parent: { name: "Nothing" } },
  },
];

const HOLDERS = { holders: [{ source_id: "alice" }] };

const TIERS = [{ name: "Gold", points: { from: 100 } }];

const LOCATION = {
  name: "Here",
  shape: { type: "circle", format: "distance", distance: { center: "0,0", radius: "1 km" } },
};

const WEBHOOK = { target_url: "https://hooks.example.com/in", events: ["voucher.created"] };

const WEBHOOK_PATH = "/management/v1/projects/:projectId/webhooks/:webhookId";

/** A body that each write accepts; the others take an empty one. */
export const bodyOf = ({ method, path }: Operation): object | undefined => {
  if (method === "GET" || method === "DELETE") return undefined;
  const redeemables = [{ object: "voucher", id: "SHOP-CARD" }];
  const bodies: Record<string, object> = {
    "POST /management/v1/projects/:projectId/branding": BRAND,
    "POST /management/v1/projects/:projectId/locations": LOCATION,
    "POST /v1/vouchers": { code: "NEW", gift: { amount: 100 } },
    "POST /v1/vouchers/:code": { gift: { amount: 100 } },
    "POST /v1/vouchers/:code/balance": { amount: 100 },
    "POST /v1/vouchers/importCSV": form("Code,Voucher Type,Value\nNEW,gift,1"),
    "POST /v1/vouchers/import": [{ code: "NEW", gift: { amount: 100 } }],
    "POST /v1/campaigns/:campaignId/importCSV": form("Code\nNEW"),
    "POST /v1/campaigns/:campaignId/import": [{ code: "NEW" }],
    "POST /v1/customers/importCSV": form("Source ID\nalice"),
    "POST /v1/products/importCSV": form("Source ID\nshirt"),
    "POST /v1/orders/import": [{ source_id: "basket", amount: 1 }],
    "POST /v1/skus/importCSV": form("Source ID,Product ID\nshirt-s,shirt"),
    "POST /v1/campaigns": { name: "New", voucher: { gift: { amount: 100 } } },
    "POST /v1/campaigns/:campaignId/distributions": DISTRIBUTION,
    "POST /v1/loyalties/:campaignId/earning-rules": EARNING,
    "POST /v1/loyalties/:campaignId/tiers": TIERS,
    "POST /v1/validation-rules": { name: "New", rules: {} },
    "POST /v1/validation-rules/:validationRuleId/assignments": { voucher: "SHOP-CARD" },
    "POST /v1/promotions/:campaignId/tiers": { name: "New" },
    "POST /v1/promotions/:campaignId/stacks": { name: "New", tiers: { ids: ["promo_none"] } },
    "POST /v1/product-collections": { name: "New" },
    "POST /v1/categories": { name: "New" },
    "POST /v1/segments": { name: "New" },
    "POST /v1/events": { event: "visit", customer: { source_id: "alice" } },
    "POST /v1/rewards/:rewardId/assignments": { campaign: "Shop program" },
    "POST /v1/loyalties/members/:memberId/balance": { points: 1 },
    "POST /v1/loyalties/:campaignId/members/:memberId/redemption": { reward: { id: "rew_none" } },
    "POST /v1/loyalties/members/:memberId/redemption": { reward: { id: "rew_none" } },
    "POST /v1/loyalties/:campaignId/members/:memberId/balance": { points: 1 },
    "POST /v1/loyalties/:campaignId/members/:memberId/transfers": [
      { code: "SHOP-CARD", points: 1, source_id: "gift" },
    ],
    "POST /v1/loyalties/:campaignId/members": { customer: { source_id: "alice" } },
    "POST /v1/loyalties/members/:memberId/pending-points/:pendingPointsId/balance": { points: 1 },
    "POST /v1/loyalties/:campaignId/rewards": [{ reward: "rew_none" }],
    "POST /v1/rewards": { parameters: { coin: { exchange_ratio: 0.5 } } },
    "POST /v1/exports": { exported_object: "order" },
    "POST /v1/validations": { redeemables },
    "POST /v1/redemptions": { redeemables },
    "POST /v1/vouchers/bulk/async": [{ code: "SHOP-CARD", metadata: { tier: "gold" } }],
    "POST /v1/vouchers/metadata/async": { codes: ["SHOP-CARD"], metadata: { tier: "gold" } },
    "POST /v1/products/bulk/async": [{ source_id: "shirt", name: "Shirt" }],
    "POST /v1/products/metadata/async": { source_ids: ["shirt"], metadata: { tier: "gold" } },
    "POST /v1/customers/bulk/async": [{ source_id: "alice", name: "Alice" }],
    "POST /v1/customers/metadata/async": { source_ids: ["alice"], metadata: { tier: "gold" } },
    "POST /v1/referrals/:campaignId/members/:memberId/holders": HOLDERS,
    "POST /v1/referrals/members/:memberId/holders": HOLDERS,
    "POST /v1/referrals/:campaignId/tiers": REFERRAL_TIERS,
    "POST /v1/publications": { voucher: "SHOP-CARD", customer: { source_id: "alice" } },
    "POST /client/v1/validations": { redeemables },
    "POST /client/v1/redemptions": { redeemables },
    "POST /client/v1/events": { event: "signed_up", customer: { source_id: "alice" } },
    "POST /client/v1/publish": { voucher: "SHOP-CARD", customer: { source_id: "alice" } },
    "POST /management/v1/projects/:projectId/consents": { name: "News" },
    "POST /v1/templates/campaigns": { name: "New", campaign_id: "camp_none" },
    "POST /v1/templates/campaigns/:campaignTemplateId/campaign-setup": { name: "New" },
    "POST /v1/templates/campaigns/:campaignTemplateId/tier-setup": {
      name: "New",
      campaign_id: "camp_none",
    },
    "POST /management/v1/projects/:projectId/users": { login: "new@shop.example", role: "USER" },
    "PUT /management/v1/projects/:projectId/users/:userId": { role: "VIEWER" },
    "POST /management/v1/projects/users/invite": {
      email: "new@shop.example",
      first_name: "New",
      last_name: "Body",
      projects: { proj_none: "USER" },
    },
    "POST /management/v1/projects": { name: "New" },
    "POST /management/v1/projects/:projectId/move": { place: "DB_2" },
    "POST /management/v1/projects/:projectId/api-keys": { kind: "server" },
    "PUT /management/v1/projects/:projectId": { name: "Renamed" },
    "PUT /management/v1/projects/:projectId/api-keys/:keyId": { permissions: ["orders"] },
    "POST /management/v1/projects/:projectId/metadata-schemas": { related_object: "order" },
    "POST /management/v1/projects/:projectId/custom-event-schemas": { name: "new" },
    "POST /management/v1/projects/:projectId/webhooks": WEBHOOK,
    [`POST ${WEBHOOK_PATH}/deliveries/replay`]: { status: "DEAD" },
  };
  return bodies[`${method} ${path}`] ?? {};
};

/**
 * All but the budgets of misses, which a denial may use up, leases of jobs, which are of no
 * project, and the audit log, which tells of denials too.
 */
const TABLES = declaredTables
  .map((table) => getTableName(table))
  .filter(
    (name) =>
      ![
        ...["misses", "job_leases", "audit_log", "rounds", "places", "sweep_runs"],
        "backup_parts",
      ].includes(name),
  );

/**
 * Everything that is stored of these projects, and how many projects there are, to show that a
 * denial changed nothing. Rows of the deployment's own pair have no project. Budgets of misses are
 * left out.
 */
export async function everything(...owners: readonly TestProject[]): Promise<string> {
  const ids = JSON.stringify(["", ...owners.map(({ id }) => id)]);
  const statementOf = (table: string) =>
    (CONTROL_TABLES.has(table) ? env.DB : homeDb())
      .prepare(
        `SELECT * FROM ${table}
       WHERE ${table === "projects" ? "id" : "project_id"} IN (SELECT value FROM json_each(?1))`,
      )
      .bind(ids);
  const [control, own] = [true, false].map((isControl) =>
    TABLES.filter((table) => CONTROL_TABLES.has(table) === isControl).map(statementOf),
  );
  const count = env.DB.prepare("SELECT count(*) FROM projects");
  const results = [
    ...(await env.DB.batch<Record<string, unknown>>([...(control ?? []), count])),
    ...(await homeDb().batch<Record<string, unknown>>(own ?? [])),
  ];
  // The queue takes events up whenever it likes.
  return JSON.stringify(
    results.map((found) => found.results),
    (name, value) => (name === "events_taken" ? undefined : value),
  );
}

/**
 * Holds what is stored of these projects against what it was when it was asked last, so that what
 * one test leaves is read once and is what the next one finds.
 */
export async function unchanging(...owners: readonly TestProject[]): Promise<() => Promise<void>> {
  let stored = await everything(...owners);
  return async () => {
    const before = stored;
    stored = await everything(...owners);
    expect(stored).toBe(before);
  };
}

async function made(project: TestProject, path: string, body: object): Promise<string> {
  const reply = await project.post(path, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.redemptions?.[0]?.id ?? reply.body[0]?.id ?? reply.body.id;
}

/** Straight into the table: no job of the queue changes it while a test looks. */
async function madeExport({ id: projectId }: TestProject): Promise<string> {
  const id = `exp_${projectId.slice("proj_".length)}`;
  await homeDb()
    .prepare(
      `INSERT INTO exports (project_id, id, exported_object, parameters, status, channel, created_at, manifest)
     VALUES (?1, ?2, 'order', '{}', 'DONE', 'API', '2026-01-01T00:00:00.000Z',
       '{"rows":0,"bytes":0,"sha256":""}')`,
    )
    .bind(projectId, id)
    .run();
  return id;
}

/** The same for background work, which is done. */
async function madeAction({ id: projectId }: TestProject): Promise<string> {
  const id = `aa_${projectId.slice("proj_".length)}`;
  await homeDb()
    .prepare(
      `INSERT INTO async_actions (project_id, id, type, status, input, state, request_id, created_at, updated_at)
     VALUES (?1, ?2, 'CUSTOMERS_BULK_UPDATE', 'DONE', '{}', '{}', 'v-1', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
    )
    .bind(projectId, id)
    .run();
  return id;
}

/** The same for points that wait to count, for as long as the tests run. */
async function madePendingPoints({ id: projectId }: TestProject, card: string): Promise<string> {
  const id = `lopp_${projectId.slice("proj_".length)}`;
  await homeDb()
    .prepare(
      `INSERT INTO loyalty_pending_points (project_id, id, voucher_id, campaign_id, points, status,
      activates_at, due_at, details, created_at)
     SELECT project_id, ?2, id, campaign_id, 5, 'PENDING', '2999-01-01',
       '2999-01-01T00:00:00.000Z', '{}', created_at FROM vouchers WHERE project_id = ?1 AND id = ?3`,
    )
    .bind(projectId, id, card)
    .run();
  return id;
}

/** The same for a job that failed. */
async function madeDeadJob({ id: projectId }: TestProject): Promise<string> {
  const id = `dj_${projectId.slice("proj_".length)}`;
  const body = JSON.stringify({ job: "outbox", project_id: projectId });
  await homeDb()
    .prepare(
      `INSERT INTO dead_jobs (project_id, id, queue, body, attempts, died_at)
     VALUES (?1, ?2, 'vouchsafe-jobs', ?3, 11, ?4)`,
    )
    .bind(projectId, id, body, new Date(Date.now()).toISOString())
    .run();
  return id;
}

/** The same for a delivery, which has arrived. */
async function madeDelivery({ id: projectId }: TestProject, webhook: string): Promise<string> {
  const [row] = await homeDb()
    .prepare(
      `INSERT INTO webhook_deliveries (project_id, webhook_id, sequence, lane, kind, status, created_at)
     SELECT project_id, id, 1, 1, 'voucher.created', 'SUCCEEDED', created_at FROM webhooks
     WHERE project_id = ?1 AND id = ?2
     RETURNING (SELECT mark FROM webhooks WHERE project_id = ?1 AND id = ?2) AS mark`,
    )
    .bind(projectId, webhook)
    .all<{ mark: string }>()
    .then(({ results }) => results);
  return `whs_000000001${row?.mark}`;
}

/** Lets the listeners hear all that has happened, so that none of them writes while a test looks. */
async function settle({ id }: TestProject): Promise<void> {
  for (let turn = 0; turn < 50; turn++) {
    const row = await homeDb()
      .prepare("SELECT event_sequence > events_taken AS is_left FROM tallies WHERE project_id = ?")
      .bind(id)
      .first<{ is_left: number }>();
    if (!row?.is_left) return;
    await outboxJob(env, { job: "outbox", project_id: id });
  }
}

export async function newShop(): Promise<Shop> {
  const project = await newProject();
  await made(project, "/v1/vouchers", { code: "SHOP-CARD", gift: { amount: 1000 } });
  const rule = await made(project, "/v1/validation-rules", { name: "Any", rules: {} });
  const assignment = await made(project, `/v1/validation-rules/${rule}/assignments`, {
    voucher: "SHOP-CARD",
  });
  const customer = await made(project, "/v1/customers", { source_id: "alice" });
  const redemption = await made(project, "/v1/redemptions", {
    redeemables: [{ object: "voucher", id: "SHOP-CARD", gift: { credits: 100 } }],
    order: { amount: 500 },
    customer: { source_id: "alice" },
  });
  const campaign = await made(project, "/v1/campaigns", {
    name: "Shop campaign",
    voucher: { gift: { amount: 100 } },
  });
  await made(project, "/v1/validations", {
    redeemables: [{ object: "voucher", id: "SHOP-CARD", gift: { credits: 100 } }],
    order: { amount: 500 },
    session: { type: "LOCK", key: "basket-1" },
  });
  const promotion = await made(project, "/v1/campaigns", {
    name: "Shop promotion",
    campaign_type: "PROMOTION",
  });
  const tier = await made(project, `/v1/promotions/${promotion}/tiers`, { name: "First" });
  const stack = await made(project, `/v1/promotions/${promotion}/stacks`, {
    name: "Both",
    tiers: { ids: [tier] },
  });
  const program = await made(project, "/v1/campaigns", {
    name: "Shop program",
    campaign_type: "LOYALTY_PROGRAM",
    type: "AUTO_UPDATE",
    voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } },
  });
  const earningRule = await made(project, `/v1/loyalties/${program}/earning-rules`, EARNING);
  const loyaltyTier = await made(project, `/v1/loyalties/${program}/tiers`, TIERS);
  const member = await made(project, `/v1/loyalties/${program}/members`, {
    customer: { source_id: "alice" },
  });
  const key = await made(project, `/management/v1/projects/${project.id}/api-keys`, {
    kind: "server",
  });
  const order = await made(project, "/v1/orders", { source_id: "basket", amount: 500 });
  const exported = await madeExport(project);
  const action = await madeAction(project);
  const deadJob = await madeDeadJob(project);
  const management = `/management/v1/projects/${project.id}`;
  const stacking = await made(project, `${management}/stacking-rules`, { redeemables_limit: 20 });
  const metadataSchema = await made(project, `${management}/metadata-schemas`, {
    related_object: "loyalty_tier",
  });
  const eventSchema = await made(project, `${management}/custom-event-schemas`, { name: "visit" });
  const location = await made(project, `${management}/locations`, LOCATION);
  const distribution = await made(project, `/v1/campaigns/${campaign}/distributions`, DISTRIBUTION);
  const consent = await made(project, `${management}/consents`, { name: "News" });
  const campaignTemplateId = await made(project, "/v1/templates/campaigns", {
    name: "Cards",
    campaign_id: campaign,
  });
  const somebody = { login: "sam@shop.example", role: "ADMIN" };
  const userId = await made(project, `${management}/users`, somebody);
  const brandingId = await made(project, `${management}/branding`, BRAND);
  const webhook = await made(project, `${management}/webhooks`, { ...WEBHOOK, active: false });
  const delivery = await madeDelivery(project, webhook);
  const product = await made(project, "/v1/products", { source_id: "shirt" });
  const sku = await made(project, "/v1/products/shirt/skus", { source_id: "shirt-s" });
  const products = [{ id: product, object: "product" }];
  const collection = await made(project, "/v1/product-collections", { name: "All", products });
  const category = await made(project, "/v1/categories", { name: "First" });
  const segment = await made(project, "/v1/segments", { name: "Us", customers: ["alice"] });
  const reward = await made(project, "/v1/rewards", { parameters: { product: { id: product } } });
  const spare = await made(project, "/v1/products", { source_id: "spare" });
  await project.delete(`/v1/products/${spare}`);
  const [entry] = (await project.get("/v1/trash-bin")).body.data;
  await settle(project);
  return {
    project,
    params: {
      binEntryId: entry.id,
      rewardId: reward,
      productId: product,
      skuId: sku,
      productCollectionId: collection,
      categoryId: category,
      segmentId: segment,
      code: "SHOP-CARD",
      sessionKey: "basket-1",
      campaignId: campaign,
      promotionTierId: tier,
      stackId: stack,
      stackingRulesId: stacking,
      locationId: location,
      distributionId: distribution,
      earningRuleId: earningRule,
      loyaltyTierId: loyaltyTier,
      memberId: member,
      referralTierId: "rft_0123456789abcdef01",
      holderId: "rh_0123456789abcdef01",
      pendingPointsId: await madePendingPoints(project, member),
      validationRuleId: rule,
      assignmentId: assignment,
      id: redemption,
      customerId: customer,
      orderId: order,
      exportId: exported,
      backupId: "bak_0000000000",
      restoreId: "rst_0000000000",
      asyncActionId: action,
      deadJobId: deadJob,
      projectId: project.id,
      keyId: key,
      brandingId,
      userId,
      campaignTemplateId,
      consentId: consent,
      metadataSchemaId: metadataSchema,
      resource: "loyalty_tier",
      customEventSchemaId: eventSchema,
      webhookId: webhook,
      deliveryId: delivery,
    },
  };
}
