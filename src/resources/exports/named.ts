import { load } from "../../commit/load";
import { conditionsOf } from "../../lib/filter-conditions";
import type { Filter } from "../../model/filter";
import type { Scope } from "../../scope/scope";
import { keyOf } from "../vouchers/store";
import type { ExportKind } from "./kind";
import { idsOfVouchers } from "./store";

/** Operators that compare with a whole id. */
const WHOLE: ReadonlySet<string> = new Set(["$is", "$is_not", "$in", "$not_in"]);

type Rename = (value: unknown) => unknown;

/** The conditions with what they compare whole ids with put through `rename`. */
const renamed = (conditions: Record<string, unknown>, rename: Rename): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(conditions).map(([operator, values]) => [
      operator,
      !WHOLE.has(operator) ? values : Array.isArray(values) ? values.map(rename) : rename(values),
    ]),
  );

/**
 * The filters with ids where they name vouchers by code, as of now; what is no code stays as it is.
 * Null of a kind that names none. A round trip only where they name any.
 */
export async function withIds(
  scope: Scope,
  kind: ExportKind,
  filters: Filter,
): Promise<Filter | null> {
  if (kind.vouchers === undefined) return null;
  const node = filters[kind.vouchers];
  const asked = conditionsOf(node);
  if (asked === null) return filters;
  const names = new Set<string>();
  renamed(asked, (value) => typeof value === "string" && names.add(value));
  if (names.size === 0) return filters;
  const named = [...names].map((name) => [keyOf(scope, name), name] as const);
  const { found } = await load(scope, { found: idsOfVouchers(scope, named) });
  const ids = new Map<unknown, unknown>(found.map(({ name, id }) => [name, id]));
  const conditions = renamed(asked, (value) => ids.get(value) ?? value);
  return { ...filters, [kind.vouchers]: { conditions } };
}
