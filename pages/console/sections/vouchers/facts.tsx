import type { Schemas } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { money } from "../../../shared/money";
import { DiscountWords } from "../../parts/discount-words";
import { useProject } from "../../session";
import { useVoucherText } from "./texts";

export type Voucher = Schemas["Voucher"];

/** What a voucher is worth, in a few words. */
export function Worth({ voucher: { discount, gift, loyalty_card } }: { voucher: Voucher }) {
  const t = useVoucherText();
  const spoken = language.use();
  const { currency } = useProject();
  if (gift) return <>{money(gift.balance, currency, spoken)}</>;
  if (loyalty_card) return <>{t("points", { n: loyalty_card.balance })}</>;
  return discount ? <DiscountWords discount={discount} /> : null;
}

/** How often it was redeemed, of how often it can be. */
export function Uses({ voucher: { redemption } }: { voucher: Voucher }) {
  const t = useVoucherText();
  const n = redemption?.redeemed_quantity ?? 0;
  const of = redemption?.quantity ?? null;
  return <>{of === null ? t("unlimited", { n }) : t("limited", { n, of })}</>;
}

function stateOf({ active, start_date, expiration_date }: Voucher) {
  const now = new Date().toISOString();
  if (active === false) return ["disabled", "bad"] as const;
  if (expiration_date !== null && expiration_date <= now) return ["expired", "warn"] as const;
  if (start_date !== null && start_date > now) return ["early", "warn"] as const;
  return ["active", "good"] as const;
}

export function VoucherState({ voucher }: { voucher: Voucher }) {
  const t = useVoucherText();
  const [name, look] = stateOf(voucher);
  return <span class={`badge ${look}`}>{t(`state.${name}`)}</span>;
}
