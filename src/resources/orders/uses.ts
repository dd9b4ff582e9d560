import { isTold, type Lines } from "../../db/ledger-rows";
import type { OrderRow } from "../../db/tables/redemptions";
import type { Cart } from "../../engine/cart";
import { memoised } from "../../lib/memoised";
import type { RedemptionEffects, UsageEffect } from "../../model/redemption";

/** What one redemption of an order took; kept in the order under the redemption's id. */
export interface OrderUse extends RedemptionEffects {
  voucher_id: string | null;
  promotion_tier_id?: string | null;
}

type Entries = Pick<OrderRow, "redemptions">;
type Json = Record<string, unknown>;

/** What a use counted for what was redeemed itself is kept without whose it is. */
type KeptUsage = Omit<UsageEffect, "added" | "month"> & {
  month?: string;
  added: (Omit<UsageEffect["added"][number], "owner"> & { owner?: string })[];
};

const monthOf = (day: string): string => day.slice(0, "2026-11".length);

type Kept = Omit<Partial<OrderUse>, "usage"> & { usage?: KeptUsage };

const keptUsage = ({ month, added, ...usage }: UsageEffect, redeemed: unknown): KeptUsage => ({
  ...usage,
  ...(month !== monthOf(usage.day) && { month }),
  added: added.map(({ owner, ...each }) => (owner === redeemed ? each : { owner, ...each })),
});

/**
 * What an order keeps of a use under an entry that names what was redeemed: without the ids and
 * months that the entry says, since most orders have one use, and keep it for ever.
 */
export function keptUse(use: OrderUse, { related_object_id: redeemed }: Json): Json {
  const { voucher_id, promotion_tier_id, usage, ...effects } = use;
  return {
    ...(voucher_id !== null && voucher_id !== redeemed && { voucher_id }),
    ...(promotion_tier_id && promotion_tier_id !== redeemed && { promotion_tier_id }),
    ...effects,
    ...(usage && { usage: keptUsage(usage, redeemed) }),
  };
}

/** The use of an entry; the casts hold: only redemption writes `applied`, by `keptUse`. */
function readUse(entry: Json): OrderUse {
  const redeemed = typeof entry.related_object_id === "string" ? entry.related_object_id : null;
  const isTier = entry.related_object_type === "promotion_tier";
  const { usage, ...kept } = entry.applied as Kept;
  return {
    voucher_id: isTier ? null : redeemed,
    promotion_tier_id: isTier ? redeemed : null,
    ...kept,
    ...(usage && {
      usage: {
        month: monthOf(usage.day),
        ...usage,
        added: usage.added.map((each) => ({ owner: redeemed ?? "", ...each })),
      },
    }),
  };
}

/** Who asks twice for the uses of an order gets the same ones, and can tell them apart by that. */
const useOf = memoised(readUse);

const usesOf = (order: Entries, counts: (entry: Json) => boolean): OrderUse[] =>
  Object.values(order.redemptions).flatMap((entry) =>
    entry.applied && counts(entry) ? [useOf(entry)] : [],
  );

/** Uses of an order that were not rolled back. */
export const ownUses = (order: Entries): OrderUse[] =>
  usesOf(order, ({ rollback_id }) => !rollback_id);

/** A use of an order that a customer's summary counts, rolled back or not. */
export interface CountedUse {
  use: OrderUse;
  /** The campaign of what was redeemed. */
  campaignId: string | null;
  isRolledBack: boolean;
}

/** The uses of an order that this customer made, whoever the order belongs to by now. */
export const usesCountedFor = ({ redemptions }: Entries, customerId: string): CountedUse[] =>
  Object.values(redemptions).flatMap((entry) => {
    if (!entry.applied) return [];
    const use = useOf(entry);
    const isTheirs =
      use.counted_for === customerId ||
      use.usage?.added.some(({ subjects }) => subjects.includes(customerId));
    const { related_object_parent_id: parent, rollback_id } = entry;
    const campaignId = typeof parent === "string" ? parent : null;
    return isTheirs ? [{ use, campaignId, isRolledBack: rollback_id !== undefined }] : [];
  });

/** A use of an order and the id of its redemption. */
export interface UseOfOrder {
  id: string;
  use: OrderUse;
}

/** Uses of an order that were not rolled back, with the ids of their redemptions. */
export const usesById = ({ redemptions }: Entries): UseOfOrder[] =>
  Object.entries(redemptions).flatMap(([id, entry]) =>
    entry.applied && !entry.rollback_id ? [{ id, use: useOf(entry) }] : [],
  );

/** What each use that was not rolled back has counted, under its redemption's id. */
export const countedUses = (order: Entries): [string, UsageEffect | undefined][] =>
  usesById(order).map(({ id, use }) => [id, use.usage]);

/** The order in which these redemptions have other effects. */
export function withEffects(
  order: OrderRow,
  effects: ReadonlyMap<string, RedemptionEffects>,
): OrderRow {
  const entries = [...effects].flatMap(([id, after]): [string, Json][] => {
    const entry = order.redemptions[id];
    if (!entry) return [];
    const { voucher_id, promotion_tier_id } = useOf(entry);
    const use = { ...after, voucher_id, ...(promotion_tier_id && { promotion_tier_id }) };
    return [[id, { ...entry, applied: keptUse(use, entry) }]];
  });
  return { ...order, redemptions: { ...order.redemptions, ...Object.fromEntries(entries) } };
}

/** The order in which these redemptions have counted something else. */
export const withCounted = (
  order: OrderRow,
  usages: ReadonlyMap<string, UsageEffect>,
): OrderRow => {
  const effects = usesById(order).flatMap(({ id, use }): [string, RedemptionEffects][] => {
    const usage = usages.get(id);
    return usage ? [[id, { ...use, usage }]] : [];
  });
  return withEffects(order, new Map(effects));
};

/**
 * Uses that the order's amount is still less by: also those that were rolled back without touching
 * the order (stacking rules, rollback order mode).
 */
export const usesOnOrder = (order: Entries): OrderUse[] =>
  usesOf(order, ({ rollback_id, is_kept }) => !rollback_id || is_kept === true);

/** Lines are kept as they were sent: what redeemables put in stands in their own record. */
const sentItems = ({ lines }: Cart): OrderRow["items"] => {
  const sent = lines.filter(({ is_added }) => !is_added).map(({ item }) => ({ ...item }));
  return sent.length > 0 ? sent : null;
};

const textOf = ({ items, metadata }: Lines): string => JSON.stringify([items, metadata]);

/** Of an order without entries it is the first one. */
const versionOf = (before: OrderRow, after: Lines): number =>
  Object.keys(before.redemptions).length > 0 && isTold(before) && textOf(before) !== textOf(after)
    ? before.lines_version + 1
    : before.lines_version;

/** The order as an entry of the same batch tells it. */
export const toldOrder = (order: OrderRow): OrderRow =>
  isTold(order) ? order : { ...order, lines_version: order.lines_version + 1 };

/** What an order stores of the cart that it now is. Minor units. */
export function cartColumns(before: OrderRow, cart: Cart) {
  const lines = { items: sentItems(cart), metadata: cart.metadata };
  return {
    amount: cart.amount,
    initial_amount: cart.initial_amount,
    discount_amount: cart.discount_amount,
    items_discount_amount: cart.items_discount_amount,
    ...lines,
    lines_version: versionOf(before, lines),
  };
}
