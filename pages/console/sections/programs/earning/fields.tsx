import { SelectField, TextField } from "../../../../shared/parts/field";
import { fieldAmount } from "../../../parts/field-texts";
import { MetadataFields } from "../../../parts/metadata-fields";
import { MomentField } from "../../../parts/moment-field";
import { RulePicker } from "../../../parts/rule-picker";
import { useProject } from "../../../session";
import {
  isOfGoods,
  isOfMoney,
  isOfProperty,
  type Problem,
  type RuleDraft,
  WAYS,
  wayOf,
} from "./draft";
import { EventFields } from "./event-fields";
import { GoodsField } from "./goods-field";
import { PointsFormula } from "./points-formula";
import { useEarningText } from "./texts";

export interface RuleFieldsProps {
  programId: string;
  draft: RuleDraft;
  /** What is there keeps its event. */
  isMade: boolean;
  problems: readonly Problem[];
  /** What the service said of a field. */
  refused: (field: keyof RuleDraft) => string | undefined;
  set: (changes: Partial<RuleDraft>) => void;
}

/** When points are given, how many, to whom, and since when. */
export function RuleFields(props: RuleFieldsProps) {
  const t = useEarningText();
  const { draft, problems, refused, set } = props;
  const errorOf = (field: "days" | "end") =>
    problems.includes(field) ? t(`form.${field}.wrong`) : refused(field);
  return (
    <>
      <EventFields {...props} />
      <Points {...props} />
      <div class="fields">
        <TextField
          label={t("form.name")}
          error={refused("banner")}
          value={draft.banner}
          onText={(banner) => set({ banner })}
        />
        {draft.event === "order.paid" && (
          <TextField
            label={t("form.days")}
            hint={t("form.days.hint")}
            error={errorOf("days")}
            inputMode="numeric"
            value={draft.days}
            onText={(days) => set({ days })}
          />
        )}
      </div>
      <div class="fields">
        <MomentField
          label={t("form.start")}
          error={refused("start")}
          value={draft.start}
          onMoment={(start) => set({ start })}
        />
        <MomentField
          label={t("form.end")}
          error={errorOf("end")}
          value={draft.end}
          onMoment={(end) => set({ end })}
        />
      </div>
      <RulePicker value={draft.rule} onRule={(rule) => set({ rule })} />
      <MetadataFields
        rows={draft.metadata}
        error={refused("metadata")}
        onRows={(metadata) => set({ metadata })}
      />
    </>
  );
}

function Points({ draft, problems, refused, set }: RuleFieldsProps) {
  const t = useEarningText();
  const { currency } = useProject();
  const sample = fieldAmount(100, currency);
  const way = wayOf(draft);
  const isMoney = isOfMoney(way);
  const wrong = (field: Problem, text: string) =>
    problems.includes(field) ? text : field === "end" ? undefined : refused(field);
  return (
    <>
      <div class="fields">
        <SelectField
          label={t("form.way")}
          value={way}
          choices={WAYS[draft.event].map((each) => [each, t(`way.${each}`)] as const)}
          onValue={(value) =>
            set({ way: WAYS[draft.event].find((each) => each === value) ?? way, every: "" })
          }
        />
        {isOfProperty(way) && (
          <TextField
            label={t("form.property")}
            hint={t("form.property.hint")}
            error={wrong("property", t("form.property.wrong"))}
            value={draft.property}
            onText={(property) => set({ property })}
          />
        )}
        <TextField
          label={t("form.points")}
          error={wrong("points", t("form.points.wrong"))}
          inputMode="numeric"
          value={draft.points}
          onText={(points) => set({ points })}
        />
        {way !== "FIXED" && (
          <TextField
            label={t("form.every")}
            hint={isMoney ? t("form.every.hint", { currency, sample }) : undefined}
            error={wrong(
              "every",
              t(isMoney ? "form.every.wrong" : "form.points.wrong", { sample }),
            )}
            inputMode={isMoney ? "decimal" : "numeric"}
            value={draft.every}
            onText={(every) => set({ every })}
          />
        )}
      </div>
      {isOfGoods(way) && (
        <GoodsField
          goods={draft.goods}
          error={wrong("goods", t("form.goods.wrong"))}
          onGoods={(goods) => set({ goods })}
        />
      )}
      <PointsFormula
        error={refused("formula")}
        value={draft.formula}
        onText={(formula) => set({ formula })}
      />
    </>
  );
}
