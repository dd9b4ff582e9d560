import { Wallet as WalletIcon } from "lucide-preact";
import { Link } from "wouter-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { day } from "../../../shared/money";
import { madeCondition, useDays } from "../../parts/days";
import { More, partOf } from "../../parts/more";
import { filtered, orderBy } from "../../parts/query";
import { server } from "../../session";
import { Worth } from "../vouchers/facts";
import { useVoucherText } from "../vouchers/texts";
import type { CustomerView } from "./customer";
import { useCustomerText } from "./texts";

const LOOKS = {
  ACTIVE: "good",
  USED: "",
  DISABLED: "bad",
  NOT_ACTIVE_YET: "warn",
  EXPIRED: "warn",
  NO_BALANCE: "",
};

const KINDS = ["DISCOUNT_VOUCHER", "GIFT_VOUCHER", "LOYALTY_CARD"] as const;
const ROLES = ["OWNER", "REFERRER", "REFEREE"] as const;
const orderOf = orderBy(["created_at"], "-created_at");

interface Asked {
  after: string | null;
  order: string | null;
  filters: Record<string, string>;
}

async function heldBy(customerId: string, { after, order, filters }: Asked) {
  const { kind, role, campaign, ...days } = filters;
  const query = {
    limit: 20,
    order: orderOf(order),
    ...(after !== null && { starting_after_id: after }),
    ...filtered({
      ...(kind && { voucher_type: { conditions: { $is: [kind] } } }),
      ...(role && { holder_role: { conditions: { $is: [role] } } }),
      ...(campaign && { campaign_id: { conditions: { $is: [campaign] } } }),
      ...madeCondition(days),
    }),
  };
  const params = { path: { customerId }, query };
  const call = server().GET("/v1/customers/{customerId}/redeemables", { params });
  return partOf(await answerOf(call));
}

/** The codes and cards that the customer holds. */
export function Wallet({ customer: { id } }: { customer: CustomerView }) {
  const t = useCustomerText();
  const v = useVoucherText();
  const spoken = language.use();
  const days = useDays();
  return (
    <More
      load={(after, asked) => heldBy(id, { ...asked, after })}
      order="-created_at"
      filters={[
        { name: "kind", label: v("type"), choices: KINDS.map((kind) => [kind, v(`type.${kind}`)]) },
        { name: "role", label: t("role"), choices: ROLES.map((role) => [role, t(`role.${role}`)]) },
        { name: "campaign", label: t("campaign.filter") },
        ...days,
      ]}
      name={["customers", id, "wallet"]}
      label={t("wallet")}
      keyOf={(held) => held.id}
      columns={[
        {
          name: "code",
          head: t("code"),
          cell: ({ redeemable, redeemable_id }) => {
            const code = redeemable?.voucher.code ?? redeemable_id;
            return (
              <Link href={`/vouchers/${encodeURIComponent(code)}`} class="mono break">
                {code}
              </Link>
            );
          },
        },
        {
          name: "worth",
          head: t("worth"),
          cell: ({ redeemable }) => redeemable && <Worth voucher={redeemable.voucher} />,
        },
        { name: "role", head: t("role"), cell: ({ holder_role }) => t(`role.${holder_role}`) },
        {
          name: "state",
          head: t("state"),
          cell: ({ redeemable }) =>
            redeemable && (
              <span class={`badge ${LOOKS[redeemable.status]}`}>
                {t(`state.${redeemable.status}`)}
              </span>
            ),
        },
        {
          name: "since",
          head: t("held"),
          sort: "created_at",
          cell: ({ created_at }) => <span class="soft nowrap">{day(created_at, spoken)}</span>,
        },
      ]}
      empty={{ icon: WalletIcon, title: t("wallet.none") }}
    />
  );
}
