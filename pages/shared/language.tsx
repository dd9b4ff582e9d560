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

/** Shows the other language under its own name. */
export function LanguageSwitch() {
  const other: Language = language.use() === "en" ? "de" : "en";
  const choose = () => {
    language.set(other);
    document.documentElement.lang = other;
  };
  return (
    <button type="button" class="button plain little" lang={other} onClick={choose}>
      <span class="where-wide">{LANGUAGES[other]}</span>
      <span class="where-narrow" aria-hidden="true">
        {other.toUpperCase()}
      </span>
    </button>
  );
}
