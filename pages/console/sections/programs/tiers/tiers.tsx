import { Layers } from "lucide-preact";
import { useState } from "preact/hooks";
import { answerOf, type Schemas } from "../../../../../clients/typescript/src";
import { language } from "../../../../shared/language";
import { day } from "../../../../shared/money";
import { New, PartHead } from "../../../parts/head";
import { List } from "../../../parts/list";
import { type ListState, orderBy } from "../../../parts/query";
import { server } from "../../../session";
import { useConsoleText } from "../../../texts";
import type { Campaign } from "../../campaigns/facts";
import { TierDeeds } from "./deeds";
import { TierForm } from "./form";
import { useTierText } from "./texts";

export type Tier = Schemas["LoyaltyTier"];

const orderOf = orderBy(["created_at", "updated_at"], "created_at");

async function load(campaignId: string, { page, limit, order }: ListState) {
  const params = { path: { campaignId }, query: { page, limit, order: orderOf(order) } };
  const { data, total } = await answerOf(
    server().GET("/v1/loyalties/{campaignId}/tiers", { params }),
  );
  return { rows: data, total };
}

function Bounds({ points: { from, to } }: { points: Tier["points"] }) {
  const t = useTierText();
  if (from !== undefined && to !== undefined) return <>{t("bounds.both", { from, to })}</>;
  if (from !== undefined) return <>{t("bounds.from", { from })}</>;
  return <>{to === undefined ? t("bounds.none") : t("bounds.to", { to })}</>;
}

/** The tiers of a program, from which points on each begins. */
export function Tiers({ program: { id } }: { program: Campaign }) {
  const t = useTierText();
  const c = useConsoleText();
  const spoken = language.use();
  const [isAsked, setAsked] = useState(false);
  return (
    <section class="stack">
      <PartHead title={t("title")} lead={t("lead")}>
        <New text={t("new")} onClick={() => setAsked(true)} />
      </PartHead>
      <List
        load={(state) => load(id, state)}
        name={`tiers of ${id}`}
        label={t("title")}
        order="created_at"
        keyOf={(tier) => tier.id}
        sorts={[["updated_at", c("list.changed")]]}
        columns={[
          {
            name: "name",
            head: t("name"),
            cell: ({ name }) => <strong class="break">{name}</strong>,
          },
          {
            name: "bounds",
            head: t("bounds"),
            cell: ({ points }) => <Bounds points={points} />,
          },
          {
            name: "earning",
            head: t("earning"),
            isNumber: true,
            cell: ({ earning_rules }) => Object.keys(earning_rules).length,
          },
          {
            name: "rewards",
            head: t("rewards"),
            isNumber: true,
            cell: ({ rewards }) => Object.keys(rewards).length,
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
            cell: (tier) => <TierDeeds tier={tier} />,
          },
        ]}
        empty={{ icon: Layers, title: t("empty"), text: t("empty.text") }}
      />
      {isAsked && <TierForm programId={id} tier={null} onClose={() => setAsked(false)} />}
    </section>
  );
}
