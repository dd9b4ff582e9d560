import { LANGUAGES, type Language, language } from "../language";

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
