import { useConsoleText } from "../texts";

const DAY_MS = 86_400_000;

/** The day that is written, as it begins here; none where nothing is. */
const startOf = (day: string | undefined): number | null =>
  day ? new Date(`${day}T00:00:00`).getTime() : null;

/** From the first of two days to the end of the other, as the API bounds instants. */
function bounds({ from, until }: Record<string, string>) {
  const [first, last] = [startOf(from), startOf(until)];
  return {
    // What lies behind an instant: the last one of the day before.
    ...(first !== null && { after: new Date(first - 1).toISOString() }),
    ...(last !== null && { before: new Date(last + DAY_MS).toISOString() }),
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

/** Two days that bound a list. */
export function useDays() {
  const t = useConsoleText();
  return [
    { name: "from", label: t("list.from"), isDay: true },
    { name: "until", label: t("list.until"), isDay: true },
  ];
}
