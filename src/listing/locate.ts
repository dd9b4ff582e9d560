import { locatedNow } from "../commit/locations";
import { isLocated, LOCATED } from "../engine/geo/named";
import { ApiError } from "../errors";
import type { Scope } from "../scope/scope";
import type { Asked, Wanted } from "./check";

const isLocating = ({ operator }: Asked): boolean => LOCATED.has(operator);

/** Refuses a location that is not there: everybody would be outside of it. */
function refuseUnknown({ name, operator }: Asked, operands: readonly unknown[]): void {
  const missing = operands.find((each) => !isLocated(each));
  if (missing === undefined) return;
  throw new ApiError("invalid_query_params", {
    details: `Property .filters.${name}.conditions.${operator} names no location: ${missing}`,
  });
}

/**
 * The filter with the shapes of the locations that it names: a round trip where it names some.
 * Refuses one that is not there (invalid_query_params).
 */
export async function locatedFilter(scope: Scope, wanted: Wanted | null): Promise<Wanted | null> {
  if (!wanted?.fields.flat().some(isLocating)) return wanted;
  const give = async (asked: Asked): Promise<Asked> => {
    const found = await locatedNow(scope, { [asked.operator]: asked.values });
    const operands = found[asked.operator] ?? [];
    refuseUnknown(asked, operands);
    return { ...asked, operands };
  };
  const fields = wanted.fields.map((conditions) =>
    Promise.all(conditions.map((asked) => (isLocating(asked) ? give(asked) : asked))),
  );
  return { ...wanted, fields: await Promise.all(fields) };
}
