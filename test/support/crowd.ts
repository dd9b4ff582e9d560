import type { TestProject } from "./api";
import { homeDb } from "./places";

const CHUNK = 10_000;
const AT = "2026-01-01T00:00:00.000Z";

/** Numbers from ?2 + 1 to ?3. */
const NUMBERS =
  "WITH RECURSIVE n (i) AS (SELECT ?2 + 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)";

const VOUCHERS = `${NUMBERS} INSERT INTO vouchers (project_id, code_key, id, code, type, discount, metadata, category, created_at, updated_at)
  SELECT ?1, printf('crowd-%08d', i), printf('v_0%031d', i), printf('CROWD-%08d', i), 'DISCOUNT_VOUCHER',
    '{"type":"PERCENT","percent_off":10}', '{}', 'crowd', '${AT}', '${AT}' FROM n`;

const CUSTOMERS = `${NUMBERS} INSERT INTO customers (project_id, id, source_id, email, metadata, created_at, updated_at)
  SELECT ?1, printf('cust_0%023d', i), printf('crowd-%d', i), printf('%d@crowd.example', i), '{}', '${AT}', '${AT}' FROM n`;

/** Past uses of one voucher (?4) by one customer (?5), which is the worst that a list of uses can be. */
const REDEMPTIONS = `${NUMBERS} INSERT INTO redemptions (project_id, sort_key, id, object, voucher_id, customer_id, result, status, effects, channel, created_at)
  SELECT ?1, printf('0%017d', i), printf('r_0%017d', i), 'redemption', ?4, ?5, 'SUCCESS', 'SUCCEEDED',
    '{"quantity":1,"order_discount":0}', '{"channel_type":"API","channel_id":"crowd"}', '${AT}' FROM n`;

/** Fills a project with so many vouchers, customers and redemptions, numbered on from `from`. */
export async function crowd(
  project: TestProject,
  hot: { voucherId: string; customerId: string },
  from: number,
  to: number,
): Promise<void> {
  for (let at = from; at < to; at += CHUNK) {
    const range = [project.id, at, Math.min(at + CHUNK, to)];
    await homeDb().batch([
      homeDb()
        .prepare(VOUCHERS)
        .bind(...range),
      homeDb()
        .prepare(CUSTOMERS)
        .bind(...range),
      homeDb()
        .prepare(REDEMPTIONS)
        .bind(...range, hot.voucherId, hot.customerId),
    ]);
  }
  const count = to - from;
  await homeDb().batch([
    homeDb()
      .prepare(
        "UPDATE tallies SET vouchers = vouchers + ?2, customers = customers + ?2, redemptions = redemptions + ?2 WHERE project_id = ?1",
      )
      .bind(project.id, count),
    homeDb()
      .prepare(
        "UPDATE vouchers SET redeemed_quantity = redeemed_quantity + ?3 WHERE project_id = ?1 AND id = ?2",
      )
      .bind(project.id, hot.voucherId, count),
    homeDb()
      .prepare(
        "UPDATE customers SET total_redeemed = total_redeemed + ?3, total_succeeded = total_succeeded + ?3 WHERE project_id = ?1 AND id = ?2",
      )
      .bind(project.id, hot.customerId, count),
  ]);
}
