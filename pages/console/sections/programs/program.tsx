import { Link, useLocation } from "wouter-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { Button } from "../../../shared/parts/button";
import { useAct } from "../../acts";
import { Head } from "../../parts/head";
import { One } from "../../parts/one";
import { Tabs } from "../../parts/tabs";
import { server } from "../../session";
import { type Campaign, CampaignState } from "../campaigns/facts";
import { Earning } from "./earning/earning";
import { Members } from "./members/members";
import { Overview } from "./overview";
import { Pending } from "./pending";
import { Proof } from "./proof/proof";
import { Rewards } from "./rewards/rewards";
import { useProgramText } from "./texts";
import { Tiers } from "./tiers/tiers";
import { Transactions } from "./transactions";

const VIEWS = {
  overview: Overview,
  members: Members,
  earning: Earning,
  tiers: Tiers,
  rewards: Rewards,
  pending: Pending,
  transactions: Transactions,
  proof: Proof,
};
const NAMES = [
  "overview",
  "members",
  "earning",
  "tiers",
  "rewards",
  "pending",
  "transactions",
  "proof",
] as const;

/** One program; which view of it is shown stands in the address. */
export function Program({ id, view }: { id: string; view: string | undefined }) {
  const t = useProgramText();
  const path = { campaignId: id };
  return (
    <One
      name={["programs", id]}
      load={() => answerOf(server().GET("/v1/loyalties/{campaignId}", { params: { path } }))}
      back={["/programs", t("back")]}
    >
      {(program) => (
        <Shown program={program} view={NAMES.find((name) => name === view) ?? "overview"} />
      )}
    </One>
  );
}

interface ShownProps {
  program: Campaign;
  view: (typeof NAMES)[number];
}

function Shown({ program, view }: ShownProps) {
  const t = useProgramText();
  const [, go] = useLocation();
  const View = VIEWS[view];
  return (
    <>
      <Head title={program.name} beside={<CampaignState campaign={program} />}>
        <Deeds program={program} />
      </Head>
      <Tabs
        label={t("views")}
        tabs={NAMES.map((name) => [name, t(`view.${name}`)] as const)}
        shown={view}
        onShown={(name) => go(`/programs/${program.id}/${name}`, { replace: true })}
      >
        <View program={program} />
      </Tabs>
    </>
  );
}

function Deeds({ program: { id, name, active } }: { program: Campaign }) {
  const t = useProgramText();
  const { act, isBusy } = useAct();
  const path = { params: { path: { campaignId: id } } };
  const enable = () => answerOf(server().POST("/v1/campaigns/{campaignId}/enable", path));
  const disable = () => answerOf(server().POST("/v1/campaigns/{campaignId}/disable", path));
  const refresh = ["programs", "campaigns"];
  const toggle = () =>
    active
      ? act({ run: disable, undo: enable, done: t("disabled", { name }), refresh })
      : act({ run: enable, undo: disable, done: t("enabled", { name }), refresh });
  return (
    <div class="row">
      <Link href={`/campaigns/${id}`} class="button">
        {t("campaign")}
      </Link>
      <Button isBusy={isBusy} onClick={() => void toggle()}>
        {t(active ? "disable" : "enable")}
      </Button>
    </div>
  );
}
