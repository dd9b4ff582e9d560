import { language } from "../../../../shared/language";
import { TextField } from "../../../../shared/parts/field";
import type { DurationDraft } from "../../../parts/duration";
import { DurationField } from "../../../parts/duration-field";
import { MomentField } from "../../../parts/moment-field";
import { WEEKDAYS, weekdayName } from "../weekdays";
import type { StepProps } from "./new-campaign";
import { problemsIn } from "./steps";
import { useCreateText } from "./texts";

/** From when until when, on which days, and how long each time. */
export function WhenStep({ draft, set, isTried, wrong }: StepProps) {
  const t = useCreateText();
  const spoken = language.use();
  const { kind, start, end, days, hours, every, open, holds } = draft;
  const zone = t("zone", { zone: Intl.DateTimeFormat().resolvedOptions().timeZone });
  const problems = isTried ? problemsIn("when", draft, "EUR") : [];
  const errorOf = (field: "end" | "hours" | "every" | "open" | "holds") => {
    if (problems.includes(field)) return t(`wrong.${field}`);
    return wrong?.field === field ? wrong.text : undefined;
  };
  const toggle = (one: number) =>
    set({
      days: days.includes(one) ? days.filter((each) => each !== one) : [...days, one].toSorted(),
    });
  const duration = (field: "every" | "open" | "holds", value: DurationDraft) => (
    <DurationField
      label={t(field)}
      hint={t(`${field}.hint`)}
      error={errorOf(field)}
      value={value}
      onDuration={(next) => set({ [field]: next })}
    />
  );
  return (
    <>
      <div class="fields">
        <MomentField
          label={t("start")}
          hint={zone}
          error={wrong?.field === "start" ? wrong.text : undefined}
          value={start}
          onMoment={(at) => set({ start: at })}
        />
        <MomentField
          label={t("end")}
          hint={zone}
          error={errorOf("end")}
          value={end}
          onMoment={(at) => set({ end: at })}
        />
      </div>
      {hours ? (
        <>
          <fieldset class="choices">
            <legend>{t("days")}</legend>
            <div class="row">
              {WEEKDAYS.map((one) => (
                <label key={one} class="check">
                  <input
                    type="checkbox"
                    checked={days.includes(one)}
                    onChange={() => toggle(one)}
                  />
                  {weekdayName(one, spoken)}
                </label>
              ))}
            </div>
            <p class={wrong?.field === "days" ? "bad small" : "soft small"}>
              {wrong?.field === "days" ? wrong.text : t("days.hint")}
            </p>
          </fieldset>
          <div class="fields">
            <TextField
              type="time"
              label={t("hours.from")}
              hint={t("hours.hint")}
              error={errorOf("hours")}
              value={hours.from}
              onText={(from) => set({ hours: { ...hours, from } })}
            />
            <TextField
              type="time"
              label={t("hours.until")}
              hint={t("hours.until.hint")}
              value={hours.until}
              onText={(until) => set({ hours: { ...hours, until } })}
            />
          </div>
        </>
      ) : (
        <p class="notice">{t("hours.kept")}</p>
      )}
      <div class="fields">
        {duration("every", every)}
        {duration("open", open)}
        {kind !== "PROMOTION" && duration("holds", holds)}
      </div>
    </>
  );
}
