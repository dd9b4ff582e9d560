import { Users } from "lucide-preact";
import { Link } from "wouter-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { day, money } from "../../../shared/money";
import { madeWithin, useDays } from "../../parts/days";
import { Head } from "../../parts/head";
import { List, pageOf } from "../../parts/list";
import { type ListState, orderBy, paged } from "../../parts/query";
import { server, useProject } from "../../session";
import { useConsoleText } from "../../texts";
import { useCustomerText } from "./texts";

const orderOf = orderBy(["created_at", "updated_at", "source_id"], "-created_at");

async function customersOf({ order, filters, ...page }: ListState) {
  const { name, email, city, segment } = filters;
  const query = {
    ...paged(page),
    order: orderOf(order),
    ...(name && { name }),
    ...(email && { email }),
    ...(city && { city }),
    ...(segment && { segment_id: segment }),
    ...madeWithin(filters),
  };
  const call = server().GET("/v1/customers", { params: { query } });
  const answer = await answerOf(call);
  return pageOf(answer.customers, answer);
}

/** Everybody whom the project knows. */
export function CustomerList() {
  const t = useCustomerText();
  const c = useConsoleText();
  const spoken = language.use();
  const { currency } = useProject();
  const days = useDays();
  return (
    <>
      <Head title={t("title")} />
      <List
        load={customersOf}
        name="customers"
        label={t("title")}
        order="-created_at"
        keyOf={({ id }) => id}
        filters={[
          { name: "name", label: t("name") },
          { name: "email", label: t("email") },
          { name: "city", label: t("city") },
          { name: "segment", label: t("segment.filter") },
          ...days,
        ]}
        sorts={[["updated_at", c("list.changed")]]}
        columns={[
          {
            name: "name",
            head: t("name"),
            cell: ({ id, name }) => (
              <Link href={`/customers/${id}`} class="break">
                {name ?? t("unnamed")}
              </Link>
            ),
          },
          {
            name: "email",
            head: t("email"),
            cell: ({ email }) => <span class="break">{email}</span>,
          },
          {
            name: "source",
            head: t("source"),
            sort: "source_id",
            cell: ({ source_id }) => <span class="mono small break">{source_id}</span>,
          },
          {
            name: "orders",
            head: t("orders"),
            isNumber: true,
            cell: ({ summary }) => summary.orders.total_count,
          },
          {
            name: "spent",
            head: t("spent"),
            isNumber: true,
            cell: ({ summary }) => money(summary.orders.total_amount, currency, spoken),
          },
          {
            name: "points",
            head: t("points"),
            isNumber: true,
            cell: ({ loyalty }) => loyalty.points.toLocaleString(spoken),
          },
          {
            name: "since",
            head: t("since"),
            sort: "created_at",
            cell: ({ created_at }) => <span class="soft nowrap">{day(created_at, spoken)}</span>,
          },
        ]}
        empty={{ icon: Users, title: t("empty"), text: t("empty.text") }}
      />
    </>
  );
}
