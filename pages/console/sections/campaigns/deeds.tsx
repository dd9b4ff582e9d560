import { Link, useLocation } from "wouter-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { Button } from "../../../shared/parts/button";
import { useAct } from "../../acts";
import { bringBack } from "../../bin";
import { AskedButton } from "../../parts/asked";
import { server } from "../../session";
import type { Campaign } from "./facts";
import { useCampaignText } from "./texts";

const refresh = ["campaigns", "vouchers"];

/** What can be done with a campaign, each with its way back. */
export function Deeds({
  campaign: { id, name, active, vouchers_count = 0 },
}: {
  campaign: Campaign;
}) {
  const t = useCampaignText();
  const [, go] = useLocation();
  const { act, isBusy } = useAct();
  const path = { params: { path: { campaignId: id } } };
  const enable = () => answerOf(server().POST("/v1/campaigns/{campaignId}/enable", path));
  const disable = () => answerOf(server().POST("/v1/campaigns/{campaignId}/disable", path));
  const toggle = () =>
    active
      ? act({ run: disable, undo: enable, done: t("disabled", { name }), refresh })
      : act({ run: enable, undo: disable, done: t("enabled", { name }), refresh });
  const remove = async () => {
    let work: string | undefined;
    const run = async () => {
      const begun = await answerOf(server().DELETE("/v1/campaigns/{campaignId}", path));
      work = begun.async_action_id;
      return begun;
    };
    const undo = () => bringBack(id, work);
    const done = t("deleted", { name });
    await act({ run, undo, done, leave: () => go("/campaigns"), refresh });
  };
  return (
    <div class="row">
      <Link href={`/campaigns/${id}/edit`} class="button">
        {t("edit")}
      </Link>
      <Button isBusy={isBusy} onClick={() => void toggle()}>
        {t(active ? "disable" : "enable")}
      </Button>
      <AskedButton
        deed={t("delete")}
        title={t("delete.title", { name })}
        text={t(vouchers_count > 0 ? "delete.text" : "delete.alone", { n: vouchers_count })}
        isBusy={isBusy}
        onConfirm={remove}
      />
    </div>
  );
}
