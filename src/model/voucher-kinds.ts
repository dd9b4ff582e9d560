import type { Discount } from "./discount";
import type { ExpirationRules } from "./loyalty/expiration-rules";

/*
 * What sets the types of vouchers apart, in one place: a new type is a row here. This file imports
 * nothing that runs, so that the engine and the tables of the database may read it, too.
 */

export const VOUCHER_TYPES = ["DISCOUNT_VOUCHER", "GIFT_VOUCHER", "LOYALTY_CARD"] as const;
export type VoucherType = (typeof VOUCHER_TYPES)[number];

/** What the reference service also calls them. */
export const VOUCHER_TYPES_CALLED: Readonly<Record<string, VoucherType>> = {
  discount: "DISCOUNT_VOUCHER",
  gift: "GIFT_VOUCHER",
  loyalty: "LOYALTY_CARD",
};

type GiftEffect = "APPLY_TO_ORDER" | "APPLY_TO_ITEMS";

/** What a voucher lives by, as bodies and templates of campaigns send it. */
export interface VoucherParts {
  discount?: Discount | null | undefined;
  gift?: { amount: number; effect?: GiftEffect | null | undefined } | null | undefined;
  loyalty_card?:
    | { points: number; expiration_rules?: ExpirationRules | null | undefined }
    | null
    | undefined;
}

/** What a row keeps of a balance; credits in minor units, or points. */
interface Balance {
  amount: number | null;
  balance: number | null;
  subtracted_amount: number;
  redeemed_amount: number;
  gift_effect: GiftEffect | null;
  loyalty: PointsState | null;
}

/** What a loyalty card's row keeps beside its balance (`db/tables/vouchers.ts`). */
interface PointsState {
  pending: number;
  expired: number;
  next_date?: string | null;
  next_points?: number | null;
}

/** How a balance is shown; null for what the type has not. */
interface Shown {
  gift: {
    amount: number;
    balance: number;
    subtracted_amount: number;
    effect: GiftEffect | null;
  } | null;
  loyalty_card: {
    points: number;
    balance: number;
    next_expiration_date?: string;
    next_expiration_points?: number;
    pending_points: number;
    expired_points: number;
    subtracted_points: number;
  } | null;
}

/** What a campaign's day counts of a balance. */
type Counters = Partial<
  Record<
    "created_vouchers_amount" | "amount_deleted" | "created_vouchers_points" | "points_deleted",
    number
  >
>;

export interface VoucherKind {
  /** The part that it cannot be without. */
  part: keyof VoucherParts;
  /** Of all parts that were sent, those that a template of this type keeps. */
  own: (sent: VoucherParts) => VoucherParts;
  /** What its balance counts; null without one. */
  unit: "credits" | "points" | null;
  /** What a card of these parts starts with; undefined where they do not say. */
  starts: (parts: VoucherParts) => number | undefined;
  /** The column of a file that its value goes to; null where the discount's own type decides. */
  value: "gift.amount" | "loyalty_card.points" | null;
  /** What files may call it, beside its name. */
  words: readonly string[];
  /** Characters drawn for a code where nobody says how many. */
  codeLength: number;
  shows: (row: Balance) => Shown;
  /** What the list of its redemptions tells of its balance. */
  redeemed: (row: Balance) => { redeemed_amount?: number; redeemed_points?: number };
  /**
   * Counters of new ones that start with so much in sum, and of deleted ones that had so much left.
   */
  created: (amount: number) => Counters;
  deleted: (balance: number) => Counters;
}

const NOTHING: Shown = { gift: null, loyalty_card: null };

export const VOUCHER_KINDS: Record<VoucherType, VoucherKind> = {
  DISCOUNT_VOUCHER: {
    part: "discount",
    own: ({ discount }) => ({ discount }),
    unit: null,
    starts: () => undefined,
    value: null,
    words: ["discount", "discountvoucher", "discountcoupon"],
    codeLength: 8,
    shows: () => NOTHING,
    redeemed: () => ({}),
    created: () => ({}),
    deleted: () => ({}),
  },
  GIFT_VOUCHER: {
    part: "gift",
    own: ({ gift }) => ({ gift }),
    unit: "credits",
    starts: ({ gift }) => gift?.amount,
    value: "gift.amount",
    words: ["gift", "giftvoucher", "giftcard"],
    codeLength: 12,
    shows: ({ amount, balance, subtracted_amount, gift_effect }) => ({
      ...NOTHING,
      gift: {
        amount: amount ?? 0,
        balance: balance ?? 0,
        subtracted_amount,
        effect: gift_effect,
      },
    }),
    redeemed: ({ redeemed_amount }) => ({ redeemed_amount }),
    created: (amount) => ({ created_vouchers_amount: amount }),
    deleted: (balance) => ({ amount_deleted: balance }),
  },
  LOYALTY_CARD: {
    part: "loyalty_card",
    own: ({ loyalty_card }) => ({ loyalty_card }),
    unit: "points",
    starts: ({ loyalty_card }) => loyalty_card?.points,
    value: "loyalty_card.points",
    words: ["loyalty", "loyaltycard"],
    codeLength: 12,
    shows: ({ amount, balance, subtracted_amount, loyalty }) => ({
      ...NOTHING,
      loyalty_card: {
        points: amount ?? 0,
        balance: balance ?? 0,
        ...(loyalty?.next_date && {
          next_expiration_date: loyalty.next_date,
          next_expiration_points: loyalty.next_points ?? 0,
        }),
        pending_points: loyalty?.pending ?? 0,
        expired_points: loyalty?.expired ?? 0,
        subtracted_points: subtracted_amount - (loyalty?.expired ?? 0),
      },
    }),
    redeemed: ({ redeemed_amount }) => ({ redeemed_points: redeemed_amount }),
    created: (amount) => ({ created_vouchers_points: amount }),
    deleted: (balance) => ({ points_deleted: balance }),
  },
};

/** Whether its balance is one of points. */
export const countsPoints = (type: VoucherType): boolean => VOUCHER_KINDS[type].unit === "points";

/** Whether its balance is one of credits. */
export const countsCredits = (type: VoucherType): boolean => VOUCHER_KINDS[type].unit === "credits";

export const isVoucherType = (value: unknown): value is VoucherType =>
  VOUCHER_TYPES.some((type) => type === value);

/** The type whose part was sent, that of a card before a discount; undefined where none was. */
export const typeOfParts = (sent: VoucherParts): VoucherType | undefined =>
  VOUCHER_TYPES.find((type) => {
    const { unit, part } = VOUCHER_KINDS[type];
    return unit !== null && sent[part];
  }) ?? (sent.discount ? "DISCOUNT_VOUCHER" : undefined);

/** A part of another type that was sent beside a type; undefined where none was. */
export const strangePart = (
  type: VoucherType,
  sent: VoucherParts,
): keyof VoucherParts | undefined =>
  VOUCHER_TYPES.map((each) => VOUCHER_KINDS[each].part).find(
    (part) => part !== VOUCHER_KINDS[type].part && sent[part],
  );

/** Credits or points that a voucher of these parts starts with; null for what has no balance. */
export const startsWith = (type: VoucherType, parts: VoucherParts): number | null => {
  const { unit, starts } = VOUCHER_KINDS[type];
  return unit === null ? null : (starts(parts) ?? 0);
};
