import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import type { LocalServer } from "../../scripts/local-server";
import { done, inEach, killing, newestOf, readIn, type Shop, send } from "../support/killing";

/** As often the voucher can be redeemed. */
const CALLS = 100;
/** So many redemptions come with a look near the caller. */
const PER_LOOK = 10;

const { start, openShops, judge } = await killing("kill");

interface Redeemed {
  redeemed_quantity: number;
  redemption_entries: unknown[];
}

const voucher = (quantity: number) => ({
  type: "DISCOUNT_VOUCHER",
  discount: { type: "AMOUNT", amount_off: 100 },
  redemption: { quantity },
});

/** One redemption of its own order and buyer, under its own key; null when the server went away. */
const redeem = (server: LocalServer, { headers }: Shop, at: number) =>
  send<object>(
    server,
    "/v1/vouchers/KILLED/redemption",
    { ...headers, "Idempotency-Key": `key-${at}` },
    { order: { source_id: `order-${at}`, amount: 1000 }, customer: { source_id: `buyer-${at}` } },
  ).catch(() => null);

const validate = (server: LocalServer, { headers }: Shop, code: string) =>
  send<{ valid: boolean }>(server, "/v1/validations", headers, {
    redeemables: [{ object: "voucher", id: code }],
    order: { amount: 1000 },
  });

it("a server killed in the middle of redemptions keeps each whole or not at all, and a retry replays", async () => {
  const first = await start();
  const shops = await openShops(first);
  await inEach(shops, async (shop) => {
    await done(first, "/v1/vouchers/KILLED", shop.headers, voucher(CALLS));
    expect((await validate(first, shop, "KILLED")).body.valid).toBe(true);
  });
  const running = Array.from({ length: CALLS }, (_, at) =>
    shops.map((shop) => redeem(first, shop, at)),
  );
  const looks = Array.from({ length: CALLS / PER_LOOK }, () =>
    shops.map((shop) => validate(first, shop, "KILLED").catch(() => null)),
  );
  const begun = shops.map((_, place) => Promise.any(running.flatMap((each) => each[place] ?? [])));
  await Promise.race([Promise.all(begun), wait(5_000)]);
  await first.kill();
  const cut = await Promise.all(
    shops.map((_, place) =>
      Promise.all(running.map((each) => each[place] ?? Promise.resolve(null))),
    ),
  );
  for (const look of await Promise.all(looks.flat())) {
    if (look) expect(look.body.valid).toBe(true);
  }

  const second = await start();
  const list = "/v1/vouchers/KILLED/redemptions?limit=100";
  await inEach(shops, async ({ headers, place }, at) => {
    const answered = cut[at]?.filter((reply) => reply !== null) ?? [];
    expect(
      answered.map(({ status }) => status),
      place,
    ).toEqual(Array(answered.length).fill(200));
    expect(answered.length, place).toBeLessThan(CALLS);
    // Whoever brings what the last answer carried sees that one too.
    const seen = { ...headers, ...newestOf(answered) };
    const { body } = await done<Redeemed>(second, list, seen);
    expect(body.redemption_entries, place).toHaveLength(body.redeemed_quantity);
    expect(body.redeemed_quantity, place).toBeGreaterThanOrEqual(answered.length);
    expect(body.redeemed_quantity, place).toBeLessThan(CALLS);
  });
  await inEach(shops, async (shop) => {
    expect(await validate(second, shop, "KILLED")).toMatchObject({
      read: readIn(shop.place, "near"),
      body: { valid: true },
    });
  });
  // What was made behind the last look is unknown to the copy: a no that is not so.
  await inEach(shops, async (shop) => {
    await done(second, "/v1/vouchers/NEW", shop.headers, voucher(1));
    expect(await validate(second, shop, "NEW")).toMatchObject({
      read: readIn(shop.place, "near, then primary"),
      body: { valid: true },
    });
  });
  await inEach(shops, async (shop, at) => {
    const calls = Array.from({ length: CALLS }, (_, call) => redeem(second, shop, call));
    const again = (await Promise.all(calls)).filter((reply) => reply !== null);
    expect(again.map(({ status }) => status)).toEqual(Array(CALLS).fill(200));
    for (const [call, reply] of cut[at]?.entries() ?? []) {
      if (reply) expect(again[call]?.body).toEqual(reply.body);
    }
    // So does who brings that of the last one here, of which the copy knows nothing.
    const seen = { ...shop.headers, ...newestOf(again) };
    const after = await done(second, list, seen);
    expect(after.body).toMatchObject({ redeemed_quantity: CALLS, total: CALLS });
    // The copy still says yes, and reserves nothing by it.
    const old = await validate(second, shop, "KILLED");
    expect(old).toMatchObject({ read: readIn(shop.place, "near"), body: { valid: true } });
    expect(await redeem(second, shop, CALLS)).toMatchObject({
      status: 400,
      body: { key: "quantity_exceeded" },
    });
    // Nothing but that it was refused is noted.
    const refused = await done(second, list, shop.headers);
    expect(refused.body).toMatchObject({ redeemed_quantity: CALLS, total: CALLS + 1 });
  });
  await second.stop();
  judge(shops);
});
