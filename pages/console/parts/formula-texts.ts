import { textsOf } from "../../shared/texts";

export const useFormulaText = textsOf({
  "hint.amount": {
    en: "Amounts are in {currency}, not in cents: ORDER_AMOUNT * 0.1",
    de: "Beträge sind in {currency}, nicht in Cent: ORDER_AMOUNT * 0.1",
  },
  "hint.percent": {
    en: "From 0 to 100, such as MIN(30; ORDER_UNITS_QUANTITY * 5)",
    de: "Von 0 bis 100, etwa MIN(30; ORDER_UNITS_QUANTITY * 5)",
  },
  "hint.units": { en: "Whole units are given", de: "Es werden ganze Stück gegeben" },
  names: { en: "Names that fit", de: "Namen, die passen" },
  all: { en: "All names", de: "Alle Namen" },
  operand: { en: "Values", de: "Werte" },
  metadata: { en: "Notes", de: "Notizen" },
  function: { en: "Functions", de: "Funktionen" },
  operator: { en: "Words between", de: "Wörter dazwischen" },
  value: { en: "On the sample cart: {value}", de: "Am Beispiel-Warenkorb: {value}" },
  "value.line": { en: "On its first line: {value}", de: "An seiner ersten Zeile: {value}" },
  percent: { en: "{value} %", de: "{value} %" },
  units: {
    en: { one: "{n} unit", other: "{n} units" },
    de: { one: "{n} Stück", other: "{n} Stück" },
  },
  missing: {
    en: "The sample cart lacks something that this needs: the value without a formula would count.",
    de: "Dem Beispiel-Warenkorb fehlt etwas dafür: Es würde der Wert ohne Formel gelten.",
  },
  defect: { en: "At character {at}: {reason}", de: "An Zeichen {at}: {reason}" },
  empty: { en: "Nothing written yet", de: "Noch nichts geschrieben" },
  loading: { en: "Reading the sample cart …", de: "Beispiel-Warenkorb wird gelesen …" },
});
