import { LanguageSwitch } from "../shared/language";
import { Brand } from "../shared/parts/brand";
import { ThemeSwitch } from "../shared/theme";
import { Search } from "./search";
import { useDocsText } from "./texts";

/** The bar above all pages of the documentation. */
export function Bar() {
  const t = useDocsText();
  return (
    <>
      <Brand href="/" />
      <a class="button plain little docs-home" href="/docs">
        {t("docs")}
      </a>
      <div class="grow">
        <Search />
      </div>
      <LanguageSwitch />
      <ThemeSwitch />
    </>
  );
}
