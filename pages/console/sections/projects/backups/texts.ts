import { textsOf } from "../../../../shared/texts";

export const useBackupText = textsOf({
  title: { en: "Backups", de: "Sicherungen" },
  lead: {
    en: "The project as it was at one moment, with all of its rows and files.",
    de: "Das Projekt, wie es in einem Moment war, mit allen Zeilen und Dateien.",
  },
  "lead.all": {
    en: "What was kept of all projects, also of those that were deleted.",
    de: "Was von allen Projekten aufgehoben wurde, auch von gelöschten.",
  },
  make: { en: "Make a backup", de: "Sicherung machen" },
  begun: { en: "A backup of {name} is being made", de: "Eine Sicherung von {name} entsteht" },
  "project.filter": { en: "Project (ID)", de: "Projekt (ID)" },
  project: { en: "Project", de: "Projekt" },
  taken: { en: "As it was", de: "Stand" },
  state: { en: "State", de: "Zustand" },
  "state.IN_PROGRESS": { en: "Being made", de: "Entsteht" },
  "state.DONE": { en: "Whole", de: "Vollständig" },
  "state.FAILED": { en: "Failed", de: "Fehlgeschlagen" },
  rows: { en: "Rows", de: "Zeilen" },
  size: { en: "Size", de: "Größe" },
  deeds: { en: "Actions", de: "Aktionen" },
  empty: { en: "No backups yet", de: "Noch keine Sicherungen" },
  "empty.text": {
    en: "The project goes on while one is made.",
    de: "Das Projekt läuft weiter, während eine entsteht.",
  },
  delete: { en: "Delete", de: "Löschen" },
  "delete.title": {
    en: "Delete the backup of {name} as it was on {at}?",
    de: "Die Sicherung von {name} vom {at} löschen?",
  },
  "delete.text": {
    en: "Its files go with it. Nothing brings them back.",
    de: "Ihre Dateien gehen mit. Nichts bringt sie zurück.",
  },
  deleted: { en: "The backup is deleted", de: "Die Sicherung ist gelöscht" },
  "end.title": {
    en: "Delete the backup of {name} that is being made?",
    de: "Die Sicherung von {name} löschen, die gerade entsteht?",
  },
  "end.text": {
    en: "That ends it and removes what was written of it. The project stays as it is.",
    de: "Das beendet sie und entfernt, was von ihr geschrieben wurde. Das Projekt bleibt, wie es ist.",
  },
  ended: {
    en: "The backup is ended, and what was written of it is removed",
    de: "Die Sicherung ist beendet, und was von ihr geschrieben war, ist entfernt",
  },
  restore: { en: "Restore", de: "Wiederherstellen" },
  "restore.title": { en: "Restore {name}", de: "{name} wiederherstellen" },
  "restore.text": {
    en: "Makes a new project of it, as it was on {at}. It has no keys yet, and its webhooks are off; the old one stays as it is.",
    de: "Macht daraus ein neues Projekt, Stand {at}. Es hat noch keine Schlüssel, und seine Webhooks sind aus; das alte bleibt, wie es ist.",
  },
  "restore.name": { en: "Name of the new project", de: "Name des neuen Projekts" },
  "restore.place": { en: "Where it is to live", de: "Wo es wohnen soll" },
  "restore.place.any": { en: "The service chooses", de: "Der Dienst wählt" },
  restoring: { en: "{name} is being made", de: "{name} entsteht" },
  files: { en: "{done} of {total} files", de: "{done} von {total} Dateien" },
  restored: { en: "{name} is there", de: "{name} ist da" },
  "restored.show": { en: "Show it", de: "Anzeigen" },
  "restore.failed": { en: "That did not work:", de: "Das hat nicht geklappt:" },
});
