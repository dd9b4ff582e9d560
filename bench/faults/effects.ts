import { setTimeout as wait } from "node:timers/promises";
import { HEADERS } from "../shop";

/** Requests that are open at once. */
const OPEN = 24;
/** A request that failed is sent again after this (milliseconds), under the same key. */
const AGAIN_MS = 250;
/** A request that hangs was cut off. */
const PATIENCE_MS = 20_000;
/** A client gives up after that: the service is gone for good. */
const LONGEST_MS = 300_000;

const VOUCHERS = 20;
export const MEMBERS = 50;

export const sharedVoucher = (at: number): string => `FAULTY-${at % VOUCHERS}`;
export const SHARED = Array.from({ length: VOUCHERS }, (_, at) => sharedVoucher(at));
export const member = (at: number): string => `faulty-member-${at % MEMBERS}`;
export const PROGRAM = "Faulty points";

/** What an effect asks for; a point is given by a listener, once it has heard of the order. */
interface Effect {
  kind: string;
  path: string;
  body: object;
}

const EFFECTS: readonly ((at: number) => Effect)[] = [
  (at) => ({
    kind: "voucher.created",
    path: `/v1/vouchers/FAULTY-NEW-${at}`,
    body: { gift: { amount: 100 } },
  }),
  (at) => ({
    kind: "redemption.succeeded",
    path: `/v1/vouchers/${sharedVoucher(at)}/redemption`,
    body: {},
  }),
  (at) => ({
    kind: "voucher.loyalty_card.points_aded",
    path: "/v1/orders",
    body: { amount: 1000, status: "PAID", customer: { source_id: member(at) } },
  }),
];

/** The kinds of event that effects lead to, one each. */
export const KINDS = EFFECTS.map((effect) => effect(0).kind);

/** How many of so many effects are of a kind. */
export const countOf = (kind: string, count: number): number =>
  Array.from({ length: count }, (_, at) => at % KINDS.length).filter((at) => KINDS[at] === kind)
    .length;

async function tried(url: string, { path, body }: Effect, key: string): Promise<number> {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { ...HEADERS, "Idempotency-Key": key },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await response.text();
  if (response.ok || response.status >= 500 || response.status === 409) return response.status;
  throw new Refused(`${path}: ${text}`);
}

/** An answer that no repeat makes better. */
class Refused extends Error {}

/** Sends an effect until it is answered with success, always under one key. */
async function effect(url: string, at: number): Promise<number> {
  const asked = EFFECTS[at % EFFECTS.length]?.(at);
  if (!asked) throw new Error("there are effects");
  const until = Date.now() + LONGEST_MS;
  for (let attempts = 1; Date.now() < until; attempts++) {
    const status = await tried(url, asked, `faulty-${at}`).catch((error: unknown) => {
      if (error instanceof Refused) throw error;
      return 0;
    });
    if (status === 200) return attempts;
    await wait(AGAIN_MS);
  }
  throw new Error(`${asked.path} does not succeed`);
}

/** Sends so many effects, some at once; answers how many requests that took. */
export async function sendEffects(
  url: string,
  count: number,
  done: (so: number) => void,
): Promise<number> {
  let [next, finished, requests] = [0, 0, 0];
  const line = async () => {
    for (let at = next++; at < count; at = next++) {
      const attempts = await effect(url, at);
      requests += attempts;
      finished += 1;
      done(finished);
    }
  };
  await Promise.all(Array.from({ length: OPEN }, line));
  return requests;
}
