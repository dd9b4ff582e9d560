import { ReceiptText } from "lucide-preact";
import { Link } from "wouter-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { moment, money } from "../../../shared/money";
import { madeWithin, useDays } from "../../parts/days";
import { Head } from "../../parts/head";
import { List } from "../../parts/list";
import { server, useProject } from "../../session";
import { Redeemed, RedemptionState, Shopper } from "./facts";
import { useRedemptionText } from "./texts";

const STATES = ["SUCCEEDED", "FAILED", "ROLLED_BACK"] as const;
const KINDS = ["redemption", "redemption_rollback"] as const;
const ORDERS = [
  "created_at",
  "-created_at",
  "voucher_code",
  "-voucher_code",
  "customer_id",
  "-customer_id",
] as const;
const orderOf = (text: string | null) => ORDERS.find((order) => order === text) ?? "-created_at";

async function load(
  { page, limit, order }: { page: number; limit: number; order: string | null },
  asked: Record<string, string>,
) {
  const { code, campaign, customer, status, kind } = asked;
  const filters = {
    ...(code && { voucher_code: { conditions: { $is: [code] } } }),
    ...(status && { status: { conditions: { $is: [status] } } }),
    ...(kind && { object: { conditions: { $is: [kind] } } }),
  };
  const query = {
    page,
    limit,
    order: orderOf(order),
    ...(campaign && { campaign }),
    ...(customer && { customer }),
    ...madeWithin(asked),
    ...(Object.keys(filters).length > 0 && { filters }),
  };
  const { redemptions, total } = await answerOf(
    server().GET("/v1/redemptions", { params: { query } }),
  );
  return { rows: redemptions, total };
}

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
        load={({ filters, ...page }) => load(page, filters)}
        name="redemptions"
        label={t("title")}
        order="-created_at"
        keyOf={({ id }) => id}
        filters={[
          { name: "code", label: t("code.filter") },
          { name: "campaign", label: t("campaign") },
          { name: "customer", label: t("customer.filter") },
          {
            name: "status",
            label: t("status"),
            choices: STATES.map((status) => [status, t(`status.${status}`)] as const),
          },
          {
            name: "kind",
            label: t("what"),
            choices: KINDS.map((kind) => [kind, t(kind)] as const),
          },
          ...days,
        ]}
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
