/** Units of a duration, each with how one of it is written. */
const WRITTEN = {
  minute: ["PT", "M"],
  hour: ["PT", "H"],
  day: ["P", "D"],
  week: ["P", "W"],
  month: ["P", "M"],
  year: ["P", "Y"],
} as const;
export type Unit = keyof typeof WRITTEN;
export const UNITS = ["minute", "hour", "day", "week", "month", "year"] as const;

/** A duration as somebody writes it: so many of a unit; without one, whatever text it has. */
export interface DurationDraft {
  text: string;
  unit: Unit | null;
}

export const NO_DURATION: DurationDraft = { text: "", unit: "day" };

/** What fields begin with; a duration of several parts stays a text. */
export function draftOfDuration(duration: string | undefined): DurationDraft {
  if (duration === undefined) return NO_DURATION;
  const [, head, text = "", tail] = /^(PT?)(\d+)([A-Z])$/.exec(duration) ?? [];
  const unit = UNITS.find((one) => WRITTEN[one][0] === head && WRITTEN[one][1] === tail);
  return unit ? { text, unit } : { text: duration, unit: null };
}

/** As the service has it, null where nothing was entered. */
export function durationOf({ text, unit }: DurationDraft): string | null {
  const entered = text.trim();
  if (entered === "" || unit === null) return entered || null;
  const [head, tail] = WRITTEN[unit];
  return `${head}${entered}${tail}`;
}

/** Whether what was entered is no whole number of units. */
export const isNoDuration = ({ text, unit }: DurationDraft): boolean =>
  text.trim() !== "" && unit !== null && !/^[1-9]\d{0,3}$/.test(text.trim());

/** In words; one of several parts as it is written. */
export function durationWords(duration: string, spoken: string): string {
  const { text, unit } = draftOfDuration(duration);
  if (unit === null) return text;
  const format = new Intl.NumberFormat(spoken, { style: "unit", unit, unitDisplay: "long" });
  return format.format(Number(text));
}
