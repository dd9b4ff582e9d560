import { BookOpen, LayoutDashboard, ShoppingBag } from "lucide-preact";
import "./home.css";
import { useHead } from "../shared/head";
import { show } from "../shared/page";
import { Bar } from "../shared/parts/bar";
import { textsOf } from "../shared/texts";

const useText = textsOf({
  title: {
    en: "Promotions that are right to the cent",
    de: "Aktionen, die auf den Cent stimmen",
  },
  lead: {
    en: "Discount codes, gift cards, loyalty points and referrals over one HTTP API. This is your own copy of it.",
    de: "Rabattcodes, Gutscheinkarten, Treuepunkte und Empfehlungen über eine HTTP-Schnittstelle. Das hier ist deine eigene Kopie.",
  },
  "demo.title": { en: "Shop with it", de: "Damit einkaufen" },
  "demo.text": {
    en: "A small shop that shows what it asks and what comes back.",
    de: "Ein kleiner Laden, der zeigt, was er fragt und was zurückkommt.",
  },
  "console.title": { en: "Run it", de: "Damit arbeiten" },
  "console.text": {
    en: "Campaigns, codes, customers, rules and webhooks in one console.",
    de: "Kampagnen, Codes, Kunden, Regeln und Webhooks in einer Konsole.",
  },
  "docs.title": { en: "Build on it", de: "Darauf bauen" },
  "docs.text": {
    en: "Guides, and every operation with a form to try it.",
    de: "Anleitungen, und jede Operation mit einem Formular zum Ausprobieren.",
  },
});

const DOORS = [
  { href: "/demo", name: "demo", icon: ShoppingBag },
  { href: "/console", name: "console", icon: LayoutDashboard },
  { href: "/docs", name: "docs", icon: BookOpen },
] as const;

function Home() {
  const t = useText();
  useHead("Vouchsafe", t("lead"));
  return (
    <>
      <Bar />
      <main id="content" class="home">
        <h1>{t("title")}</h1>
        <p class="home-lead">{t("lead")}</p>
        <ul class="home-doors">
          {DOORS.map(({ href, name, icon: Icon }) => (
            <li key={name}>
              <a class="card home-door" href={href}>
                <Icon size={28} aria-hidden="true" />
                <h2>{t(`${name}.title`)}</h2>
                <p class="soft">{t(`${name}.text`)}</p>
                <span class="code">{href}</span>
              </a>
            </li>
          ))}
        </ul>
      </main>
    </>
  );
}

void show(Home);
