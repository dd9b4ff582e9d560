import { scopeAsOf } from "../../deciding/as-of";
import { trackingOf } from "../../deciding/tracking";
import { type Examined, type Next, pageOf } from "../../engine/qualification/page";
import { discountOf } from "../../engine/stacking/effect";
import { inlineList } from "../../model/list";
import type { Scope } from "../../scope/scope";
import { displayOf } from "../orders/display";
import { shelfOf } from "../orders/goods";
import { viewCart } from "../orders/view";
import { orderIdentity, viewStackingRules } from "../validations/view";
import { type Decided, decideFound, settingOf } from "./decide";
import { decidable, loadCandidates } from "./load";
import type { QualifyRequest } from "./schema";
import { searchOf } from "./search";
import { takingOf, viewQualified } from "./view";

const NOTHING = { order_discount: 0, lines: [] };

/** As `starting_after` takes it. */
const cursorOf = ({ from, after }: Next): string =>
  from === null ? `${after}Z` : `${from}Z/${after}Z`;

/**
 * Says what a shopper can have: one round trip, no effect. The candidates are found by index and
 * decided as a validation would, each alone (reference service, qualification).
 */
export async function qualify(caller: Scope, request: QualifyRequest) {
  const { options, session } = request;
  const scope = scopeAsOf(caller, { options: { as_of: options?.as_of }, session });
  const search = searchOf(scope, request);
  const read = await loadCandidates(scope, request, search);
  const { loaded } = read;
  const asked = decidable(request);
  const setting = settingOf(scope, asked, read);
  const examined = read.found.map((found): Examined<Decided> => {
    const item = decideFound({ scope, request: asked, loaded, setting, search }, found);
    return { key: found.key, item, discount: item ? discountOf(takingOf(item)) : 0 };
  });
  const page = pageOf(examined, {
    limit: search.limit,
    sorting: options?.sorting_rule ?? "DEFAULT",
    isCut: read.isCut,
    after: search.after,
  });
  const identity = orderIdentity(asked, loaded, displayOf(scope, shelfOf(loaded.goods)));
  const view = {
    identity,
    expand: options?.expand ?? [],
    isLocking: session?.type === "LOCK",
    stacking: scope.stacking,
  };
  const tracking = trackingOf(scope, asked, loaded);
  return {
    redeemables: {
      ...inlineList(page.items.map((item) => viewQualified(item, view))),
      has_more: page.has_more,
      ...(page.next !== null && { more_starting_after: cursorOf(page.next) }),
    },
    ...(tracking && { tracking_id: tracking }),
    ...(request.order && { order: viewCart(setting.cart, NOTHING, identity) }),
    stacking_rules: viewStackingRules(scope.stacking),
  };
}
