import { Link } from "wouter-preact";
import type { Schemas } from "../../../../clients/typescript/src";
import { useRedemptionText } from "./texts";

export type Entry = Schemas["Redemption"] | Schemas["RedemptionRollback"];

const LOOKS = { SUCCEEDED: "good", FAILED: "bad", ROLLED_BACK: "warn" } as const;

export function RedemptionState({ entry: { status } }: { entry: Entry }) {
  const t = useRedemptionText();
  return <span class={`badge ${LOOKS[status]}`}>{t(`status.${status}`)}</span>;
}

/** The code or promotion that was redeemed, by its name. */
export function Redeemed({ entry: { voucher, promotion_tier } }: { entry: Entry }) {
  const t = useRedemptionText();
  if (voucher) {
    return (
      <Link href={`/vouchers/${encodeURIComponent(voucher.code)}`} class="mono break">
        {voucher.code}
      </Link>
    );
  }
  if (promotion_tier) {
    return <Link href={`/campaigns/${promotion_tier.campaign_id}`}>{promotion_tier.name}</Link>;
  }
  return <>{t("several")}</>;
}

export function Shopper({ entry: { customer, customer_id } }: { entry: Entry }) {
  const t = useRedemptionText();
  if (customer_id === null) return <span class="soft">{t("nobody")}</span>;
  return (
    <Link href={`/customers/${customer_id}`} class="break">
      {customer?.name ?? customer?.source_id ?? customer_id}
    </Link>
  );
}
