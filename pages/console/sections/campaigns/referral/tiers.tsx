import { useQuery } from "@tanstack/preact-query";
import { HeartHandshake } from "lucide-preact";
import { useState } from "preact/hooks";
import { answerOf } from "../../../../../clients/typescript/src";
import { language } from "../../../../shared/language";
import { money } from "../../../../shared/money";
import { State } from "../../../../shared/parts/state";
import { EditDelete } from "../../../parts/edit-delete";
import { New, PartHead } from "../../../parts/head";
import { Loaded } from "../../../parts/one";
import { Table } from "../../../parts/table";
import { server, useProject } from "../../../session";
import { useReferralText } from "./texts";
import { keptOf, ONE, type ReferralTier, TIERS, TierForm } from "./tier-form";

/** What who refers gets, for each referee or once they are so many. */
export function ReferralTiers({ campaignId }: { campaignId: string }) {
  const t = useReferralText();
  const [isAsked, setAsked] = useState(false);
  const params = { path: { campaignId } };
  const query = useQuery({
    queryKey: ["campaigns", campaignId, "referral tiers"],
    queryFn: async () => (await answerOf(server().GET(TIERS, { params }))).data,
  });
  const made = <New text={t("new")} onClick={() => setAsked(true)} />;
  return (
    <section class="stack">
      <PartHead title={t("tiers")} lead={t("tiers.lead")}>
        {query.data?.length !== 0 && made}
      </PartHead>
      <div class="card flush">
        <Loaded query={query} lines={2}>
          {(tiers) =>
            tiers.length === 0 ? (
              <State icon={HeartHandshake} title={t("empty")} text={t("empty.text")}>
                {made}
              </State>
            ) : (
              <Rows tiers={tiers} />
            )
          }
        </Loaded>
      </div>
      {isAsked && <TierForm campaignId={campaignId} tier={null} onClose={() => setAsked(false)} />}
    </section>
  );
}

function Rows({ tiers }: { tiers: readonly ReferralTier[] }) {
  const t = useReferralText();
  const spoken = language.use();
  const { currency } = useProject();
  const worth = ({ type, amount = 0 }: ReferralTier["reward"]) => {
    if (type === "GIFT_VOUCHER")
      return t("worth.credit", { amount: money(amount, currency, spoken) });
    return type === "LOYALTY_CARD" ? t("worth.points", { n: amount }) : t("worth.code");
  };
  return (
    <Table
      label={t("tiers")}
      rows={tiers}
      keyOf={({ id }) => id}
      order={null}
      onOrder={() => undefined}
      columns={[
        {
          name: "name",
          head: t("name"),
          cell: ({ name, banner }) => (
            <div>
              <strong class="break">{name}</strong>
              {banner && <p class="soft small break">{banner}</p>}
            </div>
          ),
        },
        {
          name: "condition",
          head: t("condition"),
          cell: ({ condition }) =>
            condition.type === "EACH_REFEREE"
              ? t("condition.EACH_REFEREE")
              : t("condition.count", { n: condition.count }),
        },
        {
          name: "reward",
          head: t("reward"),
          cell: ({ reward }) =>
            t("reward.of", { worth: worth(reward), name: reward.related_object_parent.name }),
        },
        { name: "deeds", head: t("deeds"), cell: (tier) => <Deeds tier={tier} /> },
      ]}
    />
  );
}

function Deeds({ tier }: { tier: ReferralTier }) {
  const t = useReferralText();
  const { id: referralTierId, campaign_id: campaignId, name } = tier;
  const params = { path: { campaignId, referralTierId } };
  return (
    <div class="row tight deeds">
      <EditDelete
        title={t("delete.title", { name })}
        text={t("delete.text")}
        remove={() => answerOf(server().DELETE(ONE, { params }))}
        undo={() => {
          const body = [{ ...keptOf(tier), metadata: tier.metadata }];
          return answerOf(server().POST(TIERS, { params: { path: { campaignId } }, body }));
        }}
        removed={t("deleted", { name })}
        refresh={["campaigns"]}
        form={(close) => <TierForm campaignId={campaignId} tier={tier} onClose={close} />}
      />
    </div>
  );
}
