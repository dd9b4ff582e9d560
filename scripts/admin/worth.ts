import type { Schemas } from "@vouchsafe/client";
import { minorOf, written } from "../../pages/shared/minor.ts";
import { currencyOf } from "./connection.ts";
import { UsageError } from "./exits.ts";

/**
 * As it can be asked for, too. Where nobody has said which currency it is, none is made up: a yen
 * has no hundredths.
 */
const amountText = (minor: number, currency: string | null): string =>
  currency === null
    ? `${minor.toLocaleString("en")} minor units`
    : `${written(minor, currency)} ${currency}`;

/**
 * An amount as it was asked for, in minor units: a whole number of them, or money with its currency,
 * such as `12.50 EUR`. Refuses a currency other than the connection's, and what is finer than it.
 */
function minorUnits(text: string, currency: string | null): number {
  const [, number = "", named] = /^(\S+?)\s*([A-Za-z]{3})?$/.exec(text.trim()) ?? [];
  if (named === undefined) {
    const minor = /^\d{1,15}$/.test(number) ? Number(number) : 0;
    if (minor > 0) return minor;
    throw new UsageError(`${text} is no amount: say 1250, in minor units, or 12.50 EUR`);
  }
  const code = currencyOf(named);
  if (currency !== null && code !== currency)
    throw new UsageError(`${text} is not in ${currency}, in which the project counts`);
  const minor = minorOf(number, code);
  if (minor === null || minor === 0) throw new UsageError(`${text} is no amount of ${code}`);
  return minor;
}

type Worth = Pick<Schemas["Voucher"], "discount" | "gift" | "loyalty_card">;

/** What of a voucher says its worth; the columns of a list have room for a few letters. */
interface Shown {
  discount?: Worth["discount"] | undefined;
  gift?: { amount: number } | null | undefined;
  loyalty_card?: { points: number } | null | undefined;
}

function discountText(discount: NonNullable<Worth["discount"]>, currency: string | null): string {
  if (discount.type === "PERCENT") return `${discount.percent_off} %`;
  if (discount.type === "AMOUNT") return amountText(discount.amount_off, currency);
  if (discount.type === "FIXED") return `for ${amountText(discount.fixed_amount ?? 0, currency)}`;
  return "goods";
}

/** What a code is worth, in few words; amounts in the currency, and without one in minor units. */
export function worthOf(
  { discount, gift, loyalty_card }: Shown,
  currency: string | null,
): string | null {
  if (discount) return discountText(discount, currency);
  if (gift) return amountText(gift.amount, currency);
  return loyalty_card ? `${loyalty_card.points.toLocaleString("en")} points` : null;
}

/** The worth that was asked for, of which there is one. */
export function discountOf(
  sent: {
    percent?: number | undefined;
    amount?: string | undefined;
    gift?: string | undefined;
  },
  currency: string | null,
) {
  const { percent, amount, gift } = sent;
  if (Object.values(sent).filter((each) => each !== undefined).length === 1) {
    if (gift !== undefined)
      return { type: "GIFT_VOUCHER" as const, gift: { amount: minorUnits(gift, currency) } };
    const discount =
      amount === undefined
        ? { type: "PERCENT" as const, percent_off: percent ?? 0 }
        : { type: "AMOUNT" as const, amount_off: minorUnits(amount, currency) };
    return { type: "DISCOUNT_VOUCHER" as const, discount };
  }
  throw new UsageError("Say what it is worth: one of --percent, --amount and --gift");
}
