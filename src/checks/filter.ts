import type { Fields } from "../engine/filters/fields";
import { checkFilter } from "../engine/filters/filter";
import { ApiError } from "../errors";
import type { Filter } from "../model/filter";

/** The filter as it is kept; a defect is refused naming the field. */
export function definedFilter(fields: Fields, sent: Filter): Filter {
  const checked = checkFilter(fields, sent);
  if (checked.ok) return checked.value;
  const { field, reason } = checked.error;
  throw new ApiError("invalid_payload", {
    details: `Property .filter${field === null ? "" : `.${field}`} ${reason}`,
  });
}

/** Something whose members are listed or found by a filter, as its type says. */
interface Gathered {
  what: "collection" | "segment";
  type: string;
}

/** What a field that decides about members of another type is refused with. */
export const ofOtherType = (field: string, { what, type }: Gathered): ApiError =>
  new ApiError("invalid_payload", {
    details: `Property .${field} must NOT be sent for a ${what} of type ${type}`,
  });

/** How the members of something new are told; `list` is the field that lists them. */
interface Members extends Gathered {
  isListed: boolean;
  list: string;
  listed: readonly unknown[] | null | undefined;
  filter: Filter | null | undefined;
}

/** The filter that finds them, null where they are listed; refuses both of them, and neither. */
export function filterOrList(fields: Fields, members: Members): Filter | null {
  const { isListed, list, listed, filter } = members;
  if (isListed && filter) throw ofOtherType("filter", members);
  if (isListed) return null;
  if (listed?.length) throw ofOtherType(list, members);
  if (filter) return definedFilter(fields, filter);
  throw new ApiError("invalid_payload", {
    details: "Payload must have required property 'filter'",
  });
}
