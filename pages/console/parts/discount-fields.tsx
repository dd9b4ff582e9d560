import { lazy, Suspense } from "preact/compat";
import { SelectField, TextField } from "../../shared/parts/field";
import { useProject } from "../session";
import { DISCOUNTS, type DiscountDraft, EFFECTS, problemsOf } from "./discount";
import { useDiscountText } from "./discount-texts";
import { fieldAmount } from "./field-texts";
import type { Wrong } from "./wrong";

interface DiscountFieldsProps {
  draft: DiscountDraft;
  onDraft: (draft: DiscountDraft) => void;
  /** Whether what is missing is told: once somebody wanted to go on. */
  isTried: boolean;
  /** What it takes off cannot become something else. */
  isTypeKept?: boolean;
  /** What the service said, its path beginning at the discount. */
  wrong: Wrong | null;
}

const FormulaField = lazy(() => import("./formula-field"));

/** What a formula works out for each type. */
const MEASURES = { PERCENT: "percent", AMOUNT: "amount", FIXED: "amount", UNIT: "units" } as const;

/** The property of the body that each field becomes. */
const PROPERTIES: Record<keyof DiscountDraft, RegExp> = {
  type: /^type$/,
  percent: /^percent_off$/,
  limit: /^amount_limit$/,
  amount: /^(amount_off|fixed_amount)$/,
  units: /^unit_off$/,
  unit: /^unit_type$/,
  effect: /^effect$/,
  formula: /_formula$/,
};

/** What a code or a tier takes off, with only the fields that its type has. */
export function DiscountFields(props: DiscountFieldsProps) {
  const { draft, onDraft, isTried, isTypeKept = false, wrong } = props;
  const t = useDiscountText();
  const { currency } = useProject();
  const sample = fieldAmount(1250, currency);
  const problems = isTried ? problemsOf(draft, currency) : {};
  const errorOf = (name: keyof DiscountDraft) => {
    const problem = problems[name];
    if (problem) return t(`wrong.${problem}`, { sample });
    return wrong && PROPERTIES[name].test(wrong.path) ? wrong.text : undefined;
  };
  const set = (change: Partial<DiscountDraft>) => onDraft({ ...draft, ...change });
  const field = (name: Exclude<keyof DiscountDraft, "type">, label: string, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      error={errorOf(name)}
      value={draft[name]}
      inputMode={name === "unit" || name === "formula" ? "text" : "decimal"}
      onText={(text) => set({ [name]: text })}
    />
  );
  const money = t("money.hint", { currency, sample });
  const type = DISCOUNTS.find((one) => one === draft.type) ?? "PERCENT";
  return (
    <>
      <div class="fields">
        <SelectField
          label={t("type")}
          value={type}
          choices={(isTypeKept ? [type] : DISCOUNTS).map((one) => [one, t(`type.${one}`)] as const)}
          onValue={(next) =>
            set({ type: DISCOUNTS.find((one) => one === next) ?? type, effect: "" })
          }
        />
        {type === "PERCENT" && field("percent", t("percent"), t("percent.hint"))}
        {type === "PERCENT" && field("limit", t("limit"), t("limit.hint", { currency }))}
        {type === "AMOUNT" && field("amount", t("amount"), money)}
        {type === "FIXED" && field("amount", t("price"), money)}
        {type === "UNIT" && field("units", t("units"))}
        {type === "UNIT" && field("unit", t("unit"), t("unit.hint"))}
        <SelectField
          label={t("effect")}
          error={errorOf("effect")}
          value={draft.effect || EFFECTS[type][0]}
          choices={EFFECTS[type].map((one) => [one, t(`effect.${one}`)] as const)}
          onValue={(effect) => set({ effect })}
        />
      </div>
      <Suspense fallback={field("formula", t("formula"), t("formula.hint"))}>
        <FormulaField
          label={t("formula")}
          hint={t("formula.hint")}
          measure={MEASURES[type]}
          error={errorOf("formula")}
          value={draft.formula}
          onText={(formula) => set({ formula })}
        />
      </Suspense>
    </>
  );
}
