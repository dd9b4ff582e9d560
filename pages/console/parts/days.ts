import { useConsoleText } from "../texts";

/** When a day that is written begins here, or one so many days later; null where nothing is written. */
function startOf(day: string | undefined, later = 0): number | null {
  if (!day) return null;
  const start = new Date(`${day}T00:00:00`);
  // By the calendar: not every day has 24 hours.
  start.setDate(start.getDate() + later);
  return Number.isNaN(start.getTime()) ? null : start.getTime();
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** From the first of two days to the end of the other, as the API bounds instants. */
function bounds({ from, until }: Record<string, string>) {
  const [first, behind] = [startOf(from), startOf(until, 1)];
  return {
    // What lies behind an instant: the last one of the day before.
    ...(first !== null && { after: iso(first - 1) }),
    ...(behind !== null && { before: iso(behind) }),
  };
}

/** The query of a list that is bounded by when its things were made. */
export function madeWithin(filters: Record<string, string>) {
  const created_at = bounds(filters);
  return Object.keys(created_at).length > 0 ? { created_at } : {};
}

/** The same as a condition among others. */
export function madeCondition(filters: Record<string, string>) {
  const { after, before } = bounds(filters);
  const conditions = { ...(after && { $after: [after] }), ...(before && { $before: [before] }) };
  return Object.keys(conditions).length > 0 ? { created_at: { conditions } } : {};
}

/** The same of lists that are asked for what lies between two instants. */
export function madeBetween({ from, until }: Record<string, string>) {
  const [first, behind] = [startOf(from), startOf(until, 1)];
  return {
    ...(first !== null && { start_date: iso(first) }),
    ...(behind !== null && { end_date: iso(behind - 1) }),
  };
}

/** Two days that bound a list. */
export function useDays() {
  const t = useConsoleText();
  return [
    { name: "from", label: t("list.from"), isDay: true },
    { name: "until", label: t("list.until"), isDay: true },
  ];
}
