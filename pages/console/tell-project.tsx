import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../shared/parts/button";
import { textsOf } from "../shared/texts";
import { CurrencyField, isTimeZone, ownTimeZone, TimeZoneField } from "./parts/counting";
import type { Session } from "./session";

const useText = textsOf({
  title: { en: "What does this project count in?", de: "Worin rechnet dieses Projekt?" },
  text: {
    en: "A server key opens a project and does not tell its currency. Amounts are shown and entered in the one named here; management keys would tell it.",
    de: "Ein Server-Schlüssel öffnet ein Projekt und nennt seine Währung nicht. Beträge werden in der hier genannten gezeigt und eingegeben; Verwaltungsschlüssel würden sie nennen.",
  },
  wrong: { en: "Enter three letters", de: "Gib drei Buchstaben ein" },
  "wrong.zone": { en: "There is no such time zone", de: "Diese Zeitzone gibt es nicht" },
  open: { en: "Open the project", de: "Projekt öffnen" },
  back: { en: "Back", de: "Zurück" },
});

interface TellProjectProps {
  /** The key, which the project is called by. */
  name: string;
  onTold: (project: Session["project"]) => void;
  onBack: () => void;
}

/** Asks for what a server key alone does not tell of its project. */
export function TellProject({ name, onTold, onBack }: TellProjectProps) {
  const t = useText();
  const [typed, setTyped] = useState("");
  const [timezone, setTimezone] = useState(ownTimeZone);
  const [isTried, setTried] = useState(false);
  const currency = typed.trim().toUpperCase();
  const isCurrency = /^[A-Z]{3}$/.test(currency);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (isCurrency && isTimeZone(timezone)) onTold({ id: "", name, currency, timezone });
  };
  return (
    <form class="card stack" noValidate onSubmit={submit}>
      <h1>{t("title")}</h1>
      <p class="soft">{t("text")}</p>
      <div class="sign-in-fields">
        <CurrencyField
          value={typed}
          error={isTried && !isCurrency ? t("wrong") : undefined}
          onValue={setTyped}
        />
        <TimeZoneField
          value={timezone}
          error={isTried && !isTimeZone(timezone) ? t("wrong.zone") : undefined}
          onValue={setTimezone}
        />
      </div>
      <div class="row">
        <Button look="main" type="submit">
          {t("open")}
        </Button>
        <Button onClick={onBack}>{t("back")}</Button>
      </div>
    </form>
  );
}
