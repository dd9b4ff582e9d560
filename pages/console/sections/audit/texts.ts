import { textsOf } from "../../../shared/texts";

export const useAuditText = textsOf({
  title: { en: "Audit log", de: "Protokoll" },
  lead: {
    en: "All that the administration called, and all that back ends changed.",
    de: "Alles, was die Verwaltung aufrief, und alles, was Backends änderten.",
  },
  when: { en: "When", de: "Wann" },
  who: { en: "Who", de: "Wer" },
  token: { en: "by a token", de: "mit einem Token" },
  operation: { en: "What", de: "Was" },
  calls: { en: "Calls", de: "Aufrufe" },
  changes: { en: "Only changes", de: "Nur Änderungen" },
  status: { en: "Status", de: "Status" },
  object: { en: "On", de: "An" },
  fields: { en: "Fields", de: "Felder" },
  key: { en: "Key", de: "Schlüssel" },
  "object-id": { en: "Object’s ID", de: "ID des Objekts" },
  "operation.hint": { en: "for instance campaigns", de: "zum Beispiel campaigns" },
  empty: { en: "Nothing was called yet", de: "Noch nichts aufgerufen" },
});
