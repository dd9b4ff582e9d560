import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { answerOf } from "../../../../../clients/typescript/src";
import { Button } from "../../../../shared/parts/button";
import { Dialog } from "../../../../shared/parts/dialog";
import { TextField } from "../../../../shared/parts/field";
import { useAct } from "../../../acts";
import { server } from "../../../session";
import { useMemberText } from "./texts";

/** Lets a customer join, whether they are known or not. */
export function AddMember({ programId, onClose }: { programId: string; onClose: () => void }) {
  const t = useMemberText();
  const [source_id, setSource] = useState("");
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [voucher, setVoucher] = useState("");
  const { act, isBusy, failure } = useAct();
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const customer = { source_id, ...(name && { name }), ...(email && { email }) };
    const params = { path: { campaignId: programId } };
    const body = { customer, ...(voucher && { voucher }) };
    const run = () =>
      answerOf(server().POST("/v1/loyalties/{campaignId}/members", { params, body }));
    const refresh = ["programs", `members of ${programId}`, "vouchers"];
    if (await act({ run, done: t("added", { code: name || source_id }), refresh })) onClose();
  };
  return (
    <Dialog title={t("add")} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t("add.source")}
          hint={t("add.source.hint")}
          required
          value={source_id}
          onText={setSource}
        />
        <div class="fields">
          <TextField label={t("add.name")} value={name} onText={setName} />
          <TextField label={t("add.email")} type="email" value={email} onText={setEmail} />
        </div>
        <TextField
          label={t("add.voucher")}
          hint={t("add.voucher.hint")}
          value={voucher}
          onText={setVoucher}
        />
        <p class="bad small">{failure}</p>
        <div class="row">
          <Button look="main" type="submit" isBusy={isBusy}>
            {t("add.deed")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
