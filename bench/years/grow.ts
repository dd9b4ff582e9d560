import "./runtime";
import type { DatabaseSync } from "node:sqlite";
import { bytesOf, openShop } from "./shop";

const DAY_MS = 86_400_000;
const MONTH = 30;

/** What a month has added. */
export interface Month {
  month: number;
  redemptions: number;
  /** Bytes of the database at its end. */
  bytes: number;
  /** Bytes that each of its redemptions has added. */
  each: number;
  /** Files of events. */
  files: number;
}

/** Lives days of a shop, the last of them being today, and tells each month as it ends. */
export async function grow(
  database: DatabaseSync,
  { days, sales }: { days: number; sales: number },
  tell: (month: Month) => void = () => {},
): Promise<{ months: Month[]; eventsTold: number }> {
  const realNow = Date.now;
  const clock = { now: Math.floor(realNow() / DAY_MS - days) * DAY_MS };
  Date.now = () => clock.now;
  try {
    const shop = await openShop(database, clock);
    const months: Month[] = [];
    let [before, sold] = [bytesOf(database), 0];
    for (let day = 1; day <= days; day++) {
      await shop.live(sales);
      if (day % MONTH > 0) continue;
      const [bytes, redemptions] = [bytesOf(database), shop.sold() - sold];
      const each = Math.round((bytes - before) / redemptions);
      const month = { month: day / MONTH, redemptions, bytes, each, files: shop.files.count() };
      months.push(month);
      tell(month);
      [before, sold] = [bytes, shop.sold()];
    }
    const eventsTold = await shop.eventsTold();
    shop.close();
    return { months, eventsTold };
  } finally {
    Date.now = realNow;
  }
}
