import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { answerOf } from "../../../../../clients/typescript/src";
import { Dialog } from "../../../../shared/parts/dialog";
import { TextField } from "../../../../shared/parts/field";
import { useAct } from "../../../acts";
import {
  type Discount,
  discountOf,
  draftOf,
  NO_DISCOUNT,
  problemsOf,
} from "../../../parts/discount";
import { DiscountFields } from "../../../parts/discount-fields";
import { useDiscountText } from "../../../parts/discount-texts";
import { MomentField } from "../../../parts/moment-field";
import { RulePicker } from "../../../parts/rule-picker";
import { Submit } from "../../../parts/submit";
import { below, wrongOf } from "../../../parts/wrong";
import { server, useProject } from "../../../session";
import { discountIn, type Tier } from "./load";
import { useTierText } from "./texts";

interface TierFormProps {
  campaignId: string;
  /** The one that is changed; without it, a new one is made. */
  tier?: Tier;
  onClose: () => void;
}

/** What a tier starts with, as fields have it. */
function startOf(tier: Tier | undefined, currency: string) {
  const discount = tier ? discountIn(tier) : null;
  return {
    name: tier?.name ?? "",
    banner: tier?.banner ?? "",
    start: tier?.start_date ?? null,
    end: tier?.expiration_date ?? null,
    rule: null as string | null,
    // Null where it has parts that these fields have not: they stay as they are.
    discount: discount ? draftOf(discount, currency) : NO_DISCOUNT,
  };
}

/** Makes a tier, or changes one. */
export function TierForm({ campaignId, tier, onClose }: TierFormProps) {
  const t = useTierText();
  const d = useDiscountText();
  const { currency } = useProject();
  const [draft, setDraft] = useState(() => startOf(tier, currency));
  const [isTried, setTried] = useState(false);
  const { act, isBusy, failure, error } = useAct();
  const wrong = wrongOf(error);
  const set = (change: Partial<typeof draft>) => setDraft({ ...draft, ...change });
  const { name, banner, start, end, rule, discount } = draft;
  const isComplete =
    name.trim() !== "" && (!discount || Object.keys(problemsOf(discount, currency)).length === 0);

  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!isComplete) return;
    const body = {
      name,
      banner: banner || null,
      start_date: start,
      expiration_date: end,
      ...(discount && { action: { discount: discountOf(discount, currency) } }),
    };
    const deed = tier
      ? { run: () => change(tier.id, body), undo: () => change(tier.id, bodyOf(tier)) }
      : { run: () => make(campaignId, body, rule) };
    const done = t(tier ? "saved" : "made", { name });
    if (await act({ ...deed, done, refresh: ["campaigns"] })) onClose();
  };
  const errorAt = (path: string) => (wrong?.path === path ? wrong.text : undefined);
  const fields = ["name", "banner", "start_date", "expiration_date"];
  const isPlaced = wrong && (fields.includes(wrong.path) || wrong.path.startsWith("action."));
  return (
    <Dialog title={tier ? t("edit.title", { name: tier.name }) : t("new")} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t("name")}
          error={isTried && name.trim() === "" ? t("name.wrong") : errorAt("name")}
          value={name}
          onText={(text) => set({ name: text })}
        />
        {discount ? (
          <DiscountFields
            draft={discount}
            onDraft={(next) => set({ discount: next })}
            isTried={isTried}
            wrong={below(wrong, "action.discount")}
          />
        ) : (
          <p class="notice">{d("kept")}</p>
        )}
        <TextField
          label={t("banner")}
          error={errorAt("banner")}
          value={banner}
          onText={(text) => set({ banner: text })}
        />
        <div class="fields">
          <MomentField
            label={t("start")}
            error={errorAt("start_date")}
            value={start}
            onMoment={(at) => set({ start: at })}
          />
          <MomentField
            label={t("end")}
            error={errorAt("expiration_date")}
            value={end}
            onMoment={(at) => set({ end: at })}
          />
        </div>
        {!tier && <RulePicker value={rule} onRule={(next) => set({ rule: next })} />}
        <Submit
          text={t(tier ? "save" : "add")}
          isBusy={isBusy}
          failure={!isPlaced ? failure : null}
        />
      </form>
    </Dialog>
  );
}

interface Body {
  name: string;
  banner: string | null;
  start_date: string | null;
  expiration_date: string | null;
  action?: { discount: Discount };
}

/** What these fields say of a tier as it is. */
function bodyOf(tier: Tier): Body {
  const discount = discountIn(tier);
  return {
    name: tier.name,
    banner: tier.banner ?? null,
    start_date: tier.start_date ?? null,
    expiration_date: tier.expiration_date ?? null,
    ...(discount && { action: { discount } }),
  };
}

const change = (promotionTierId: string, body: Body) =>
  answerOf(
    server().PUT("/v1/promotions/tiers/{promotionTierId}", {
      params: { path: { promotionTierId } },
      body,
    }),
  );

const make = (campaignId: string, body: Body, rule: string | null) =>
  answerOf(
    server().POST("/v1/promotions/{campaignId}/tiers", {
      params: { path: { campaignId } },
      body: { ...body, ...(rule !== null && { validation_rules: [rule] }) },
    }),
  );
