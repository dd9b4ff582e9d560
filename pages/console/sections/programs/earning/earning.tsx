import { Coins } from "lucide-preact";
import { useState } from "preact/hooks";
import { answerOf } from "../../../../../clients/typescript/src";
import { language } from "../../../../shared/language";
import { day } from "../../../../shared/money";
import { New, PartHead } from "../../../parts/head";
import { List } from "../../../parts/list";
import { type ListState, orderBy } from "../../../parts/query";
import { server } from "../../../session";
import { useConsoleText } from "../../../texts";
import type { Campaign } from "../../campaigns/facts";
import { RuleDeeds } from "./deeds";
import { RuleForm } from "./form";
import { useEarningText } from "./texts";
import { useEventWords, useRuleWords } from "./words";

const orderOf = orderBy(["created_at", "updated_at"], "-created_at");

async function load(campaignId: string, { page, limit, order }: ListState) {
  const params = { path: { campaignId }, query: { page, limit, order: orderOf(order) } };
  const { data, total } = await answerOf(
    server().GET("/v1/loyalties/{campaignId}/earning-rules", { params }),
  );
  return { rows: data, total };
}

/** What gives members points. */
export function Earning({ program: { id } }: { program: Campaign }) {
  const t = useEarningText();
  const c = useConsoleText();
  const spoken = language.use();
  const words = useRuleWords();
  const eventOf = useEventWords();
  const [isAsked, setAsked] = useState(false);
  return (
    <section class="stack">
      <PartHead title={t("title")} lead={t("lead")}>
        <New text={t("new")} onClick={() => setAsked(true)} />
      </PartHead>
      <List
        load={(state) => load(id, state)}
        name={`earning of ${id}`}
        label={t("title")}
        order="-created_at"
        keyOf={(rule) => rule.id}
        sorts={[["updated_at", c("list.changed")]]}
        columns={[
          {
            name: "rule",
            head: t("rule"),
            cell: (rule) => (
              <div>
                <strong>{words(rule)}</strong>
                {rule.source.banner && <p class="soft small break">{rule.source.banner}</p>}
              </div>
            ),
          },
          { name: "event", head: t("event"), cell: eventOf },
          {
            name: "counts",
            head: t("counts"),
            cell: ({ pending_points: pending }) =>
              pending ? t("counts.later", { n: pending.period_value }) : t("counts.now"),
          },
          {
            name: "state",
            head: t("state"),
            cell: ({ active }) => (
              <span class={`badge ${active ? "good" : "bad"}`}>
                {t(active ? "state.on" : "state.off")}
              </span>
            ),
          },
          {
            name: "created",
            head: t("created"),
            sort: "created_at",
            cell: ({ created_at }) => <span class="soft nowrap">{day(created_at, spoken)}</span>,
          },
          {
            name: "deeds",
            head: t("deeds"),
            cell: (rule) => <RuleDeeds programId={id} rule={rule} />,
          },
        ]}
        empty={{ icon: Coins, title: t("empty"), text: t("empty.text") }}
      />
      {isAsked && <RuleForm programId={id} rule={null} onClose={() => setAsked(false)} />}
    </section>
  );
}
