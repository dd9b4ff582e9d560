import { locatedNow } from "../commit/locations";
import { LOCATED } from "../engine/geo/named";
import type { Scope } from "../scope/scope";
import type { Asked, Wanted } from "./check";

const isLocating = ({ operator }: Asked): boolean => LOCATED.has(operator);

/** The filter with the shapes of the locations that it names: a round trip where it names some. */
export async function locatedFilter(scope: Scope, wanted: Wanted | null): Promise<Wanted | null> {
  if (!wanted?.fields.flat().some(isLocating)) return wanted;
  const give = async (asked: Asked): Promise<Asked> => {
    const found = await locatedNow(scope, { [asked.operator]: asked.values });
    return { ...asked, operands: found[asked.operator] ?? [] };
  };
  const fields = wanted.fields.map((conditions) =>
    Promise.all(conditions.map((asked) => (isLocating(asked) ? give(asked) : asked))),
  );
  return { ...wanted, fields: await Promise.all(fields) };
}
