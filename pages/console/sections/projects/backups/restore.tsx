import { useQuery, useQueryClient } from "@tanstack/preact-query";
import type { TargetedSubmitEvent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { answerOf, type Schemas } from "../../../../../clients/typescript/src";
import { language } from "../../../../shared/language";
import { moment } from "../../../../shared/money";
import { Button } from "../../../../shared/parts/button";
import { Dialog } from "../../../../shared/parts/dialog";
import { SelectField, TextField } from "../../../../shared/parts/field";
import { useAct } from "../../../acts";
import { Meter, percentOf } from "../../../parts/meter";
import { Loaded } from "../../../parts/one";
import { management } from "../../../session";
import { loadText, useMoveText } from "../move/texts";
import { useBackupText } from "./texts";

const POLL_MS = 600;

interface RestoreProps {
  backup: Schemas["Backup"];
  onClose: () => void;
}

/** Makes a new project of a backup, and says how far that is. */
export function Restore({ backup: { id, project_name, taken_at }, onClose }: RestoreProps) {
  const t = useBackupText();
  const spoken = language.use();
  const [name, setName] = useState(project_name);
  const [place, setPlace] = useState("");
  const [begun, setBegun] = useState<string | null>(null);
  const { act, isBusy, failure } = useAct();
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const params = { path: { backupId: id } };
    const call = () =>
      answerOf(
        management().POST("/management/v1/backups/{backupId}/restore", {
          params,
          body: { name, ...(place && { place }) },
        }),
      );
    const restore = await act({ run: call });
    if (restore) setBegun(restore.id);
  };
  return (
    <Dialog title={t("restore.title", { name: project_name })} onClose={onClose}>
      {begun === null ? (
        <form class="stack" onSubmit={(event) => void submit(event)}>
          <p class="soft">
            {t("restore.text", { at: taken_at === null ? "" : moment(taken_at, spoken) })}
          </p>
          <TextField label={t("restore.name")} required value={name} onText={setName} />
          <PlaceField value={place} onValue={setPlace} />
          <p role="alert" class="bad">
            {failure}
          </p>
          <div class="row">
            <Button look="main" type="submit" isBusy={isBusy}>
              {t("restore")}
            </Button>
          </div>
        </form>
      ) : (
        <Restoring id={begun} name={name} />
      )}
    </Dialog>
  );
}

interface PlaceFieldProps {
  /** Empty where the service is to choose. */
  value: string;
  onValue: (place: string) => void;
}

/** Where the new project is to live; not asked where there is nothing to choose from. */
function PlaceField({ value, onValue }: PlaceFieldProps) {
  const t = useBackupText();
  const m = useMoveText();
  const { data: places } = useQuery({
    queryKey: ["places"],
    queryFn: () => answerOf(management().GET("/management/v1/places")),
  });
  const open = places?.data.filter(({ takes_new_projects }) => takes_new_projects) ?? [];
  if (open.length < 2) return null;
  const chosen = open.find(({ name }) => name === value);
  return (
    <SelectField
      label={t("restore.place")}
      hint={chosen && loadText(m, chosen)}
      value={value}
      choices={[
        ["", t("restore.place.any")],
        ...open.map(({ name, projects: n }) => [name, m("place", { name, n })] as const),
      ]}
      onValue={onValue}
    />
  );
}

function Restoring({ id, name }: { id: string; name: string }) {
  const t = useBackupText();
  const queries = useQueryClient();
  const params = { path: { restoreId: id } };
  const query = useQuery({
    queryKey: ["restore", id],
    queryFn: () => answerOf(management().GET("/management/v1/restores/{restoreId}", { params })),
    refetchInterval: ({ state: { data } }) =>
      data?.status === "IN_PROGRESS" || data === undefined ? POLL_MS : false,
  });
  const isDone = query.data?.status === "DONE";
  useEffect(() => {
    if (isDone) void queries.invalidateQueries({ queryKey: ["projects"] });
  }, [isDone]);
  return (
    <Loaded query={query} lines={1}>
      {({ status, progress: { done, total }, project_id, error }) => (
        <div class="stack" aria-live="polite">
          <Meter
            label={t("restoring", { name })}
            percent={isDone ? 100 : percentOf(done, total)}
            look={status === "FAILED" ? "bad" : isDone ? "good" : "accent"}
            {...(status === "IN_PROGRESS" && { counts: t("files", { done, total }) })}
          />
          {status === "IN_PROGRESS" && <p>{t("restoring", { name })}</p>}
          {status === "FAILED" && (
            <p class="notice bad break">
              {t("restore.failed")} {error}
            </p>
          )}
          {isDone && (
            <>
              <p>{t("restored", { name })}</p>
              <div class="row">
                <Link href={`/projects/${project_id}`} class="button main">
                  {t("restored.show")}
                </Link>
              </div>
            </>
          )}
        </div>
      )}
    </Loaded>
  );
}
