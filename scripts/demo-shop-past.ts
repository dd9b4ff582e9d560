/** Days before the shop's first start of which its counters tell. */
const DAYS = 75;
const DAY_MS = 86_400_000;

/** Between 0 and 1, always the same for the same number: no two days are alike, and all starts are. */
const chance = (n: number): number => Math.abs(Math.sin(n * 12.9898) * 43_758.5453) % 1;

/** What a shop of this size does in a day: more at the week's end, and a little more each week. */
function countersOf(at: number, weekday: number): Record<string, number> {
  const busy = (weekday === 0 || weekday === 6 ? 1.7 : 1) * (1 + at / DAYS);
  const redemptions = Math.round(busy * (9 + 8 * chance(at)));
  const orders = Math.round(redemptions * 1.6);
  const average = Math.round(2_900 + 1_400 * chance(at + 0.3));
  return {
    validations_succeeded: Math.round(redemptions * (2.4 + chance(at + 0.1))),
    validations_failed: Math.round(redemptions * (0.5 + 0.6 * chance(at + 0.2))),
    redemptions_succeeded: redemptions,
    redemptions_failed: Math.round(redemptions * 0.12 * chance(at + 0.4)),
    rollbacks_succeeded: Math.round(redemptions * 0.06 * chance(at + 0.5)),
    publications_succeeded: Math.round(redemptions * 0.3),
    discounted_amount: Math.round(redemptions * (380 + 160 * chance(at + 0.6))),
    rolledback_discounted_amount: Math.round(redemptions * 25 * chance(at + 0.7)),
    orders_count: orders,
    orders_amount: orders * average,
    orders_rolledback_amount: Math.round(orders * 60 * chance(at + 0.8)),
    points_rewarded: Math.round((orders * average) / 100),
    points_redeemed: Math.round(redemptions * 22 * chance(at + 0.9)),
  };
}

const row = (projectId: string, at: number, now: number): string => {
  const date = new Date(now - (DAYS - at) * DAY_MS);
  const counters = countersOf(at, date.getUTCDay());
  const names = ["project_id", "day", ...Object.keys(counters)];
  const values = [
    `'${projectId}'`,
    `'${date.toISOString().slice(0, 10)}'`,
    ...Object.values(counters),
  ];
  return `INSERT INTO project_days (${names.join(", ")}) SELECT ${values.join(", ")} FROM past_is_new;`;
};

/**
 * The shop's past as SQL, so that the console's charts have something to draw from the first look
 * on: counters alone, made up, with no orders behind them. A second start adds nothing.
 */
export function pastSql(projectId: string, now = Date.now()): string[] {
  return [
    "DROP TABLE IF EXISTS past_is_new;",
    `CREATE TABLE past_is_new AS SELECT 1 AS yes WHERE NOT EXISTS (SELECT 1 FROM project_days WHERE project_id = '${projectId}');`,
    ...Array.from({ length: DAYS }, (_, at) => row(projectId, at, now)),
    "DROP TABLE past_is_new;",
  ];
}
