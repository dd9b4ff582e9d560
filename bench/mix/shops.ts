import { setTimeout as wait } from "node:timers/promises";
import { demoHeaders } from "../../scripts/demo-keys";
import { sweep } from "../../scripts/local-cron";
import { ask, type Json } from "./ask";

/** A project of the mix. */
export interface Shop {
  id: string;
  headers: Record<string, string>;
  /** Cards of the loyalty program; the members are `member-0` and so on. */
  cards: string[];
  /** Pays with points. */
  reward: string;
}

const MEMBERS = 10;
/** Gift cards, and codes with and without a limit. */
export const CODES = 10;
/** Uses of the voucher "U" that a customer has. */
export const USES_EACH = 5;
/** Uses of each voucher "L". */
const QUANTITY = 200;

const MANAGEMENT = { ...demoHeaders.management, "content-type": "application/json" };

export const manage = (url: string, path: string, body?: unknown): Promise<Json> =>
  ask(url + path, { headers: MANAGEMENT, body });

/** Waits until the sweep has seen that all three places take projects. */
export async function untilOpen(url: string): Promise<void> {
  for (let times = 0; times < 60; times++) {
    await sweep(url);
    const { data } = await manage(url, "/management/v1/places");
    const open = (data as Json[]).filter((place) => place.takes_new_projects);
    if (open.length === 3) return;
    await wait(500);
  }
  throw new Error("three places take projects");
}

async function openShop(url: string, at: number): Promise<Shop> {
  const made = await manage(url, "/management/v1/projects", {
    name: `Mix ${at}`,
    events_kept_days: 7,
  });
  const id = String(made.id);
  const { app_id, app_token } = made.server_side_key as Record<string, string>;
  const headers = {
    "X-App-Id": app_id ?? "",
    "X-App-Token": app_token ?? "",
    "content-type": "application/json",
  };
  const post = (path: string, body: unknown) => ask(url + path, { headers, body });
  const off = { type: "DISCOUNT_VOUCHER", discount: { type: "AMOUNT", amount_off: 100 } };
  const schemas = `/management/v1/projects/${id}/custom-event-schemas`;
  await manage(url, schemas, { name: "visit", schema: { properties: {} } });
  const each = {
    name: "redemption.count.per_customer",
    conditions: { $less_than_or_equal: [USES_EACH] },
  };
  const { id: rule } = await post("/v1/validation-rules", { name: "Each", rules: { 1: each } });
  await post("/v1/vouchers/U", { ...off, validation_rules: [rule] });
  for (let code = 0; code < CODES; code++) {
    await post(`/v1/vouchers/D-${code}`, off);
    await post(`/v1/vouchers/L-${code}`, { ...off, redemption: { quantity: QUANTITY } });
    await post(`/v1/vouchers/G-${code}`, { type: "GIFT_VOUCHER", gift: { amount: 100_000 } });
  }
  await post("/v1/campaigns", { name: "Mix", type: "AUTO_UPDATE", voucher: off });
  const { id: program } = await post("/v1/loyalties", {
    name: "Points",
    voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 1_000 } },
  });
  const earning = [{ event: "order.paid", loyalty: { type: "FIXED", points: 1 } }];
  await post(`/v1/loyalties/${program}/earning-rules`, earning);
  const { id: reward } = await post("/v1/rewards", {
    name: "Pay",
    parameters: { coin: { exchange_ratio: 1, points_ratio: 1 } },
  });
  await post(`/v1/rewards/${reward}/assignments`, { campaign: program });
  const cards: string[] = [];
  for (let member = 0; member < MEMBERS; member++) {
    const customer = { source_id: `member-${member}` };
    const { code } = await post(`/v1/loyalties/${program}/members`, { customer });
    cards.push(String(code));
  }
  return { id, headers, cards, reward: String(reward) };
}

/** Opens so many shops, some at once, with all that operations need. */
export async function openShops(url: string, count: number): Promise<Shop[]> {
  const shops: Shop[] = [];
  for (let at = 0; at < count; at += 5) {
    const some = Array.from({ length: Math.min(5, count - at) }, (_, more) =>
      openShop(url, at + more),
    );
    shops.push(...(await Promise.all(some)));
  }
  return shops;
}
