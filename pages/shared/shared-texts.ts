import { textsOf } from "./texts";

/** What all pages say. */
export const useSharedText = textsOf({
  "theme.system": { en: "Colours as the system has them", de: "Farben wie im System" },
  "theme.light": { en: "Light colours", de: "Helle Farben" },
  "theme.dark": { en: "Dark colours", de: "Dunkle Farben" },
  skip: { en: "Skip to the content", de: "Zum Inhalt" },
  close: { en: "Close", de: "Schließen" },
  copy: { en: "Copy", de: "Kopieren" },
  copied: { en: "Copied", de: "Kopiert" },
  cancel: { en: "Cancel", de: "Abbrechen" },
  again: { en: "Try again", de: "Erneut versuchen" },
  undo: { en: "Undo", de: "Rückgängig" },
  loading: { en: "Loading", de: "Lädt" },
  "broken.title": { en: "That did not work", de: "Das hat nicht geklappt" },
  "offline.title": { en: "You are offline", de: "Du bist offline" },
  "offline.text": {
    en: "The service cannot be reached. Your entries are still here.",
    de: "Der Dienst ist nicht erreichbar. Deine Eingaben sind noch da.",
  },
  "forbidden.title": { en: "These keys may not do that", de: "Diese Schlüssel dürfen das nicht" },
  "lost.title": { en: "There is nothing here", de: "Hier ist nichts" },
  "lost.text": {
    en: "The address may have been cut off, or what it named is gone.",
    de: "Vielleicht wurde die Adresse abgeschnitten, oder was sie nannte, gibt es nicht mehr.",
  },
  "crashed.title": { en: "This page broke", de: "Diese Seite ist abgestürzt" },
  "crashed.text": {
    en: "Nothing was lost on the server. Load it again to go on.",
    de: "Auf dem Server ging nichts verloren. Lade sie neu, um weiterzumachen.",
  },
  reload: { en: "Load again", de: "Neu laden" },
});
