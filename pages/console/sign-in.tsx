import { FolderKey, KeyRound, Sparkles } from "lucide-preact";
import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import type { Schemas } from "../../clients/typescript/src";
import { isLocal } from "../shared/local";
import { Bar } from "../shared/parts/bar";
import { Button } from "../shared/parts/button";
import { TextField } from "../shared/parts/field";
import { textsOf } from "../shared/texts";
import { Choose } from "./choose-project";
import { checkServerKey, named, newServerKey, projectOf, projectsOf } from "./open";
import { useFailure } from "./parts/failure";
import { type Pair, session } from "./session";
import { TellProject } from "./tell-project";

const useText = textsOf({
  title: { en: "Open the console", de: "Konsole öffnen" },
  lead: {
    en: "With the keys of a project, or of the whole deployment. They stay in this tab and end with it.",
    de: "Mit den Schlüsseln eines Projekts oder der ganzen Installation. Sie bleiben in diesem Tab und enden mit ihm.",
  },
  server: { en: "Server key", de: "Server-Schlüssel" },
  management: { en: "Management keys", de: "Verwaltungsschlüssel" },
  id: { en: "ID", de: "ID" },
  token: { en: "Token", de: "Token" },
  "server.hint": {
    en: "Campaigns, codes, customers and all that a back end does",
    de: "Kampagnen, Codes, Kunden und alles, was ein Backend tut",
  },
  "management.hint": {
    en: "Projects, keys, webhooks and the audit log",
    de: "Projekte, Schlüssel, Webhooks und das Protokoll",
  },
  open: { en: "Open", de: "Öffnen" },
  local: { en: "Take the keys of the local shop", de: "Schlüssel des lokalen Ladens nehmen" },
  neither: {
    en: "Enter at least one of the two pairs, each with ID and token",
    de: "Gib mindestens eines der beiden Paare ein, jeweils mit ID und Token",
  },
  apart: {
    en: "This key is of a project that the management keys do not see. Open the console with one of the two pairs.",
    de: "Dieser Schlüssel gehört zu einem Projekt, das die Verwaltungsschlüssel nicht sehen. Öffne die Konsole mit einem der beiden Paare.",
  },
  wrong: { en: "These keys open nothing", de: "Diese Schlüssel öffnen nichts" },
});

const NONE: Pair = { id: "", token: "" };

/** Keys of the local start, which are printed for everybody and open nothing else. */
const LOCAL = {
  server: { id: "shop-app", token: "shop-app-token" },
  management: { id: "demo-management", token: "demo-management-token" },
};

const isWhole = ({ id, token }: Pair) => id !== "" && token !== "";
const isHalf = ({ id, token }: Pair) => (id === "") !== (token === "");

interface PairFieldsProps {
  name: "server" | "management";
  pair: Pair;
  error: string | undefined;
  onPair: (pair: Pair) => void;
}

function PairFields({ name, pair, error, onPair }: PairFieldsProps) {
  const t = useText();
  return (
    <fieldset class="sign-in-pair">
      <legend class="strong row tight">
        {name === "server" ? (
          <KeyRound size={16} aria-hidden="true" />
        ) : (
          <FolderKey size={16} aria-hidden="true" />
        )}
        {t(name)}
      </legend>
      <p class="soft small">{t(`${name}.hint`)}</p>
      <div class="sign-in-fields">
        <TextField
          label={t("id")}
          name={`${name}-id`}
          autocomplete="off"
          spellcheck={false}
          value={pair.id}
          onText={(id) => onPair({ ...pair, id: id.trim() })}
        />
        <TextField
          label={t("token")}
          name={`${name}-token`}
          type="password"
          autocomplete="off"
          error={error}
          value={pair.token}
          onText={(token) => onPair({ ...pair, token: token.trim() })}
        />
      </div>
    </fieldset>
  );
}

interface Failed {
  server?: string;
  management?: string;
  both?: string;
}

/** Asks for keys, tries them, and opens the project that they are of. */
export function SignIn() {
  const t = useText();
  const [server, setServer] = useState(NONE);
  const [management, setManagement] = useState(NONE);
  const [step, setStep] = useState<"keys" | "choose" | "tell">("keys");
  const [failed, setFailed] = useState<Failed>({});
  const [isBusy, setBusy] = useState(false);

  const failureOf = useFailure();
  const told = (error: unknown): string => {
    const { status, text } = failureOf(error);
    return status === 401 ? t("wrong") : text;
  };

  async function enter(pairs: { server: Pair; management: Pair }): Promise<void> {
    const hasServer = isWhole(pairs.server);
    const hasManagement = isWhole(pairs.management);
    if (isHalf(pairs.server) || isHalf(pairs.management) || !(hasServer || hasManagement)) {
      return setFailed({ both: t("neither") });
    }
    if (hasManagement) {
      const refused = await projectsOf(pairs.management, { limit: 1 }).then(() => null, told);
      if (refused !== null) return setFailed({ management: refused });
    }
    if (!hasServer) return setStep("choose");
    const refused = await checkServerKey(pairs.server).then(() => null, told);
    if (refused !== null) return setFailed({ server: refused });
    if (!hasManagement) return setStep("tell");
    const project = await projectOf(pairs.server, pairs.management);
    if (project === null) return setFailed({ server: t("apart") });
    session.set({ ...pairs, project: named(project) });
  }

  async function busily(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setFailed({});
    await work().catch((error) => setFailed({ both: told(error) }));
    setBusy(false);
  }

  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void busily(() => enter({ server, management }));
  };
  const takeLocal = () => {
    setServer(LOCAL.server);
    setManagement(LOCAL.management);
    void busily(() => enter(LOCAL));
  };
  const openProject = async (project: Schemas["Project"]) => {
    const made = await newServerKey(management, project.id);
    session.set({ server: made, management, project: named(project) });
  };

  return (
    <>
      <Bar />
      <main id="content" class="sign-in">
        {step === "keys" && (
          <form class="card stack loose" onSubmit={submit}>
            <header class="stack tight">
              <h1>{t("title")}</h1>
              <p class="soft">{t("lead")}</p>
            </header>
            <PairFields name="server" pair={server} error={failed.server} onPair={setServer} />
            <PairFields
              name="management"
              pair={management}
              error={failed.management}
              onPair={setManagement}
            />
            <p role="alert" class="bad">
              {failed.both}
            </p>
            <div class="row">
              <Button look="main" type="submit" isBusy={isBusy}>
                {t("open")}
              </Button>
              {isLocal && (
                <Button isBusy={isBusy} onClick={takeLocal}>
                  <Sparkles size={16} aria-hidden="true" />
                  {t("local")}
                </Button>
              )}
            </div>
          </form>
        )}
        {step === "choose" && (
          <Choose pair={management} onChosen={openProject} onBack={() => setStep("keys")} />
        )}
        {step === "tell" && (
          <TellProject
            name={server.id}
            onTold={(project) => session.set({ server, management: null, project })}
            onBack={() => setStep("keys")}
          />
        )}
      </main>
    </>
  );
}
