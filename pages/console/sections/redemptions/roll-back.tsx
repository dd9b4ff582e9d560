import { Undo2 } from "lucide-preact";
import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { Button } from "../../../shared/parts/button";
import { TextField } from "../../../shared/parts/field";
import { useAct } from "../../acts";
import { Confirm } from "../../parts/confirm";
import { server } from "../../session";
import type { Entry } from "./facts";
import { useRedemptionText } from "./texts";

/** Takes a redemption back, with all that was redeemed together with it. */
export function RollBack({ redemption }: { redemption: Entry }) {
  const t = useRedemptionText();
  const [, go] = useLocation();
  const [isAsked, setAsked] = useState(false);
  const [reason, setReason] = useState("");
  const { act, isBusy, failure } = useAct();
  const { id: ownId, redemption: parentId, related_object_type } = redemption;
  // The entry of several that were redeemed together is about them all.
  const parent = parentId ?? (related_object_type === "redemption" ? ownId : undefined);
  const body = reason.trim() ? { reason: reason.trim() } : {};
  const one = async () => {
    const params = { path: { id: ownId } };
    const { id } = await answerOf(server().POST("/v1/redemptions/{id}/rollback", { params, body }));
    return id;
  };
  const together = async (id: string) => {
    await answerOf(
      server().POST("/v1/redemptions/{id}/rollbacks", { params: { path: { id } }, body }),
    );
    return ownId;
  };
  const rollBack = async () => {
    const run = () => (parent === undefined ? one() : together(parent));
    const refresh = ["redemptions", "vouchers", "customers", "campaigns"];
    const shown = await act({ run, done: t("rollback.done"), refresh });
    if (shown === null) return;
    setAsked(false);
    go(`/redemptions/${shown}`);
  };
  return (
    <>
      <Button look="danger" onClick={() => setAsked(true)}>
        <Undo2 size={16} aria-hidden="true" />
        {t("rollback")}
      </Button>
      {isAsked && (
        <Confirm
          title={t("rollback.title")}
          text={[t("rollback.text"), parent !== undefined && t("rollback.all")]
            .filter(Boolean)
            .join(" ")}
          deed={t("rollback")}
          isBusy={isBusy}
          onConfirm={() => void rollBack()}
          onClose={() => setAsked(false)}
        >
          <TextField
            label={t("rollback.reason")}
            error={failure ?? undefined}
            value={reason}
            onText={setReason}
          />
        </Confirm>
      )}
    </>
  );
}
