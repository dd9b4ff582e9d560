import { Ticket } from "lucide-preact";
import { Link } from "wouter-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { day } from "../../../shared/money";
import { madeWithin, useDays } from "../../parts/days";
import { Head } from "../../parts/head";
import { List, pageOf } from "../../parts/list";
import { filtered, type ListState, orderBy, paged } from "../../parts/query";
import { server } from "../../session";
import { useConsoleText } from "../../texts";
import { Uses, type Voucher, VoucherState, Worth } from "./facts";
import { useVoucherText } from "./texts";

const KINDS = ["DISCOUNT_VOUCHER", "GIFT_VOUCHER", "LOYALTY_CARD"] as const;
const orderOf = orderBy(["created_at", "updated_at", "code"], "-created_at");

async function load({ order, filters, ...page }: ListState) {
  const { code, type, campaign, holder } = filters;
  const query = {
    ...paged(page),
    order: orderOf(order),
    ...(campaign && { campaign }),
    ...(holder && { customer: holder }),
    ...madeWithin(filters),
    ...filtered({
      ...(code && { code: { conditions: { $contains: [code] } } }),
      ...(type && { type: { conditions: { $is: [type] } } }),
    }),
  };
  const answer = await answerOf(server().GET("/v1/vouchers", { params: { query } }));
  return pageOf(answer.vouchers, answer);
}

/** Every voucher of the project; a search finds a code by how it begins or what it holds. */
export function VoucherList() {
  const t = useVoucherText();
  const c = useConsoleText();
  const spoken = language.use();
  const days = useDays();
  return (
    <>
      <Head title={t("title")} />
      <List<Voucher>
        name="vouchers"
        label={t("title")}
        order="-created_at"
        keyOf={({ id }) => id}
        filters={[
          { name: "code", label: t("code") },
          {
            name: "type",
            label: t("type"),
            choices: KINDS.map((kind) => [kind, t(`type.${kind}`)] as const),
          },
          { name: "campaign", label: t("campaign") },
          { name: "holder", label: t("holder.filter") },
          ...days,
        ]}
        load={load}
        sorts={[["updated_at", c("list.changed")]]}
        columns={[
          {
            name: "code",
            head: t("code"),
            sort: "code",
            cell: ({ code }) => (
              <Link href={`/vouchers/${encodeURIComponent(code)}`} class="mono break">
                {code}
              </Link>
            ),
          },
          { name: "type", head: t("type"), cell: ({ type }) => t(`type.${type}`) },
          { name: "worth", head: t("value"), cell: (voucher) => <Worth voucher={voucher} /> },
          {
            name: "campaign",
            head: t("campaign"),
            cell: ({ campaign }) => campaign ?? <span class="soft">{t("alone")}</span>,
          },
          {
            name: "uses",
            head: t("uses"),
            isNumber: true,
            cell: (voucher) => <Uses voucher={voucher} />,
          },
          {
            name: "state",
            head: t("state"),
            cell: (voucher) => <VoucherState voucher={voucher} />,
          },
          {
            name: "created",
            head: t("created"),
            sort: "created_at",
            cell: ({ created_at }) => <span class="soft nowrap">{day(created_at, spoken)}</span>,
          },
        ]}
        empty={{ icon: Ticket, title: t("empty"), text: t("empty.text") }}
      />
    </>
  );
}
