import { InBar } from "../shared/parts/bar";
import { Brand } from "../shared/parts/brand";
import { Search } from "./search";
import { useDocsText } from "./texts";

/** The bar above all pages of the documentation. */
export function Bar() {
  const t = useDocsText();
  return (
    <InBar>
      <Brand href="/" />
      <a class="button plain little docs-home" href="/docs">
        {t("docs")}
      </a>
      <div class="grow">
        <Search />
      </div>
    </InBar>
  );
}
