import { useState } from "preact/hooks";
import { answerOf } from "../../../../../clients/typescript/src";
import { Button } from "../../../../shared/parts/button";
import { useAct } from "../../../acts";
import { AskedButton } from "../../../parts/asked";
import { server } from "../../../session";
import type { Tier } from "./load";
import { useTierText } from "./texts";
import { TierForm } from "./tier-form";

const refresh = ["campaigns"];

/** What can be done with a tier beside moving it. */
export function TierDeeds({ tier }: { tier: Tier }) {
  const { id, name, active, campaign_id } = tier;
  const t = useTierText();
  const [isAsked, setAsked] = useState(false);
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
  const remove = (close: () => void) => {
    const run = () => answerOf(server().DELETE("/v1/promotions/tiers/{promotionTierId}", path));
    return act({ run, done: t("deleted", { name }), leave: close, refresh });
  };
  return (
    <>
      <Button look="little" onClick={() => setAsked(true)}>
        {t("edit")}
      </Button>
      <Button look="little" isBusy={isBusy} onClick={() => void toggle()}>
        {t(active ? "disable" : "enable")}
      </Button>
      <AskedButton
        deed={t("delete")}
        title={t("delete.title", { name })}
        text={t("delete.text")}
        look="little danger"
        isBusy={isBusy}
        onConfirm={remove}
      />
      {isAsked && <TierForm campaignId={campaign_id} tier={tier} onClose={() => setAsked(false)} />}
    </>
  );
}
