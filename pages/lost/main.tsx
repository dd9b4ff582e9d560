import "./lost.css";
import { SearchX } from "lucide-preact";
import { useHead } from "../shared/head";
import { show } from "../shared/page";
import { Bar } from "../shared/parts/bar";
import { State } from "../shared/parts/state";
import { useSharedText } from "../shared/shared-texts";
import { textsOf } from "../shared/texts";

const useText = textsOf({
  start: { en: "To the start", de: "Zum Anfang" },
  demo: { en: "Shop", de: "Laden" },
  console: { en: "Console", de: "Konsole" },
  docs: { en: "Documentation", de: "Dokumentation" },
});

/** What a browser is shown at an address that no page has; programs get the API's JSON there. */
function Lost() {
  const t = useText();
  const s = useSharedText();
  useHead(`${s("lost.title")} · Vouchsafe`);
  return (
    <>
      <Bar />
      <main id="content" class="lost">
        <State icon={SearchX} title={s("lost.title")} text={s("lost.text")} isPage>
          <span class="code break">{location.pathname}</span>
          <div class="row">
            <a class="button main" href="/">
              {t("start")}
            </a>
            {(["demo", "console", "docs"] as const).map((name) => (
              <a key={name} class="button" href={`/${name}`}>
                {t(name)}
              </a>
            ))}
          </div>
        </State>
      </main>
    </>
  );
}

show(Lost);
