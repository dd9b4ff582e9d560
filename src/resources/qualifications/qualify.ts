import { nearFirst, renewedScope } from "../../commit/near";
import { scopeAsOf } from "../../deciding/as-of";
import { goodsOf } from "../../deciding/load";
import { trackingOf } from "../../deciding/tracking";
import { type Examined, pageOf } from "../../engine/qualification/page";
import { discountOf } from "../../engine/stacking/effect";
import { isOver } from "../../lib/work";
import { inlineList } from "../../model/list";
import type { Scope } from "../../scope/scope";
import { displayOf } from "../orders/display";
import { shelfOf } from "../orders/goods";
import { viewCart } from "../orders/view";
import { orderIdentity, viewStackingRules } from "../validations/view";
import { redeemablesOf } from "./candidates";
import { cursorOf } from "./cursor";
import { type Decided, type Asked as DecidingOn, decideFound, settingOf } from "./decide";
import {
  candidatesThen,
  decidable,
  type LoadedCandidates,
  loadCandidates,
  type Searches,
} from "./load";
import { nearMisses, withGoods } from "./near-misses";
import { viewNear } from "./near-view";
import type { QualifyRequest } from "./schema";
import { nearSearchOf, type Search, searchBehind, searchOf, widened } from "./search";
import { takingOf, viewQualified } from "./view";

const NOTHING = { order_discount: 0, lines: [] };

/**
 * The candidates of a page. One round trip more where a moment that many share was cut, which
 * happens with what was made before each had a moment of its own.
 */
async function loadWhole(scope: Scope, request: QualifyRequest, searches: Searches) {
  const { search } = searches;
  const read = await loadCandidates(scope, request, searches);
  if (!read.isCut || (read.isWhole && read.found.length > search.limit)) return read;
  const wide = { ...widened(search), lookedUp: [] };
  return loadCandidates(scope, request, { ...searches, search: wide });
}

/** Something qualifies, and as much as the request's filters name. */
const isYes = ({ named }: Search, { redeemables }: { redeemables: { total: number } }): boolean =>
  redeemables.total >= Math.max(1, named?.ids.length ?? 0, named?.codes.length ?? 0);

/** What is answered, and whose settings it was decided by. */
interface Asked {
  answer: Awaited<ReturnType<typeof qualified>>;
  by: Scope;
}

/** The same as `qualify`, for whoever shows of it what settings allow. */
export async function qualifyBy(caller: Scope, request: QualifyRequest): Promise<Asked> {
  const { options, session } = request;
  const scope = scopeAsOf(caller, { options: { as_of: options?.as_of }, session });
  const search = searchOf(scope, request);
  // Settings say where to look, too: asked again, it looks where those of the primary say.
  const ask = async (by: Scope) => ({
    answer: await qualified(by, request, searchOf(by, request)),
    by,
  });
  // What a browser looks up by name is charged to its budget, which only the primary keeps.
  if (search.lookedUp.length > 0) return ask(await renewedScope(scope));
  return nearFirst(scope, ask, { stands: ({ answer }) => isYes(search, answer) });
}

/**
 * Says what a shopper can have: one round trip, two where that does not fill the page, no effect,
 * near the caller where that finds something. The candidates are found by index and decided as a
 * validation would, each alone (reference service, qualification).
 */
export const qualify = async (caller: Scope, request: QualifyRequest) =>
  (await qualifyBy(caller, request)).answer;

/** Candidates with the points that their cards have at the instant of the request. */
async function loadThen(scope: Scope, request: QualifyRequest, searches: Searches) {
  const read = await loadWhole(scope, request, searches);
  return request.options?.as_of ? candidatesThen(scope, read) : read;
}

/** What was read, and what came of each candidate. */
interface Looked {
  read: LoadedCandidates;
  deciding: DecidingOn;
  examined: Examined<Decided>[];
}

function lookedAt(
  scope: Scope,
  request: QualifyRequest,
  search: Search,
  read: LoadedCandidates,
): Looked {
  const asked = decidable(request);
  const setting = settingOf(scope, asked, read);
  const deciding = { scope, request: asked, loaded: read.loaded, setting, search };
  const examined = read.found.map((each): Examined<Decided> => {
    const item = decideFound(deciding, each);
    return { key: each.key, item, discount: item ? discountOf(takingOf(item)) : 0 };
  });
  return { read, deciding, examined };
}

/**
 * Looks for candidates; where a page does not fill, a second time behind those, in one round trip
 * more. That one knows what the cart comes to, whatever its lines were sent with.
 */
async function look(scope: Scope, request: QualifyRequest, searches: Searches): Promise<Looked> {
  const { search } = searches;
  const first = lookedAt(scope, request, search, await loadThen(scope, request, searches));
  const { read, deciding, examined } = first;
  const last = examined.at(-1)?.key;
  const filled = examined.filter(({ item }) => item !== null).length;
  if (!read.isCut || last === undefined || filled >= search.limit) return first;
  const behind = searchBehind(search, last, deciding.setting.cart);
  const { found, isCut, isWhole } = await loadThen(scope, request, { search: behind });
  const all = { ...read, found: [...read.found, ...found], isCut, isWhole };
  const second = lookedAt(scope, request, search, all);
  // Those behind are for the next page then: what could not be compared is not passed over.
  return isOver(second.deciding.setting) ? first : second;
}

async function qualified(scope: Scope, request: QualifyRequest, search: Search) {
  const { options, session } = request;
  const near = nearSearchOf(scope, request, search);
  const { read, deciding, examined } = await look(scope, request, { search, near });
  const { loaded, setting, request: asked } = deciding;
  const sorting = options?.sorting_rule ?? "DEFAULT";
  // Pages behind that are not compared with those before.
  const isFirst = (search.start?.after ?? null) === null;
  const page = pageOf(examined, {
    limit: search.limit,
    sorting,
    isCut: read.isCut,
    isWhole: read.isWhole,
    shown: search.start?.shown ?? 0,
    after: search.start?.after ?? null,
    second: search.start?.second ?? null,
  });
  const shelf = shelfOf(withGoods(loaded, read.nearGoods).goods);
  const given = [...loaded.given, ...goodsOf(redeemablesOf(read.found))];
  const identity = orderIdentity(scope, asked, loaded, displayOf(scope, shelf, given));
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
      ...(sorting !== "DEFAULT" && { all_compared: !read.isCut && isFirst }),
      ...(page.next !== null && {
        more_starting_after: cursorOf(page.next, search.start?.second ?? null),
      }),
    },
    ...(tracking && { tracking_id: tracking }),
    ...(request.order && { order: viewCart(setting.cart, NOTHING, identity) }),
    ...(near && { near_misses: viewNear(nearMisses(deciding, read), shelf, view) }),
    stacking_rules: viewStackingRules(scope.stacking),
  };
}
