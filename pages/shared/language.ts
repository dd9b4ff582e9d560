import { setting, storage } from "./setting";

export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

const isLanguage = (text: string | null): text is Language => text !== null && text in LANGUAGES;

export const language = setting<Language>({
  name: "language",
  store: storage("localStorage"),
  read: (text) => {
    const wanted = text ?? navigator.language.slice(0, 2);
    return isLanguage(wanted) ? wanted : "en";
  },
  write: (value) => value,
});
