import { UserPlus, Users } from "lucide-preact";
import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { answerOf } from "../../../../../clients/typescript/src";
import { language } from "../../../../shared/language";
import { day } from "../../../../shared/money";
import { Button } from "../../../../shared/parts/button";
import { madeWithin, useDays } from "../../../parts/days";
import { List, pageOf } from "../../../parts/list";
import { filtered, type ListState, orderBy, paged } from "../../../parts/query";
import { server } from "../../../session";
import { useConsoleText } from "../../../texts";
import type { Campaign } from "../../campaigns/facts";
import { VoucherState } from "../../vouchers/facts";
import { AddMember } from "./add-member";
import { useMemberText } from "./texts";

const orderOf = orderBy(["created_at", "updated_at", "code"], "-created_at");

async function load(campaignId: string, { order, filters, ...page }: ListState) {
  const { code, customer } = filters;
  const query = {
    ...paged(page),
    order: orderOf(order),
    ...(customer && { customer }),
    ...madeWithin(filters),
    ...filtered({ ...(code && { code: { conditions: { $contains: [code] } } }) }),
  };
  const params = { path: { campaignId }, query };
  const answer = await answerOf(server().GET("/v1/loyalties/{campaignId}/members", { params }));
  return pageOf(answer.vouchers, answer);
}

/** Who is in the program, each with a card. */
export function Members({ program: { id } }: { program: Campaign }) {
  const t = useMemberText();
  const c = useConsoleText();
  const spoken = language.use();
  const days = useDays();
  const [isAsked, setAsked] = useState(false);
  const add = (
    <Button look="main" onClick={() => setAsked(true)}>
      <UserPlus size={16} aria-hidden="true" />
      {t("add")}
    </Button>
  );
  return (
    <section class="stack">
      <header class="apart">
        <h2>{t("title")}</h2>
        {add}
      </header>
      <List
        load={(state) => load(id, state)}
        name={`members of ${id}`}
        label={t("title")}
        order="-created_at"
        keyOf={(card) => card.id}
        filters={[
          { name: "code", label: t("code") },
          { name: "customer", label: t("holder.filter") },
          ...days,
        ]}
        sorts={[["updated_at", c("list.changed")]]}
        columns={[
          {
            name: "code",
            head: t("code"),
            sort: "code",
            cell: ({ code }) => (
              <Link href={`/programs/${id}/members/${encodeURIComponent(code)}`} class="mono break">
                {code}
              </Link>
            ),
          },
          {
            name: "holder",
            head: t("holder"),
            cell: ({ holder_id }) =>
              holder_id ? (
                <Link href={`/customers/${holder_id}`} class="mono small break">
                  {holder_id}
                </Link>
              ) : (
                <span class="soft">{t("nobody")}</span>
              ),
          },
          {
            name: "balance",
            head: t("balance"),
            isNumber: true,
            cell: ({ loyalty_card }) => loyalty_card?.balance.toLocaleString(spoken),
          },
          {
            name: "pending",
            head: t("pending"),
            isNumber: true,
            cell: ({ loyalty_card }) => loyalty_card?.pending_points.toLocaleString(spoken),
          },
          { name: "state", head: t("state"), cell: (card) => <VoucherState voucher={card} /> },
          {
            name: "joined",
            head: t("joined"),
            sort: "created_at",
            cell: ({ created_at }) => <span class="soft nowrap">{day(created_at, spoken)}</span>,
          },
        ]}
        empty={{ icon: Users, title: t("empty"), text: t("empty.text") }}
      />
      {isAsked && <AddMember programId={id} onClose={() => setAsked(false)} />}
    </section>
  );
}
