import type { RawRow, Statement } from "../db/client";
import { layoutOf, type PackableRead, packable } from "../db/packed";
import { assertNoForeign, foreignHolds } from "../db/session-holds";
import { ApiError } from "../errors";
import type { SessionInput } from "../model/redeemable";
import { isBrowser, type Scope } from "../scope/scope";

type Named = SessionInput | null | undefined;

const askerOf = ({ shopper, now }: Scope) => ({ customer_id: shopper, now });

const FOREIGN = layoutOf({ plain: ["1"] });

/** Whether the key of a browser's request holds something of others; null where none is sent. */
export const foreignSession = (scope: Scope, session: Named): PackableRead | null =>
  isBrowser(scope) && session?.key
    ? packable(foreignHolds(scope.project.id, session.key, askerOf(scope)), FOREIGN)
    : null;

/** Refuses a browser that names a session of a back end or of another customer. */
export function refuseForeignSession(found: readonly RawRow[]): void {
  if (found.length === 0) return;
  throw new ApiError("forbidden", {
    details:
      "Property .session.key names a session of a back end or of another customer; use a key of your own",
  });
}

/** Aborts where others hold something under the browser's key since it was read. */
export const assertOwnSession = (scope: Scope, key: string | null): Statement[] =>
  isBrowser(scope) && key !== null ? [assertNoForeign(scope.project.id, key, askerOf(scope))] : [];
