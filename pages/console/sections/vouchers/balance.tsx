import { answerOf } from "../../../../clients/typescript/src";
import { useAct } from "../../acts";
import { ChangeBalance } from "../../parts/change-balance";
import { server } from "../../session";
import { useVoucherText } from "./texts";

/** Adds to the balance of a card, or takes from it. */
export function BalanceForm({ code, onClose }: { code: string; onClose: () => void }) {
  const t = useVoucherText();
  const { act, isBusy, failure } = useAct();
  const add = (amount: number, reason: string) => {
    const params = { path: { code } };
    const body = { amount, ...(reason && { reason }) };
    return answerOf(server().POST("/v1/vouchers/{code}/balance", { params, body }));
  };
  const save = (amount: number, reason: string) =>
    act({
      run: () => add(amount, reason),
      // The ledger keeps both: what was written there is never taken out.
      undo: () => add(-amount, t("balance.back")),
      done: t("balance.changed"),
      refresh: ["vouchers"],
    });
  return (
    <ChangeBalance
      texts={{
        title: t("balance.change"),
        by: t("balance.by"),
        hint: t("balance.hint"),
        wrong: t("balance.whole"),
        reason: t("balance.reason"),
        save: t("save"),
      }}
      isBusy={isBusy}
      failure={failure}
      onSave={save}
      onClose={onClose}
    />
  );
}
