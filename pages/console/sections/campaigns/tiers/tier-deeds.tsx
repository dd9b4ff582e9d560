import { answerOf } from "../../../../../clients/typescript/src";
import { Button } from "../../../../shared/parts/button";
import { useAct } from "../../../acts";
import { EditDelete } from "../../../parts/edit-delete";
import { server } from "../../../session";
import { remake, type Tier } from "./load";
import { useTierText } from "./texts";
import { TierForm } from "./tier-form";

const refresh = ["campaigns"];

/** What can be done with a tier beside moving it. */
export function TierDeeds({ tier }: { tier: Tier }) {
  const { id, name, active, campaign_id } = tier;
  const t = useTierText();
  const { act, isBusy } = useAct();
  const path = { params: { path: { promotionTierId: id } } };
  const enable = () =>
    answerOf(server().POST("/v1/promotions/tiers/{promotionTierId}/enable", path));
  const disable = () =>
    answerOf(server().POST("/v1/promotions/tiers/{promotionTierId}/disable", path));
  const toggle = () =>
    active
      ? act({ run: disable, undo: enable, done: t("disabled", { name }), refresh })
      : act({ run: enable, undo: disable, done: t("enabled", { name }), refresh });
  return (
    <EditDelete
      title={t("delete.title", { name })}
      text={t("delete.text")}
      remove={() => answerOf(server().DELETE("/v1/promotions/tiers/{promotionTierId}", path))}
      undo={() => remake(tier)}
      removed={t("deleted", { name })}
      refresh={refresh}
      form={(close) => <TierForm campaignId={campaign_id} tier={tier} onClose={close} />}
    >
      <Button look="little" isBusy={isBusy} onClick={() => void toggle()}>
        {t(active ? "disable" : "enable")}
      </Button>
    </EditDelete>
  );
}
