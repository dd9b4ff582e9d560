import type { Schemas } from "@vouchsafe/client";
import { UsageError } from "./exits.ts";

const money = (minor: number): string =>
  (minor / 100).toLocaleString("en", { minimumFractionDigits: 2 });

type Worth = Pick<Schemas["Voucher"], "discount" | "gift" | "loyalty_card">;

/** What of a voucher says its worth; the columns of a list have room for a few letters. */
interface Shown {
  discount?: Worth["discount"] | undefined;
  gift?: { amount: number } | null | undefined;
  loyalty_card?: { points: number } | null | undefined;
}

function discountText(discount: NonNullable<Worth["discount"]>): string {
  if (discount.type === "PERCENT") return `${discount.percent_off} %`;
  if (discount.type === "AMOUNT") return money(discount.amount_off);
  if (discount.type === "FIXED") return `for ${money(discount.fixed_amount ?? 0)}`;
  return "goods";
}

/** What a code is worth, in few words; amounts in the project's currency. */
export function worthOf({ discount, gift, loyalty_card }: Shown): string | null {
  if (discount) return discountText(discount);
  if (gift) return money(gift.amount);
  return loyalty_card ? `${loyalty_card.points.toLocaleString("en")} points` : null;
}

/** The worth that was asked for, of which there is one. */
export function discountOf(sent: {
  percent?: number | undefined;
  amount?: number | undefined;
  gift?: number | undefined;
}) {
  const { percent, amount, gift } = sent;
  if (Object.values(sent).filter((each) => each !== undefined).length === 1) {
    if (gift !== undefined) return { type: "GIFT_VOUCHER" as const, gift: { amount: gift } };
    const discount =
      amount === undefined
        ? { type: "PERCENT" as const, percent_off: percent ?? 0 }
        : { type: "AMOUNT" as const, amount_off: amount };
    return { type: "DISCOUNT_VOUCHER" as const, discount };
  }
  throw new UsageError("Say what it is worth: one of --percent, --amount and --gift");
}
