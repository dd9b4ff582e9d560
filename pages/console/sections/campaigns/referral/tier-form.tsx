import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { answerOf, type Schemas } from "../../../../../clients/typescript/src";
import { Dialog } from "../../../../shared/parts/dialog";
import { SelectField, TextField } from "../../../../shared/parts/field";
import { useAct } from "../../../acts";
import { Submit } from "../../../parts/submit";
import { below, wrongOf } from "../../../parts/wrong";
import { server, useProject } from "../../../session";
import { draftOfGiven, GIVES, type GivenDraft, givenOf, NOTHING, problemsOfGiven } from "./draft";
import { GivenFields } from "./fields";
import { useReferralText } from "./texts";

export type ReferralTier = Schemas["ReferralTier"];

export const TIERS = "/v1/referrals/{campaignId}/tiers" as const;
export const ONE = "/v1/referrals/{campaignId}/tiers/{referralTierId}" as const;

interface TierFormProps {
  campaignId: string;
  /** The one that is changed; null makes another. */
  tier: ReferralTier | null;
  onClose: () => void;
}

interface Draft {
  name: string;
  banner: string;
  /** Once there are so many referees, instead of for each. */
  isCounted: boolean;
  count: string;
  given: GivenDraft;
}

function startOf(tier: ReferralTier | null, currency: string): Draft {
  const given: GivenDraft = tier ? draftOfGiven(tier.reward, currency) : NOTHING;
  return {
    name: tier?.name ?? "",
    banner: tier?.banner ?? "",
    count: tier?.condition.type === "REFEREES_COUNT" ? String(tier.condition.count) : "",
    isCounted: tier?.condition.type === "REFEREES_COUNT",
    given: tier ? given : { ...given, type: GIVES[0] },
  };
}

const isCountWrong = ({ isCounted, count }: Draft) => isCounted && !/^[1-9]\d{0,8}$/.test(count);

function bodyOf({ name, banner, isCounted, count, given }: Draft, currency: string) {
  const reward = givenOf(given, currency);
  return (
    reward && {
      name: name.trim(),
      banner: banner.trim() || null,
      condition: isCounted
        ? { type: "REFEREES_COUNT" as const, count: Number(count) }
        : { type: "EACH_REFEREE" as const },
      reward,
    }
  );
}

type Body = NonNullable<ReturnType<typeof bodyOf>>;

/** The same of a tier as it is. */
export function keptOf({ name, banner, condition, reward }: ReferralTier): Body {
  const { type, amount, related_object_parent: parent } = reward;
  return {
    name,
    banner,
    condition,
    reward: {
      type,
      ...(amount !== undefined && { amount }),
      related_object_parent: { id: parent.id },
    },
  };
}

/** What who refers gets, and when. */
export function TierForm({ campaignId, tier, onClose }: TierFormProps) {
  const t = useReferralText();
  const { currency } = useProject();
  const [draft, setDraft] = useState(() => startOf(tier, currency));
  const [isTried, setTried] = useState(false);
  const { act, isBusy, failure, error, clear } = useAct();
  const wrong = wrongOf(error);
  const set = (change: Partial<Draft>) => {
    clear();
    setDraft({ ...draft, ...change });
  };
  const put = (referralTierId: string, body: Body) =>
    answerOf(server().PUT(ONE, { params: { path: { campaignId, referralTierId } }, body }));
  const make = async (body: Body) => {
    const params = { path: { campaignId } };
    const [made] = await answerOf(server().POST(TIERS, { params, body: [body] }));
    return made;
  };
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const isBad = problemsOfGiven(draft.given, currency).length > 0 || isCountWrong(draft);
    const body = bodyOf(draft, currency);
    if (isBad || draft.name.trim() === "" || body === null) return;
    const deed = tier
      ? { run: () => put(tier.id, body), undo: () => put(tier.id, keptOf(tier)) }
      : { run: () => make(body) };
    const done = t("saved", { name: body.name });
    if (await act({ ...deed, done, refresh: ["campaigns"] })) onClose();
  };
  const errorAt = (path: string) => (wrong?.path.startsWith(path) ? wrong.text : undefined);
  const isPlaced = ["name", "banner", "condition", "reward"].some((path) => errorAt(path));
  return (
    <Dialog title={tier ? t("edit.title", { name: tier.name }) : t("new")} onClose={onClose}>
      <form class="stack" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t("name")}
          error={isTried && draft.name.trim() === "" ? t("name.wrong") : errorAt("name")}
          value={draft.name}
          onText={(name) => set({ name })}
        />
        <div class="fields">
          <SelectField
            label={t("condition")}
            value={draft.isCounted ? "REFEREES_COUNT" : "EACH_REFEREE"}
            choices={[
              ["EACH_REFEREE", t("condition.EACH_REFEREE")],
              ["REFEREES_COUNT", t("condition.REFEREES_COUNT")],
            ]}
            onValue={(value) => set({ isCounted: value === "REFEREES_COUNT" })}
          />
          {draft.isCounted && (
            <TextField
              label={t("count")}
              error={isTried && isCountWrong(draft) ? t("points.wrong") : errorAt("condition")}
              inputMode="numeric"
              value={draft.count}
              onText={(count) => set({ count })}
            />
          )}
        </div>
        <GivenFields
          label={t("referrer")}
          draft={draft.given}
          isTried={isTried}
          wrong={below(wrong, "reward")}
          onDraft={(given) => set({ given })}
        />
        <TextField
          label={t("banner")}
          error={errorAt("banner")}
          value={draft.banner}
          onText={(banner) => set({ banner })}
        />
        <Submit
          text={t(tier ? "save" : "add")}
          isBusy={isBusy}
          failure={!isPlaced ? failure : null}
        />
      </form>
    </Dialog>
  );
}
