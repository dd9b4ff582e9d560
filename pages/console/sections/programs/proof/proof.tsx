import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import { BadgeCheck, TriangleAlert } from "lucide-preact";
import { useState } from "preact/hooks";
import { answerOf, type Schemas } from "../../../../../clients/typescript/src";
import { language } from "../../../../shared/language";
import { moment } from "../../../../shared/money";
import { Button } from "../../../../shared/parts/button";
import { Copy } from "../../../../shared/parts/copy";
import { MomentField } from "../../../parts/moment-field";
import { Loaded } from "../../../parts/one";
import { server } from "../../../session";
import type { Campaign } from "../../campaigns/facts";
import { Checks } from "./checks";
import { Differences } from "./differences";
import { Sum } from "./sum";
import { useProofText } from "./texts";

export type ProofView = Schemas["LedgerProof"] & { isPast: boolean };

/** The service proves no later instant than its own now: one that it kept has passed. */
async function load(campaignId: string, at: string | null): Promise<ProofView> {
  const params = { path: { campaignId }, query: at === null ? {} : { at } };
  const proof = await answerOf(server().GET("/v1/loyalties/{campaignId}/ledger-proof", { params }));
  return { ...proof, isPast: at !== null && Date.parse(at) === Date.parse(proof.at) };
}

/** Whether what a program owes adds up, now or at an instant that has passed. */
export function Proof({ program: { id } }: { program: Campaign }) {
  const t = useProofText();
  const [at, setAt] = useState<string | null>(null);
  const query = useQuery({
    queryKey: [`points of ${id}`, "proof", at],
    queryFn: () => load(id, at),
    placeholderData: keepPreviousData,
  });
  return (
    <section class="stack">
      <div>
        <h2>{t("title")}</h2>
        <p class="soft">{t("lead")}</p>
      </div>
      <div class="row proof-tools">
        <MomentField label={t("at")} value={at} onMoment={setAt} />
        <Button isBusy={query.isFetching} onClick={() => void query.refetch()}>
          {t("again")}
        </Button>
      </div>
      <Loaded query={query}>{(data) => <Proven proof={data} />}</Loaded>
    </section>
  );
}

function Proven({ proof }: { proof: ProofView }) {
  const t = useProofText();
  const { cards } = proof.differences;
  return (
    <>
      <Verdict proof={proof} />
      <div class="proof-halves">
        <Sum proof={proof} />
        <Checks proof={proof} />
      </div>
      {cards.length > 0 && <Differences programId={proof.campaign_id} cards={cards} />}
      <section class="card stack tight">
        <h3>{t("hash")}</h3>
        <p class="soft small">{t("hash.text")}</p>
        <Copy text={proof.hash} label={t("hash")} />
      </section>
    </>
  );
}

function Verdict({ proof: { at, cards, entries, differences } }: { proof: ProofView }) {
  const t = useProofText();
  const spoken = language.use();
  const when = moment(at, spoken);
  const isGood = differences.total === 0;
  const Icon = isGood ? BadgeCheck : TriangleAlert;
  return (
    <div class={`notice proof-verdict ${isGood ? "good" : "bad"}`} role="status">
      <Icon size={32} aria-hidden="true" />
      <div>
        <p class="proof-title">{t(isGood ? "good" : "bad")}</p>
        <p>
          {isGood
            ? t("good.text", { entries, cards, when })
            : t("bad.text", { n: differences.total, cards, when })}
        </p>
      </div>
    </div>
  );
}
