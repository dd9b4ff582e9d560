import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import { answerOf } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { money } from "../../../shared/money";
import { SelectField } from "../../../shared/parts/field";
import { Loaded } from "../../parts/one";
import { server, useProject } from "../../session";
import { useCampaignText } from "./texts";

const PERIODS = ["7", "30", "90"] as const;
const DAY_MS = 86_400_000;

/** Those worth a place, in this order, of any kind; a campaign shows the ones that it counts. */
const COUNTED = [
  "redemptions_succeeded",
  "redemptions_failed",
  "rollbacks_succeeded",
  "validations",
  "publications_succeeded",
  "vouchers_created",
  "referred_customers",
  "points_added",
  "points_redeemed",
  "points_expired",
] as const;
const AMOUNTS = [
  "orders_amount",
  "discounted_amount",
  "created_vouchers_amount",
  "amount_redeemed",
] as const;

function load(campaignId: string, days: string) {
  const since = new Date(Date.now() - (Number(days) - 1) * DAY_MS).toISOString().slice(0, 10);
  const query = days ? { start_date: since } : {};
  return answerOf(
    server().GET("/v1/campaigns/{campaignId}/summary", { params: { path: { campaignId }, query } }),
  );
}

/** What came of a campaign, in numbers. */
export function Numbers({ id }: { id: string }) {
  const t = useCampaignText();
  const [days, setDays] = useState("");
  const query = useQuery({
    queryKey: ["campaigns", id, "summary", days],
    queryFn: () => load(id, days),
    placeholderData: keepPreviousData,
  });
  return (
    <section class="stack">
      <header class="apart">
        <h2>{t("numbers")}</h2>
        <SelectField
          label={t("numbers.range")}
          value={days}
          choices={[
            ["", t("numbers.all")],
            ...PERIODS.map((n) => [n, t("numbers.days", { n })] as const),
          ]}
          onValue={setDays}
        />
      </header>
      <Loaded query={query} lines={2}>
        {(data) => <Tiles counts={new Map(Object.entries(data))} />}
      </Loaded>
    </section>
  );
}

function Tiles({ counts }: { counts: ReadonlyMap<string, unknown> }) {
  const t = useCampaignText();
  const spoken = language.use();
  const { currency } = useProject();
  const shown = [...COUNTED, ...AMOUNTS].flatMap((name) => {
    const count = counts.get(name);
    if (typeof count !== "number") return [];
    const isMoney = AMOUNTS.some((amount) => amount === name);
    return [
      { name, text: isMoney ? money(count, currency, spoken) : count.toLocaleString(spoken) },
    ];
  });
  return (
    <dl class="tiles">
      {shown.map(({ name, text }) => (
        <div key={name} class="card">
          <dt>{t(`number.${name}`)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
