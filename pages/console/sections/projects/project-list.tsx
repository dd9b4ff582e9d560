import { FolderKanban } from "lucide-preact";
import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { answerOf, type Schemas } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { day } from "../../../shared/money";
import { Button } from "../../../shared/parts/button";
import { Head } from "../../parts/head";
import { List } from "../../parts/list";
import { Secrets } from "../../parts/secrets";
import { management, useProject } from "../../session";
import { CreateProject } from "./create";
import { Deeds } from "./deeds";
import { useProjectText } from "./texts";

async function projectsOf(page: number, limit: number, name: string | undefined) {
  const query = { page, limit, ...(name && { name }) };
  const call = management().GET("/management/v1/projects", { params: { query } });
  const { data, total } = await answerOf(call);
  return { rows: data, total };
}

/** Every project that the management keys administer. */
export function ProjectList() {
  const t = useProjectText();
  const spoken = language.use();
  const opened = useProject().id;
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<Schemas["ProjectWithSecrets"] | null>(null);
  return (
    <>
      <Head title={t("title")} lead={t("lead")}>
        <div class="row">
          <Link href="/projects/backups" class="button">
            {t("backups")}
          </Link>
          <Button look="main" onClick={() => setMaking(true)}>
            {t("create")}
          </Button>
        </div>
      </Head>
      {isMaking && (
        <CreateProject
          onClose={() => setMaking(false)}
          onMade={(project) => {
            setMaking(false);
            setMade(project);
          }}
        />
      )}
      {made && <ShownOnce project={made} onClose={() => setMade(null)} />}
      <List
        load={({ page, limit, filters: { name } }) => projectsOf(page, limit, name)}
        filters={[{ name: "name", label: t("begins") }]}
        name="projects"
        label={t("title")}
        keyOf={({ id }) => id}
        columns={[
          {
            name: "name",
            head: t("name"),
            cell: ({ id, name, is_sandbox }) => (
              <span class="project-name">
                <span class="row tight">
                  <Link href={`/projects/${id}`} class="strong break">
                    {name}
                  </Link>
                  {id === opened && <span class="badge accent">{t("opened")}</span>}
                  {is_sandbox && <span class="badge warn">{t("sandbox")}</span>}
                </span>
                <span class="mono small soft">{id}</span>
              </span>
            ),
          },
          { name: "currency", head: t("currency"), cell: ({ currency }) => currency },
          { name: "timezone", head: t("timezone"), cell: ({ timezone }) => timezone },
          {
            name: "made",
            head: t("made"),
            cell: ({ created_at }) => <span class="soft nowrap">{day(created_at, spoken)}</span>,
          },
          { name: "deeds", head: t("deeds"), cell: (project) => <Deeds project={project} /> },
        ]}
        empty={{ icon: FolderKanban, title: t("title") }}
      />
    </>
  );
}

interface ShownOnceProps {
  project: Schemas["ProjectWithSecrets"];
  onClose: () => void;
}

function ShownOnce({ project, onClose }: ShownOnceProps) {
  const t = useProjectText();
  const { name, server_side_key: server, client_side_key: client, webhook_token } = project;
  return (
    <Secrets
      title={t("secrets", { name })}
      secrets={[
        [t("secret.server", { id: server.app_id }), server.app_token],
        [t("secret.client", { id: client.app_id }), client.app_token],
        [t("secret.webhooks"), webhook_token],
      ]}
      onClose={onClose}
    />
  );
}
