import { TriangleAlert } from "lucide-preact";
import { useSearchParams } from "wouter-preact";
import { Head } from "../../parts/head";
import { One } from "../../parts/one";
import { Work } from "../../parts/work";
import { Codes } from "./codes";
import { Deeds } from "./deeds";
import { CampaignState, type Campaign as CampaignView, Facts } from "./facts";
import { campaignOf } from "./load";
import { Numbers } from "./numbers";
import { ReferralTiers } from "./referral/tiers";
import { useCampaignText } from "./texts";
import { Tiers } from "./tiers/tiers";

const POLL_MS = 2_000;

/** One campaign: what it is, what came of it, its codes or its tiers, and what can be done. */
export function Campaign({ id }: { id: string }) {
  const t = useCampaignText();
  return (
    <One
      name={["campaigns", id]}
      load={() => campaignOf(id)}
      pollMs={({ vouchers_generation_status: making }) => making === "IN_PROGRESS" && POLL_MS}
      back={["/campaigns", t("back")]}
    >
      {(campaign) => <Shown campaign={campaign} />}
    </One>
  );
}

function Shown({ campaign }: { campaign: CampaignView }) {
  const t = useCampaignText();
  const { id, name, vouchers_generation_status: making } = campaign;
  // The work that somebody waits for stands in the address, so that loading again shows it again.
  const [params, setParams] = useSearchParams();
  const work = params.get("work");
  const wait = (actionId: string | null) =>
    setParams(actionId === null ? {} : { work: actionId }, { replace: true });
  return (
    <>
      <Head title={name} beside={<CampaignState campaign={campaign} />}>
        <Deeds campaign={campaign} />
      </Head>
      {work !== null && (
        <Work key={work} id={work} refresh={["campaigns", "vouchers"]} onGone={() => wait(null)} />
      )}
      {work === null && making === "FAILED" && (
        <p class="notice bad">
          <TriangleAlert size={18} aria-hidden="true" />
          {t("generation.failed")}
        </p>
      )}
      <Facts campaign={campaign} />
      {campaign.promotion ? <Tiers campaignId={id} /> : <Codes campaign={campaign} onWork={wait} />}
      {campaign.campaign_type === "REFERRAL_PROGRAM" && <ReferralTiers campaignId={id} />}
      <Numbers id={id} />
    </>
  );
}
