import { textsOf } from "../shared/texts";

/** What the scripts of the documentation say; what stands there without them is with its frame. */
export const useDocsText = textsOf({
  "index.title": { en: "Documentation", de: "Dokumentation" },
  "index.about": {
    en: "How to build a shop on Vouchsafe",
    de: "Wie man einen Laden auf Vouchsafe baut",
  },
  docs: { en: "Docs", de: "Doku" },
  search: { en: "Search the guides", de: "Anleitungen durchsuchen" },
  found: {
    en: { one: "One place found", other: "{n} places found" },
    de: { one: "Eine Stelle gefunden", other: "{n} Stellen gefunden" },
  },
  "found.none": { en: "Nothing found", de: "Nichts gefunden" },
  "found.failed": { en: "The search cannot be reached", de: "Die Suche ist nicht erreichbar" },
  "reference.title": { en: "API reference", de: "API-Referenz" },
  "reference.lead": {
    en: "Every operation of the service, from its own document.",
    de: "Jede Operation des Dienstes, aus seinem eigenen Dokument, das auf Englisch ist.",
  },
  "reference.loading": { en: "The operations are coming", de: "Die Operationen kommen" },
  "reference.failed": {
    en: "The document of operations did not come.",
    de: "Das Dokument der Operationen kam nicht an.",
  },
  "reference.again": { en: "Try again", de: "Nochmal versuchen" },
  family: { en: "Who calls", de: "Wer ruft auf" },
  "family.server": { en: "Back end", de: "Back-End" },
  "family.client": { en: "Browsers and apps", de: "Browser und Apps" },
  "family.management": { en: "Administration", de: "Verwaltung" },
  filter: { en: "Filter operations", de: "Operationen filtern" },
  "filter.hint": {
    en: "A word of a path or a summary",
    de: "Ein Wort aus Pfad oder Beschreibung",
  },
  resources: { en: "Resources", de: "Ressourcen" },
  shown: {
    en: { one: "One operation", other: "{n} operations" },
    de: { one: "Eine Operation", other: "{n} Operationen" },
  },
  "keys.title": { en: "Keys to try it with", de: "Schlüssel zum Ausprobieren" },
  "keys.local": {
    en: "Those of the demo project. Calls are real: they change it.",
    de: "Die des Demo-Projekts. Aufrufe sind echt: sie ändern es.",
  },
  "keys.other": {
    en: "They stay in this tab and are sent to this service alone. Calls are real.",
    de: "Sie bleiben in diesem Tab und gehen nur an diesen Dienst. Aufrufe sind echt.",
  },
});
