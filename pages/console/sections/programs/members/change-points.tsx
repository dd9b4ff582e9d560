import { useState } from "preact/hooks";
import { answerOf } from "../../../../../clients/typescript/src";
import { SelectField, TextField } from "../../../../shared/parts/field";
import { useAct } from "../../../acts";
import { ChangeBalance } from "../../../parts/change-balance";
import { server } from "../../../session";
import { movedOn } from "./deeds";
import type { MemberCard } from "./member";
import { useMemberText } from "./texts";

const EXPIRIES = ["PROGRAM_RULES", "NON_EXPIRING", "CUSTOM_DATE"] as const;

interface FormProps {
  programId: string;
  card: MemberCard;
  onClose: () => void;
}

/** Gives a member points, or takes some. */
export function ChangePoints({ programId, card: { code, loyalty_card }, onClose }: FormProps) {
  const t = useMemberText();
  const [expiry, setExpiry] = useState("PROGRAM_RULES");
  const [date, setDate] = useState("");
  const { act, isBusy, failure } = useAct();
  const expiration_type = EXPIRIES.find((each) => each === expiry) ?? "PROGRAM_RULES";
  const add = (points: number, reason: string, expires: object = {}) => {
    const body = { points, ...(reason && { reason }), ...expires };
    const params = { path: { campaignId: programId, memberId: code } };
    return answerOf(
      server().POST("/v1/loyalties/{campaignId}/members/{memberId}/balance", { params, body }),
    );
  };
  const save = (points: number, reason: string) => {
    const expires = {
      ...(points > 0 && { expiration_type }),
      ...(points > 0 && expiration_type === "CUSTOM_DATE" && { expiration_date: date }),
    };
    return act({
      run: () => add(points, reason, expires),
      // The ledger keeps both: what was written there is never taken out.
      undo: () => add(-points, t("change.back")),
      done: t("changed", { code, n: (loyalty_card?.balance ?? 0) + points }),
      refresh: movedOn(programId, code),
    });
  };
  return (
    <ChangeBalance
      texts={{
        title: t("change"),
        by: t("change.by"),
        hint: t("change.hint"),
        wrong: t("change.whole"),
        reason: t("reason"),
        save: t("save"),
      }}
      isBusy={isBusy}
      failure={failure}
      onSave={save}
      onClose={onClose}
    >
      {(points) =>
        !(points < 0) && (
          <div class="fields">
            <SelectField
              label={t("change.expiry")}
              value={expiry}
              choices={EXPIRIES.map((each) => [each, t(`expiry.${each}`)] as const)}
              onValue={setExpiry}
            />
            {expiry === "CUSTOM_DATE" && (
              <TextField
                label={t("expiry.day")}
                type="date"
                required
                value={date}
                onText={setDate}
              />
            )}
          </div>
        )
      }
    </ChangeBalance>
  );
}
