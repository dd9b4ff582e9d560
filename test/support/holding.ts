import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import type { Lease } from "../../src/durable/session-lock";
import { type Reply, rowsOf, type TestProject } from "./api";
import { redeemables } from "./redeeming";

type Sent = Record<string, unknown>;

/** A session of an hour, unless the test says otherwise. */
export const session = (key: string, sent: Sent = {}) => ({
  type: "LOCK",
  key,
  ttl: 1,
  ttl_unit: "HOURS",
  ...sent,
});

/** Validates codes with a session, so that what applies is held under its key. */
export const hold = (
  project: TestProject,
  key: string,
  codes: string | string[],
  { lock = {}, credits, ...sent }: Sent & { lock?: Sent; credits?: number } = {},
): Promise<Reply> =>
  project.post("/v1/validations", {
    redeemables: redeemables(codes, credits),
    session: session(key, lock),
    ...sent,
  });

/** How many replies are valid, or why not, as in `{ valid: 10, quantity_exceeded: 190 }`. */
export function verdictsOf(replies: readonly Reply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of replies) {
    const refused = body.redeemables?.find(({ status: is }: Sent) => is === "INAPPLICABLE");
    const name =
      status !== 200 ? `${status} ${body.key}` : body.valid ? "valid" : refused.result.error.key;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

export const verdictOf = (reply: Reply): string => Object.keys(verdictsOf([reply]))[0] ?? "";

/** What is held, as `key code quantity amount`, and the sums that stand on the vouchers. */
export async function heldIn(project: TestProject) {
  const [holds, vouchers] = await Promise.all([
    rowsOf("session_holds", project.id),
    rowsOf("vouchers", project.id),
  ]);
  const codes = new Map(vouchers.map(({ id, code }) => [id, code]));
  return {
    holds: holds
      .map(
        ({ session_key, voucher_id, quantity, amount }) =>
          `${session_key} ${codes.get(voucher_id)} ${quantity} ${amount}`,
      )
      .sort(),
    sums: Object.fromEntries(
      vouchers
        .filter(({ held_quantity, held_amount }) => held_quantity !== 0 || held_amount !== 0)
        .map(({ code, held_quantity, held_amount }) => [code, [held_quantity, held_amount]]),
    ),
  };
}

export const NOTHING_HELD = { holds: [], sums: {} };

/** The object that owns the lease of a key. */
export const lockOf = (project: TestProject, key: string) =>
  env.SESSION_LOCK.getByName(`${project.id}:${key}`);

/** Lets the alarm of a key go off now, whenever it was set to; false where none was set. */
export const ring = (project: TestProject, key: string): Promise<boolean> =>
  runDurableObjectAlarm(lockOf(project, key));

/** What the object has stored: its leases and its alarm. */
export const storedLease = (project: TestProject, key: string) =>
  runInDurableObject(lockOf(project, key), async (_, { storage }) => ({
    leases: storage.kv.get<Lease[]>("leases") ?? [],
    alarm: await storage.getAlarm(),
    entries: [...storage.kv.list()].length,
  }));

/** A voucher that can be used once. */
export const once = { redemption: { quantity: 1 } };

/** Moves the clock of the worker and of the objects; the test gives them the real one back. */
export function moveClock(by: number): void {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(now + by);
}
