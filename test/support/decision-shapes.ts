import type { Statement } from "../../src/db/client";
import { loadDecision } from "../../src/deciding/load";
import { DecideRequest } from "../../src/model/redeemable";
import { loadPublication } from "../../src/resources/publications/load";
import type { PublishRequest } from "../../src/resources/publications/request";
import { loadCandidates } from "../../src/resources/qualifications/load";
import { QualifyRequest } from "../../src/resources/qualifications/schema";
import { nearSearchOf, searchOf } from "../../src/resources/qualifications/search";
import { redeem } from "../../src/resources/redemptions/redeem";
import { rollback } from "../../src/resources/redemptions/rollback";
import { createRule } from "../../src/resources/validation-rules/create";
import { RuleCreate } from "../../src/resources/validation-rules/schema";
import { validate } from "../../src/resources/validations/validate";
import { createVoucher } from "../../src/resources/vouchers/create";
import { VoucherCreate } from "../../src/resources/vouchers/schema";
import type { Scope } from "../../src/scope/scope";
import { migrated } from "./large-database";
import { localD1 } from "./local-d1";
import { localScope, NOON } from "./local-scope";

/** What is sent for a scope; `id` is that of a redemption, where one went before. */
type Work = (scope: Scope, id: string) => Promise<unknown>;

const ITEMS = [
  { product_id: "prod_1", quantity: 2 },
  { source_id: "sku-red", price: 500 },
];
const ANNA = { source_id: "anna" };
const BROWSER = {
  actor: {
    family: "client" as const,
    key_id: "key_2",
    app_id: "app_2",
    name: null,
    project_id: "proj_1",
    channel: null,
    permissions: null,
  },
  address_block: "203.0.113.0/24",
};

const named = (...ids: string[]) => ids.map((id) => ({ object: "voucher", id }));

const deciding =
  (body: unknown): Work =>
  (scope) =>
    loadDecision(scope, DecideRequest.parse(body));

const qualifying =
  (body: unknown): Work =>
  (scope) => {
    const request = QualifyRequest.parse(body);
    const search = searchOf(scope, request);
    return loadCandidates(scope, request, { search, near: nearSearchOf(scope, request, search) });
  };

const publishing =
  (others: Partial<PublishRequest>): Work =>
  (scope) =>
    loadPublication(
      scope,
      {
        source: { kind: "campaign", name: "Spring", count: 2 },
        customer: ANNA,
        channel: "API",
        metadata: {},
        source_id: null,
        join_once: false,
        mayReplay: false,
        ...others,
      },
      1,
    );

const SESSION = { type: "LOCK", key: "cart-1" };
const PAID = { customer: ANNA, order: { source_id: "order-1", amount: 2_000 } };
const GIFT = [{ object: "voucher", id: "GIFT", gift: { credits: 300 } }];

const redeeming: Work = (scope) =>
  redeem(
    scope,
    DecideRequest.parse({ redeemables: GIFT, session: SESSION, ...PAID }),
    (redeemed) => redeemed,
  );

/** Reads alone: nothing is there that they could find. */
export const READS: Record<string, Work> = {
  "voucher by code": deciding({ redeemables: named("SUMMER") }),
  "goods, customer and session": deciding({
    redeemables: named("SUMMER", "WINTER"),
    customer: ANNA,
    session: SESSION,
    order: { items: ITEMS },
  }),
  "stored order and customer by id": deciding({
    redeemables: named("SUMMER"),
    customer: { id: "cust_1" },
    order: { id: "ord_1" },
  }),
  "tiers and a stack on goods": deciding({
    redeemables: [{ object: "promotion_tier", id: "promo_1" }],
    customer: ANNA,
    order: { items: ITEMS },
  }),
  "stack with categories on a stored order": deciding({
    redeemables: [{ object: "promotion_stack", id: "stack_1" }],
    order: { source_id: "order-1" },
    options: { expand: ["category"] },
  }),
  "card spent on a reward": deciding({
    redeemables: [{ object: "loyalty_card", id: "CARD", reward: { id: "rew_1", points: 100 } }],
    customer: ANNA,
    order: { amount: 2_000 },
  }),
  "from a browser": (scope) =>
    deciding({ redeemables: named("SUMMER", "v_1"), customer: ANNA })({ ...scope, ...BROWSER }, ""),
  "code from a browser": (scope) =>
    deciding({ redeemables: named("SUMMER") })({ ...scope, ...BROWSER }, ""),
  "qualification of all": qualifying({ customer: ANNA, order: { items: ITEMS } }),
  "qualification with near misses": qualifying({
    customer: ANNA,
    order: { items: ITEMS },
    options: { expand: ["near_misses"] },
  }),
  "qualification of a wallet": qualifying({ customer: ANNA, scenario: "CUSTOMER_WALLET" }),
  "qualification of stacks": qualifying({ scenario: "PROMOTION_STACKS" }),
  "qualification at another time, by name": qualifying({
    customer: ANNA,
    options: {
      as_of: "2026-07-01T00:00:00.000Z",
      expand: ["validation_rules"],
      filters: { campaign_id: { conditions: { $is: ["camp_1"] } } },
    },
  }),
  "qualification from a browser, by name": (scope) =>
    qualifying({
      customer: ANNA,
      options: { filters: { code: { conditions: { $in: ["SUMMER", "WINTER"] } } } },
    })({ ...scope, ...BROWSER }, ""),
  "publication of a campaign": publishing({ source_id: "mail-1", join_once: true }),
};

/** Reads and writes on a gift card whose rule asks how often it was used. */
export const WRITES: Record<string, Work> = {
  "session's hold": (scope) =>
    validate(
      scope,
      DecideRequest.parse({ redeemables: GIFT, session: SESSION, ...PAID }),
      (validation) => validation,
    ),
  redemption: redeeming,
  rollback: (scope, id) => rollback(scope, id, {}, "all"),
};

async function idsOf({ db }: Scope, table: string): Promise<string[]> {
  const [found] = await db.d1.batch<{ id: string }>([
    db.d1.prepare(`SELECT id FROM ${table}`).bind(),
  ]);
  return (found?.results ?? []).map(({ id }) => id);
}

async function seeded(scope: Scope): Promise<void> {
  const rules = { "1": { name: "redemption.count.per_customer", conditions: { $less_than: [9] } } };
  await createRule(scope, RuleCreate.parse({ name: "Few", type: "expression", rules }));
  const validation_rules = await idsOf(scope, "validation_rules");
  const gift = { amount: 1_000, effect: "APPLY_TO_ORDER" };
  const input = { code: "GIFT", type: "GIFT_VOUCHER", gift, validation_rules };
  await createVoucher(scope, VoucherCreate.parse(input));
}

/** What a shape sends to the database, batch by batch. */
export async function sentBy(name: string): Promise<Statement[][]> {
  const local = localD1(migrated());
  const scope = localScope(local.d1, { now: NOON });
  const write = WRITES[name];
  if (write) await seeded(scope);
  if (name === "rollback") await redeeming(scope, "");
  const [id = ""] = await idsOf(scope, "redemptions");
  const before = local.batches.length;
  const work = write ?? READS[name];
  // What is named is not there: the statements are sent all the same.
  await work?.(scope, id).catch((error: unknown) => {
    if (write) throw error;
  });
  return local.batches.slice(before);
}
