import { Archive } from "lucide-preact";
import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { answerOf, type Schemas } from "../../../../../clients/typescript/src";
import { language } from "../../../../shared/language";
import { moment } from "../../../../shared/money";
import { Button } from "../../../../shared/parts/button";
import { useAct } from "../../../acts";
import { AskedButton } from "../../../parts/asked";
import { Head, PartHead } from "../../../parts/head";
import { List } from "../../../parts/list";
import type { Column } from "../../../parts/table";
import { management } from "../../../session";
import { Restore } from "./restore";
import { useBackupText } from "./texts";

type Backup = Schemas["Backup"];

const POLL_MS = 1_000;
const LOOKS = { IN_PROGRESS: "accent", DONE: "good", FAILED: "bad" } as const;

/** In kilobytes, from a thousand of them on in megabytes. */
function sizeText(bytes: number, spoken: string): string {
  const [unit, one] = bytes < 1e6 ? (["kilobyte", 1e3] as const) : (["megabyte", 1e6] as const);
  const format = new Intl.NumberFormat(spoken, { style: "unit", unit, maximumFractionDigits: 1 });
  return format.format(bytes / one);
}

const nameOf = (projectId: string) => `backups of ${projectId}`;

/** What was kept of a project, and a way to keep it as it is now. */
export function BackupsOf({ project: { id, name } }: { project: Schemas["Project"] }) {
  const t = useBackupText();
  const { act, isBusy } = useAct();
  const body = { project_id: id };
  const make = () =>
    act({
      run: () => answerOf(management().POST("/management/v1/backups", { body })),
      done: t("begun", { name }),
      refresh: [nameOf(id)],
    });
  return (
    <section class="stack">
      <PartHead title={t("title")} lead={t("lead")}>
        <Button isBusy={isBusy} onClick={() => void make()}>
          {t("make")}
        </Button>
      </PartHead>
      <Backups projectId={id} />
    </section>
  );
}

/** What was kept of all projects, also of those that were deleted. */
export function AllBackups() {
  const t = useBackupText();
  return (
    <>
      <Head title={t("title")} lead={t("lead.all")} />
      <Backups projectId="" />
    </>
  );
}

function Backups({ projectId }: { projectId: string }) {
  const t = useBackupText();
  const spoken = language.use();
  const name = nameOf(projectId);
  const ofProject: Column<Backup> = {
    name: "project",
    head: t("project"),
    cell: ({ project_id, project_name }) => (
      <Link href={`/projects/${project_id}`} class="break">
        {project_name}
      </Link>
    ),
  };
  return (
    <List
      name={name}
      label={t("title")}
      load={async ({ page, limit, filters }) => {
        const project_id = projectId || filters.project;
        const query = { page, limit, ...(project_id && { project_id }) };
        const call = management().GET("/management/v1/backups", { params: { query } });
        const { data, total } = await answerOf(call);
        return { rows: data, total };
      }}
      keyOf={({ id }) => id}
      pollMs={(rows) => rows.some(({ status }) => status === "IN_PROGRESS") && POLL_MS}
      filters={projectId ? [] : [{ name: "project", label: t("project.filter") }]}
      columns={[
        ...(projectId ? [] : [ofProject]),
        {
          name: "taken",
          head: t("taken"),
          cell: ({ taken_at, created_at }) => moment(taken_at ?? created_at, spoken),
        },
        {
          name: "state",
          head: t("state"),
          cell: ({ status, error }) => (
            <>
              <span class={`badge ${LOOKS[status]}`}>{t(`state.${status}`)}</span>
              {error && <span class="small bad break">{error}</span>}
            </>
          ),
        },
        {
          name: "rows",
          head: t("rows"),
          isNumber: true,
          cell: ({ rows }) => rows.toLocaleString(spoken),
        },
        {
          name: "size",
          head: t("size"),
          isNumber: true,
          cell: ({ size_bytes }) => sizeText(size_bytes, spoken),
        },
        {
          name: "deeds",
          head: t("deeds"),
          cell: (backup) => <Deeds backup={backup} list={name} />,
        },
      ]}
      empty={{ icon: Archive, title: t("empty"), text: t("empty.text") }}
    />
  );
}

function Deeds({ backup, list }: { backup: Backup; list: string }) {
  const t = useBackupText();
  const spoken = language.use();
  const [isRestored, setRestored] = useState(false);
  const { act, isBusy } = useAct();
  const isMade = backup.status !== "IN_PROGRESS";
  const remove = (close: () => void) => {
    const params = { path: { backupId: backup.id } };
    const run = () =>
      answerOf(management().DELETE("/management/v1/backups/{backupId}", { params }));
    return act({ run, done: t(isMade ? "deleted" : "ended"), leave: close, refresh: [list] });
  };
  const name = backup.project_name;
  const at = moment(backup.taken_at ?? backup.created_at, spoken);
  return (
    <div class="row tight project-deeds">
      <Button look="little" disabled={backup.status !== "DONE"} onClick={() => setRestored(true)}>
        {t("restore")}
      </Button>
      <AskedButton
        deed={t("delete")}
        title={isMade ? t("delete.title", { name, at }) : t("end.title", { name })}
        text={t(isMade ? "delete.text" : "end.text")}
        look="little danger"
        isBusy={isBusy}
        onConfirm={remove}
      />
      {isRestored && <Restore backup={backup} onClose={() => setRestored(false)} />}
    </div>
  );
}
