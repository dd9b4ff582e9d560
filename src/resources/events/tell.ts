import type { Person, StoredEvent } from "../../db/stored-events";
import type { RedemptionRow } from "../../db/tables/redemptions";
import { catalogue, type EventKind, kindOf } from "../../events/catalogue";
import { absent, withOthers } from "../../events/others";
import { wholeData } from "../../events/slim";
import { isRecord } from "../../lib/json-value";
import type { Scope } from "../../scope/scope";
import { viewSimpleCustomer } from "../customers/view";
import { viewTier } from "../loyalties/tiers/view";
import { displayOfRows } from "../orders/display";
import { viewReferrer } from "../orders/events";
import { withGoods } from "../orders/view";
import { viewEntry } from "../redemptions/view";
import { viewAssetsOf } from "../vouchers/view";

type Json = Record<string, unknown>;
type Place = Pick<Scope, "base_url" | "project" | "settings">;

const isVoucher = (value: unknown): value is Json & { id: string; holder_id?: string } =>
  typeof value === "object" && value !== null && "object" in value && value.object === "voucher";

/** Its status is that of the moment: a redemption may have been rolled back since. */
const asMade = (entry: RedemptionRow): RedemptionRow => ({
  ...entry,
  status: entry.result === "SUCCESS" ? "SUCCEEDED" : "FAILED",
});

/** What an event of the ledger tells of its entry: of a rollback also what it gave back. */
function entryData(entry: RedemptionRow, rolledBack: RedemptionRow | null, kind: string): Json {
  const made = viewEntry(asMade(entry));
  // A rollback that failed left the order as the redemption had it.
  const order = entry.order ?? rolledBack?.order ?? null;
  const isGift = !kind.startsWith("redemption.");
  if (!rolledBack) return { order, redemption: made };
  return {
    order,
    redemption: viewEntry({ ...rolledBack, status: "ROLLED_BACK" }),
    ...(isGift ? { rollback: made } : { redemption_rollback: made }),
  };
}

/** Who held the event's voucher when it happened, and in which tier, where it is stored without. */
function holderData(kind: EventKind, data: Json, { holderTier }: StoredEvent): Json {
  const { shape } = catalogue[kind].data;
  const lacks = (name: string) => name in shape && (data[name] ?? null) === null;
  const { holder_id: id = null } = isVoucher(data.voucher) ? data.voucher : {};
  return {
    ...(lacks("holder") && { holder: id && absent(id) }),
    ...(lacks("holder_loyalty_tier") && {
      holder_loyalty_tier: holderTier && viewTier(holderTier),
    }),
  };
}

/** The data with who else had a part in it, as they are by now; of who is gone only the id. */
function withPeople(data: Json, people: readonly Person[]): Json {
  const known = new Map(people.map((person) => [person.id, viewSimpleCustomer(person)]));
  return withOthers(data, (id) => known.get(id));
}

/** An event's data as webhooks and activities tell it: put together of what is stored of it. */
export function tell(place: Place, event: StoredEvent): Json {
  const { row, entry, rolledBack } = event;
  const kind = kindOf(row);
  const {
    entry: _,
    order_events: __,
    people: ___,
    referrals: ____,
    ...kept
  } = wholeData(kind, row.data);
  const data: Json = {
    ...withPeople({ ...kept, ...holderData(kind, kept, event) }, event.people),
    ...(entry && entryData(entry, rolledBack, kind)),
  };
  const { voucher, order } = data;
  return {
    ...data,
    ...(isRecord(order) && { order: withGoods(order, displayOfRows(event.goods)) }),
    ...(isVoucher(voucher) && { voucher: { ...voucher, assets: viewAssetsOf(place, voucher.id) } }),
  };
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

/** The events of its order that a redemption or rollback stands for in the activity. */
export const orderEventsOf = ({ row: { data } }: StoredEvent): string[] => texts(data.order_events);

/** What each of them tells: the order as it became, by what, and who referred to it. */
export function tellOrder(place: Place, event: StoredEvent): Json {
  const { customer, order, redemption, campaign, voucher, promotion_tier } = tell(place, event);
  const id = isRecord(order) && typeof order.referrer_id === "string" ? order.referrer_id : null;
  const referrer = viewReferrer(id);
  return { customer, referrer, order, redemption, campaign, voucher, promotion_tier };
}
