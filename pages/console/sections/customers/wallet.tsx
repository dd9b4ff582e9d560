import { Wallet as WalletIcon } from "lucide-preact";
import { Link } from "wouter-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { More, partOf } from "../../parts/more";
import { server } from "../../session";
import { Worth } from "../vouchers/facts";
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

async function heldBy(customerId: string, after: string | null) {
  const query = { limit: 20, ...(after !== null && { starting_after_id: after }) };
  const params = { path: { customerId }, query };
  const call = server().GET("/v1/customers/{customerId}/redeemables", { params });
  return partOf(await answerOf(call));
}

/** The codes and cards that the customer holds. */
export function Wallet({ customer: { id } }: { customer: CustomerView }) {
  const t = useCustomerText();
  return (
    <div class="card flush">
      <More
        load={(after) => heldBy(id, after)}
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
        ]}
        empty={{ icon: WalletIcon, title: t("wallet.none") }}
      />
    </div>
  );
}
