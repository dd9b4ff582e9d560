import { answerOf } from "../../../../../clients/typescript/src";
import { EditDelete } from "../../../parts/edit-delete";
import { server } from "../../../session";
import { TierForm } from "./form";
import { useTierText } from "./texts";
import type { Tier } from "./tiers";

/** Changes a tier, or deletes it. */
export function TierDeeds({ tier }: { tier: Tier }) {
  const { id, name, campaign_id: campaignId } = tier;
  const t = useTierText();
  const params = { path: { campaignId, loyaltyTierId: id } };
  const remake = () => {
    const { points, earning_rules, rewards, metadata } = tier;
    const body = [{ name, points, earning_rules, rewards, metadata }];
    const path = { campaignId };
    return answerOf(server().POST("/v1/loyalties/{campaignId}/tiers", { params: { path }, body }));
  };
  return (
    <div class="row tight deeds">
      <EditDelete
        title={t("delete.title", { name })}
        text={t("delete.text")}
        remove={() =>
          answerOf(server().DELETE("/v1/loyalties/{campaignId}/tiers/{loyaltyTierId}", { params }))
        }
        undo={remake}
        removed={t("deleted", { name })}
        refresh={[`tiers of ${campaignId}`]}
        form={(close) => <TierForm programId={campaignId} tier={tier} onClose={close} />}
      />
    </div>
  );
}
