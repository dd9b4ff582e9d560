import { textsOf } from "../../../../shared/texts";

export const useEditText = textsOf({
  title: { en: "Edit {name}", de: "{name} ändern" },
  back: { en: "Back to the campaign", de: "Zurück zur Kampagne" },
  about: { en: "About it", de: "Allgemeines" },
  worth: { en: "Worth", de: "Wert" },
  when: { en: "When", de: "Wann" },
  codes: { en: "Codes", de: "Codes" },
  "worth.discount": {
    en: "Holds at once for all its codes, also those that are out. The type of a discount stays.",
    de: "Gilt sofort für alle Codes, auch die schon ausgegebenen. Die Art des Rabatts bleibt.",
  },
  "worth.card": {
    en: "Holds for cards that are made from now on; those that are out keep what they have.",
    de: "Gilt für Karten, die ab jetzt entstehen; ausgegebene behalten, was sie haben.",
  },
  "codes.text": {
    en: "Holds for codes that are made from now on; those that are out stay as they are.",
    de: "Gilt für Codes, die ab jetzt entstehen; ausgegebene bleiben, wie sie sind.",
  },
  category: { en: "Category", de: "Kategorie" },
  "category.none": { en: "None", de: "Keine" },
  "joins.auto": {
    en: "Customers become members by themselves",
    de: "Kunden werden von selbst Mitglieder",
  },
  save: { en: "Save", de: "Speichern" },
  cancel: { en: "Cancel", de: "Abbrechen" },
  saved: { en: "{name} is saved", de: "{name} ist gespeichert" },
});
