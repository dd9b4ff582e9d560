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
