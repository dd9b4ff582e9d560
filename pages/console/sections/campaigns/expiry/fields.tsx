import { language } from "../../../../shared/language";
import { SelectField, TextField } from "../../../../shared/parts/field";
import type { Wrong } from "../../../parts/wrong";
import { type ExpiryDraft, problemsOfExpiry, ROUNDINGS, TYPES } from "./draft";
import { useExpiryText } from "./texts";
import { MONTHS, monthName } from "./words";

interface ExpiryFieldsProps {
  draft: ExpiryDraft;
  isTried: boolean;
  /** What the service said of it. */
  wrong: Wrong | null;
  onDraft: (draft: ExpiryDraft) => void;
}

/** When points expire that a program gives. */
export function ExpiryFields({ draft, isTried, wrong, onDraft }: ExpiryFieldsProps) {
  const t = useExpiryText();
  const spoken = language.use();
  const problems = isTried ? problemsOfExpiry(draft) : [];
  const { type, months, rounding, month, day } = draft;
  const set = (change: Partial<ExpiryDraft>) => onDraft({ ...draft, ...change });
  const monthField = (
    <SelectField
      label={t("month")}
      value={month}
      choices={MONTHS.map((one) => [String(one), monthName(one, spoken)] as const)}
      onValue={(value) => set({ month: value })}
    />
  );
  return (
    <div class="fields">
      <SelectField
        label={t("expire")}
        hint={t("expire.hint")}
        error={wrong?.text}
        value={type}
        choices={[["", t("never")], ...TYPES.map((one) => [one, t(`type.${one}`)] as const)]}
        onValue={(value) => set({ type: TYPES.find((one) => one === value) ?? "" })}
      />
      {type === "MONTH" && (
        <>
          <TextField
            label={t("months")}
            hint={t("months.hint")}
            error={problems.includes("months") ? t("months.wrong") : undefined}
            inputMode="numeric"
            value={months}
            onText={(text) => set({ months: text })}
          />
          <SelectField
            label={t("rounding")}
            value={rounding}
            choices={[
              ["", t("rounding.none")],
              ...ROUNDINGS.map((one) => [one, t(`rounding.${one}`)] as const),
            ]}
            onValue={(value) => set({ rounding: ROUNDINGS.find((one) => one === value) ?? "" })}
          />
          {rounding === "PARTICULAR_MONTH" && monthField}
        </>
      )}
      {type === "FIXED_DAY_OF_YEAR" && (
        <>
          <TextField
            label={t("day")}
            error={problems.includes("monthDay") ? t("day.wrong") : undefined}
            inputMode="numeric"
            value={day}
            onText={(text) => set({ day: text })}
          />
          {monthField}
        </>
      )}
    </div>
  );
}
