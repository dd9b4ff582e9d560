import { ApiError } from "../errors";

/** What can be named by its id or its name. */
interface Named {
  id: string;
  name: string;
}

/**
 * Refuses a property that names another object of the type than the one that was found by another
 * name, of the path, the query or the body: one of both would be dropped. An empty one names none.
 */
export function refuseSecondName(
  type: string,
  { id, name }: Named,
  property: string,
  sent: string | null | undefined,
): void {
  if (!sent || sent === id || sent === name) return;
  throw new ApiError("invalid_payload", {
    details: `Property .${property} must name one ${type}, not two`,
  });
}
