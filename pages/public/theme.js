// Runs before the page is painted, so that a chosen theme and language never flash.
{
  const kept = (name) => {
    try {
      return localStorage.getItem(`vouchsafe.${name}`);
    } catch {
      return null;
    }
  };
  const theme = kept("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  const language = kept("language") ?? navigator.language.slice(0, 2);
  document.documentElement.lang = language === "de" ? "de" : "en";
}
