import { textsOf } from "../../../../shared/texts";

export const useExpiryText = textsOf({
  expire: { en: "Points expire", de: "Punkte verfallen" },
  "expire.hint": {
    en: "Holds for points that are given from now on",
    de: "Gilt für Punkte, die ab jetzt vergeben werden",
  },
  never: { en: "Never", de: "Nie" },
  "type.MONTH": { en: "After some months", de: "Nach einigen Monaten" },
  "type.FIXED_DAY_OF_YEAR": { en: "Each year on one day", de: "Jedes Jahr an einem Tag" },
  months: { en: "Months", de: "Monate" },
  "months.hint": { en: "0 is the same day", de: "0 ist derselbe Tag" },
  "months.wrong": {
    en: "Enter a whole number from 0 to 1200",
    de: "Gib eine ganze Zahl von 0 bis 1200 ein",
  },
  rounding: { en: "Then", de: "Danach" },
  "rounding.none": { en: "On that day", de: "An diesem Tag" },
  "rounding.END_OF_MONTH": { en: "At the end of the month", de: "Zum Ende des Monats" },
  "rounding.END_OF_QUARTER": { en: "At the end of the quarter", de: "Zum Ende des Quartals" },
  "rounding.END_OF_HALF_YEAR": { en: "At the end of the half-year", de: "Zum Ende des Halbjahrs" },
  "rounding.END_OF_YEAR": { en: "At the end of the year", de: "Zum Ende des Jahres" },
  "rounding.PARTICULAR_MONTH": {
    en: "At the end of a certain month",
    de: "Zum Ende eines bestimmten Monats",
  },
  month: { en: "Month", de: "Monat" },
  day: { en: "Day", de: "Tag" },
  "day.wrong": { en: "Enter a day from 1 to 31", de: "Gib einen Tag von 1 bis 31 ein" },
  after: {
    en: { one: "After {n} month", other: "After {n} months" },
    de: { one: "Nach {n} Monat", other: "Nach {n} Monaten" },
  },
  "after.PARTICULAR_MONTH": { en: "at the end of {month}", de: "zum Ende des {month}" },
  yearly: { en: "Each year on {day}", de: "Jedes Jahr am {day}" },
});
