import { ReceiptText } from "lucide-preact";
import { Link } from "wouter-preact";
import { language } from "../../../shared/language";
import { moment, money } from "../../../shared/money";
import { useDays } from "../../parts/days";
import { Head } from "../../parts/head";
import { List } from "../../parts/list";
import { useProject } from "../../session";
import { Redeemed, RedemptionState, Shopper } from "./facts";
import { redemptionsOf, stateFilters } from "./load";
import { useRedemptionText } from "./texts";

/** Every use of a code or promotion, and what was taken back. */
export function RedemptionList() {
  const t = useRedemptionText();
  const spoken = language.use();
  const { currency } = useProject();
  const days = useDays();
  return (
    <>
      <Head title={t("title")} />
      <List
        load={(state) => redemptionsOf(state)}
        name="redemptions"
        label={t("title")}
        order="-created_at"
        keyOf={({ id }) => id}
        filters={[
          { name: "code", label: t("code.filter") },
          { name: "campaign", label: t("campaign") },
          { name: "customer", label: t("customer.filter") },
          ...stateFilters(t),
          ...days,
        ]}
        sorts={[["tracking_id", t("tracking")]]}
        columns={[
          {
            name: "when",
            head: t("when"),
            sort: "created_at",
            cell: ({ id, date }) => (
              <Link href={`/redemptions/${id}`} class="nowrap">
                {moment(date, spoken)}
              </Link>
            ),
          },
          { name: "what", head: t("what"), cell: ({ object }) => t(object) },
          {
            name: "redeemed",
            head: t("redeemed"),
            sort: "voucher_code",
            cell: (entry) => <Redeemed entry={entry} />,
          },
          {
            name: "customer",
            head: t("customer"),
            sort: "customer_id",
            cell: (entry) => <Shopper entry={entry} />,
          },
          {
            name: "amount",
            head: t("amount"),
            isNumber: true,
            cell: ({ order }) => {
              const minor = order?.total_applied_discount_amount;
              return minor ? money(minor, currency, spoken) : <span class="soft">–</span>;
            },
          },
          { name: "status", head: t("status"), cell: (entry) => <RedemptionState entry={entry} /> },
        ]}
        empty={{ icon: ReceiptText, title: t("empty"), text: t("empty.text") }}
      />
    </>
  );
}
