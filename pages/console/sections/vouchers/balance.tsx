import { answerOf } from "../../../../clients/typescript/src";
import { signedMinorOf } from "../../../shared/minor";
import { useAct } from "../../acts";
import { ChangeBalance } from "../../parts/change-balance";
import { fieldAmount } from "../../parts/field-texts";
import { server, useProject } from "../../session";
import type { Voucher } from "./facts";
import { useVoucherText } from "./texts";

interface BalanceFormProps {
  voucher: Pick<Voucher, "code" | "type">;
  onClose: () => void;
}

/** Adds to the balance of a card, or takes from it: money as people write it, or points. */
export function BalanceForm({ voucher: { code, type }, onClose }: BalanceFormProps) {
  const t = useVoucherText();
  const { currency } = useProject();
  const isMoney = type === "GIFT_VOUCHER";
  const sample = fieldAmount(1250, currency);
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
        hint: isMoney ? t("balance.hint", { currency, sample }) : t("balance.hint.points"),
        wrong: isMoney ? t("balance.wrong", { sample }) : t("balance.whole"),
        reason: t("balance.reason"),
        save: t("save"),
      }}
      {...(isMoney && { read: (text: string) => signedMinorOf(text, currency) })}
      isBusy={isBusy}
      failure={failure}
      onSave={save}
      onClose={onClose}
    />
  );
}
