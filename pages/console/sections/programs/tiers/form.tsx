import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { answerOf, ServiceError } from "../../../../../clients/typescript/src";
import { Dialog } from "../../../../shared/parts/dialog";
import { TextField } from "../../../../shared/parts/field";
import { detailsOf } from "../../../../shared/parts/state";
import { useAct } from "../../../acts";
import { changedMetadata, rowsOf } from "../../../parts/metadata";
import { MetadataFields } from "../../../parts/metadata-fields";
import { Submit } from "../../../parts/submit";
import { server } from "../../../session";
import { draftsOf, isWrong, mappingsOf } from "./mapping";
import { EarningChanges, PriceChanges } from "./mapping-fields";
import { useTierText } from "./texts";
import type { Tier } from "./tiers";

const TIERS = "/v1/loyalties/{campaignId}/tiers" as const;

/** The number somebody wrote; undefined where they wrote nothing, NaN where it is none. */
function boundOf(text: string): number | undefined {
  if (text.trim() === "") return undefined;
  return /^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
}

const shown = (bound: number | undefined) => (bound === undefined ? "" : String(bound));

interface TierFormProps {
  programId: string;
  /** The one that is changed; null makes another. */
  tier: Tier | null;
  onClose: () => void;
}

/** Name and bounds of a tier, and what it changes for its members. */
export function TierForm({ programId, tier, onClose }: TierFormProps) {
  const t = useTierText();
  const [name, setName] = useState(tier?.name ?? "");
  const [lower, setLower] = useState(shown(tier?.points.from));
  const [upper, setUpper] = useState(shown(tier?.points.to));
  const [earning, setEarning] = useState(() => draftsOf(tier?.earning_rules));
  const [prices, setPrices] = useState(() => draftsOf(tier?.rewards));
  const [was] = useState(() => rowsOf(tier?.metadata));
  const [metadata, setMetadata] = useState(was);
  const [isTried, setTried] = useState(false);
  const { act, isBusy, failure, error, clear } = useAct();
  const isOfMetadata = error instanceof ServiceError && error.key === "metadata_validation_failed";
  const [from, to] = [boundOf(lower), boundOf(upper)];
  const isTurned = from !== undefined && to !== undefined && to < from;
  const isMapped = ![earning, prices].some((drafts) => Object.values(drafts).some(isWrong));
  const isBounded = !Number.isNaN(from) && !Number.isNaN(to) && !isTurned;
  const path = { campaignId: programId };
  const put = (loyaltyTierId: string, body: Partial<Tier>) =>
    answerOf(
      server().PUT(`${TIERS}/{loyaltyTierId}`, {
        params: { path: { ...path, loyaltyTierId } },
        body,
      }),
    );
  const remove = (loyaltyTierId: string) =>
    answerOf(
      server().DELETE(`${TIERS}/{loyaltyTierId}`, { params: { path: { ...path, loyaltyTierId } } }),
    );
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === "" || !isBounded || !isMapped) return;
    const points = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    const body = {
      name: name.trim(),
      points,
      earning_rules: mappingsOf(earning),
      rewards: mappingsOf(prices),
      metadata: changedMetadata(was, metadata),
    };
    let made: string | undefined;
    const run = async () => {
      if (tier) return put(tier.id, body);
      const [first] = await answerOf(server().POST(TIERS, { params: { path }, body: [body] }));
      made = first?.id;
      return first;
    };
    const undo = async () => {
      if (tier) {
        const { name, points, earning_rules, rewards } = tier;
        const back = changedMetadata(metadata, was);
        await put(tier.id, { name, points, earning_rules, rewards, metadata: back });
      }
      if (made !== undefined) await remove(made);
    };
    const done = t("saved", { name: body.name });
    if (await act({ run, undo, done, refresh: [`tiers of ${programId}`] })) onClose();
  };
  const wrongOf = (bound: number | undefined) =>
    isTried && Number.isNaN(bound) ? t("form.whole") : undefined;
  return (
    <Dialog
      title={tier ? t("edit.title", { name: tier.name }) : t("new")}
      shape="wide"
      onClose={onClose}
    >
      <form class="stack" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t("name")}
          error={isTried && name.trim() === "" ? t("form.name.wrong") : undefined}
          value={name}
          onText={setName}
        />
        <div class="fields">
          <TextField
            label={t("form.from")}
            hint={t("form.from.hint")}
            error={wrongOf(from)}
            inputMode="numeric"
            value={lower}
            onText={setLower}
          />
          <TextField
            label={t("form.to")}
            hint={t("form.to.hint")}
            error={wrongOf(to) ?? (isTried && isTurned ? t("form.order") : undefined)}
            inputMode="numeric"
            value={upper}
            onText={setUpper}
          />
        </div>
        <EarningChanges
          programId={programId}
          drafts={earning}
          isTried={isTried}
          onDrafts={setEarning}
        />
        <PriceChanges
          programId={programId}
          drafts={prices}
          isTried={isTried}
          onDrafts={setPrices}
        />
        <MetadataFields
          rows={metadata}
          error={isOfMetadata ? (detailsOf(error) ?? undefined) : undefined}
          onRows={(rows) => {
            clear();
            setMetadata(rows);
          }}
        />
        <Submit
          text={t(tier ? "save" : "create")}
          isBusy={isBusy}
          failure={!isOfMetadata ? failure : null}
        />
      </form>
    </Dialog>
  );
}
