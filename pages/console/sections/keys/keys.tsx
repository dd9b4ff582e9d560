import "./keys.css";
import { KeyRound } from "lucide-preact";
import { useState } from "preact/hooks";
import { answerOf, type Schemas } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { day } from "../../../shared/money";
import { Button } from "../../../shared/parts/button";
import { Head } from "../../parts/head";
import { List } from "../../parts/list";
import { Secrets } from "../../parts/secrets";
import { management, session, useProject } from "../../session";
import { CreateKey } from "./create";
import { Deeds } from "./deeds";
import { useKeyText } from "./texts";

async function keysOf(projectId: string, page: number, limit: number) {
  const params = { path: { projectId }, query: { page, limit } };
  const call = management().GET("/management/v1/projects/{projectId}/api-keys", { params });
  const { api_keys, total } = await answerOf(call);
  return { rows: api_keys, total };
}

/** The keys of the project: who may call, and what. */
export default function Keys() {
  const t = useKeyText();
  const spoken = language.use();
  const { id: projectId } = useProject();
  const own = session.use()?.server?.id;
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<Schemas["ApiKeyWithToken"] | null>(null);
  return (
    <>
      <Head title={t("title")} lead={t("lead")}>
        <Button look="main" onClick={() => setMaking(true)}>
          {t("create")}
        </Button>
      </Head>
      {isMaking && (
        <CreateKey
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false);
            setMade(key);
          }}
        />
      )}
      {made && (
        <Secrets
          title={made.name ?? t("unnamed")}
          secrets={[
            [t("id"), made.app_id],
            [t("token"), made.app_token],
          ]}
          onClose={() => setMade(null)}
        />
      )}
      <List
        load={({ page, limit }) => keysOf(projectId, page, limit)}
        name="keys"
        label={t("title")}
        keyOf={({ id }) => id}
        columns={[
          {
            name: "name",
            head: t("name"),
            cell: ({ name, app_id }) => (
              <span class="key-name">
                <span class="strong break">{name ?? t("unnamed")}</span>
                <span class="mono small soft break">{app_id}</span>
                {app_id === own && <span class="badge accent">{t("this")}</span>}
              </span>
            ),
          },
          { name: "kind", head: t("kind"), cell: ({ kind }) => t(`kind.${kind}`) },
          {
            name: "may",
            head: t("may"),
            cell: ({ permissions }) =>
              permissions === null ? t("may.all") : t("may.some", { n: permissions.length }),
          },
          {
            name: "state",
            head: t("state"),
            cell: ({ blocked }) => (
              <span class={`badge ${blocked ? "bad" : "good"}`}>
                {t(blocked ? "blocked" : "open")}
              </span>
            ),
          },
          {
            name: "made",
            head: t("made"),
            cell: ({ created_at }) => <span class="soft nowrap">{day(created_at, spoken)}</span>,
          },
          {
            name: "deeds",
            head: t("deeds"),
            cell: (key) => <Deeds apiKey={key} onToken={setMade} />,
          },
        ]}
        empty={{ icon: KeyRound, title: t("empty") }}
      />
    </>
  );
}
