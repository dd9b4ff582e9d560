import { useState } from "preact/hooks";
import { answerOf } from "../../../../../clients/typescript/src";
import { Button } from "../../../../shared/parts/button";
import { useAct } from "../../../acts";
import { AskedButton } from "../../../parts/asked";
import { server } from "../../../session";
import { TierForm } from "./form";
import { useTierText } from "./texts";
import type { Tier } from "./tiers";

/** Changes a tier, or deletes it. */
export function TierDeeds({ tier }: { tier: Tier }) {
  const { id, name, campaign_id: campaignId } = tier;
  const t = useTierText();
  const [isAsked, setAsked] = useState(false);
  const { act, isBusy } = useAct();
  const remove = (close: () => void) => {
    const params = { path: { campaignId, loyaltyTierId: id } };
    const run = () =>
      answerOf(server().DELETE("/v1/loyalties/{campaignId}/tiers/{loyaltyTierId}", { params }));
    const refresh = [`tiers of ${campaignId}`];
    return act({ run, done: t("deleted", { name }), leave: close, refresh });
  };
  return (
    <div class="row tight deeds">
      <Button look="little" onClick={() => setAsked(true)}>
        {t("edit")}
      </Button>
      <AskedButton
        deed={t("delete")}
        title={t("delete.title", { name })}
        text={t("delete.text")}
        look="little danger"
        isBusy={isBusy}
        onConfirm={remove}
      />
      {isAsked && <TierForm programId={campaignId} tier={tier} onClose={() => setAsked(false)} />}
    </div>
  );
}
