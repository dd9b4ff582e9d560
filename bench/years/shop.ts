import type { DatabaseSync } from "node:sqlite";
import { deployment } from "./deployment";
import { openReceiver } from "./receiver";

const DAY_MS = 86_400_000;
/** Runs of the cron that a day is told in. */
const PARTS = 4;
/** Customers who come back; of five redemptions one is by somebody new. */
const KNOWN = 500;
/** One sale in so many is looked at first without being bought; one in so many is taken back. */
const LOOKED_AT = 10;
const TAKEN_BACK = 50;

/** How large the database is: pages in use, at what a page has. */
export function bytesOf(database: DatabaseSync): number {
  const row = database
    .prepare(
      `SELECT (page_count - freelist_count) * page_size AS bytes
       FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
    )
    .get();
  return Number(row?.bytes);
}

/** A failure ends the run: numbers of a shop that did not work say nothing. */
function hold(isTrue: boolean, what: string): asserts isTrue {
  if (!isTrue) throw new Error(what);
}

/** A shop that has been open since `began` (epoch milliseconds), and how its days are lived. */
export async function openShop(database: DatabaseSync, clock: { now: number }) {
  const service = deployment(database, clock);
  const asked = async (
    [method, path]: readonly [string, string],
    headers: Record<string, string>,
    body?: unknown,
  ) => {
    const reply = await service.send(method, path, headers, body);
    hold(reply.status < 300, `${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const made = await asked(["POST", "/management/v1/projects"], service.management, {
    name: "Years",
  });
  const { app_id, app_token } = made.server_side_key;
  const server = { "x-app-id": app_id, "x-app-token": app_token };
  await asked(["POST", "/v1/vouchers/YEARS"], server, {
    discount: { type: "PERCENT", percent_off: 10 },
  });
  const receiver = await openReceiver();
  await asked(["POST", `/management/v1/projects/${made.id}/webhooks`], service.management, {
    target_url: receiver.url,
    events: ["redemption.rollback.succeeded"],
  });
  let [sold, takenBack] = [0, 0];

  /** A redemption with an order of two lines; some are validated before, some rolled back. */
  async function sell(): Promise<void> {
    sold += 1;
    const isNew = sold % 5 === 0;
    const buyer = isNew ? `new-${sold}` : `known-${(sold * 7919) % KNOWN}`;
    const sale = {
      redeemables: [{ object: "voucher", id: "YEARS" }],
      order: {
        source_id: `order-${sold}`,
        items: [
          { product_id: "mug", quantity: 2, price: 2000 },
          { product_id: "tea", quantity: 1, price: 900 },
        ],
      },
      customer: { source_id: buyer, name: "Ada Lovelace", email: `${buyer}@example.com` },
    };
    if (sold % LOOKED_AT === 0) await asked(["POST", "/v1/validations"], server, sale);
    const headers = { ...server, "idempotency-key": `sale-${sold}` };
    const redeemed = await asked(["POST", "/v1/redemptions"], headers, sale);
    if (sold % TAKEN_BACK > 0) return;
    const { id } = redeemed.redemptions[0];
    await asked(["POST", `/v1/redemptions/${id}/rollback`], server, {});
    takenBack += 1;
  }

  /** A day with so many redemptions, in which background work and the cron have their turns. */
  async function live(sales: number): Promise<void> {
    const begins = clock.now;
    for (let part = 1; part <= PARTS; part++) {
      const count = Math.floor((sales * part) / PARTS) - Math.floor((sales * (part - 1)) / PARTS);
      for (let at = 0; at < count; at++) {
        await sell();
        clock.now += Math.floor(DAY_MS / PARTS / (count + 1));
      }
      await service.workOff();
      clock.now = begins + (DAY_MS * part) / PARTS;
      await service.swept();
    }
    // A customer whose data changes in bulk, as an import of the night would.
    await asked(["POST", "/v1/customers/bulk/async"], server, [
      { source_id: "known-1", name: "Ada Lovelace" },
    ]);
    await service.workOff();
  }

  /** Ends the shop: its webhook was told of whatever was rolled back. */
  function close(): void {
    receiver.close();
    hold(receiver.taken() === takenBack, `${receiver.taken()} of ${takenBack} were told`);
  }

  /** All events from the first one on, as the feed tells them: their numbers follow each other. */
  async function eventsTold(): Promise<number> {
    for (let after = 0; ; ) {
      const path = `/v1/event-feed?after=${after}&limit=100`;
      const page = await asked(["GET", path], server);
      for (const { sequence } of page.data) {
        after += 1;
        hold(sequence === after, `event ${after} is told as ${sequence}`);
      }
      if (!page.has_more) return after;
    }
  }

  return { live, close, eventsTold, files: service.files, sold: () => sold };
}
