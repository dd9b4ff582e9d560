import { useQuery, useQueryClient } from "@tanstack/preact-query";
import { useEffect, useState } from "preact/hooks";
import { answerOf, type Schemas, ServiceError } from "../../../../../clients/typescript/src";
import { language } from "../../../../shared/language";
import { moment } from "../../../../shared/money";
import { Button } from "../../../../shared/parts/button";
import { SelectField } from "../../../../shared/parts/field";
import { useAct } from "../../../acts";
import { AskedButton } from "../../../parts/asked";
import { PartHead } from "../../../parts/head";
import { Meter, percentOf } from "../../../parts/meter";
import { Loaded } from "../../../parts/one";
import { management } from "../../../session";
import { loadText, phaseText, useMoveText } from "./texts";

type Project = Schemas["Project"];
type Move = Schemas["Move"];
type Place = Schemas["Place"];

const MOVE = "/management/v1/projects/{projectId}/move" as const;
const POLL_MS = 1_000;

const of = ({ id }: Project) => ({ params: { path: { projectId: id } } });

/** The last move of a project; null where it never moved. */
async function moveOf(project: Project): Promise<Move | null> {
  try {
    return await answerOf(management().GET(MOVE, of(project)));
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null;
    throw error;
  }
}

async function load(project: Project) {
  const [move, { data: places }] = await Promise.all([
    moveOf(project),
    answerOf(management().GET("/management/v1/places")),
  ]);
  return { move, places };
}

/** The database that a project lives in, and the way to another one. */
export function Living({ project }: { project: Project }) {
  const t = useMoveText();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ["move", project.id],
    queryFn: () => load(project),
    refetchInterval: ({ state: { data } }) => data?.move?.status === "IN_PROGRESS" && POLL_MS,
  });
  const status = query.data?.move?.status;
  useEffect(() => {
    if (status === "DONE") void queries.invalidateQueries({ queryKey: ["projects"] });
  }, [status]);
  return (
    <section class="card stack">
      <PartHead title={t("title", { place: project.place })} lead={t("lead")} />
      <Loaded query={query} lines={2}>
        {({ move, places }) => (
          <>
            <Load place={places.find(({ name }) => name === project.place)} />
            {move && <LastMove move={move} project={project} />}
            {move?.status !== "IN_PROGRESS" && (
              <Choice
                project={project}
                places={places.filter(({ name }) => name !== project.place)}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

/** What the others of its place have and do: whether the project is better off elsewhere. */
function Load({ place }: { place: Place | undefined }) {
  const t = useMoveText();
  const text = place && loadText(t, place);
  return text === undefined ? null : <p class="soft">{t("load.all", { load: text })}</p>;
}

/** How far a move is, or how the last one came out. */
function LastMove({ move, project }: { move: Move; project: Project }) {
  const t = useMoveText();
  const spoken = language.use();
  const { act, isBusy } = useAct();
  const { from, to, status, phase, rows_copied, rows_total, error } = move;
  if (status !== "IN_PROGRESS") {
    const at = moment(move.updated_at, spoken);
    return (
      <p class={status === "FAILED" ? "notice bad break" : "soft"}>
        {t(`over.${status}`, { from, to, at })} {error}
      </p>
    );
  }
  const cancel = () =>
    act({
      run: () => answerOf(management().DELETE(MOVE, of(project))),
      done: t("cancelled"),
      refresh: ["move"],
    });
  return (
    <div class="stack" aria-live="polite">
      <p>
        {t("going", { from, to })} {phaseText(t, phase)}
      </p>
      <Meter
        label={t("going", { from, to })}
        percent={percentOf(rows_copied, rows_total)}
        look="accent"
        counts={t("rows", { done: Math.min(rows_copied, rows_total), total: rows_total })}
      />
      <div class="row">
        <Button isBusy={isBusy} onClick={() => void cancel()}>
          {t("cancel")}
        </Button>
      </div>
    </div>
  );
}

/** Another place, of those that take projects. */
function Choice({ project, places }: { project: Project; places: readonly Place[] }) {
  const t = useMoveText();
  const [chosen, setChosen] = useState("");
  const { act, isBusy } = useAct();
  // A busy place takes what is sent there.
  const open = places.filter(({ closed_because: why }) => why === null || why === "busy");
  const to = open.find(({ name }) => name === chosen) ?? open[0];
  if (!to) return <p class="soft">{t("nowhere")}</p>;
  const start = async (close: () => void) => {
    const body = { place: to.name };
    const run = () => answerOf(management().POST(MOVE, { ...of(project), body }));
    await act({ run, done: t("begun"), refresh: ["move"] });
    close();
  };
  const { name } = project;
  return (
    <div class="place-choice">
      <SelectField
        label={t("to")}
        hint={loadText(t, to)}
        value={to.name}
        choices={open.map((place) => [
          place.name,
          t("place", { name: place.name, n: place.projects }),
        ])}
        onValue={setChosen}
      />
      <AskedButton
        deed={t("deed")}
        title={t("ask", { name, place: to.name })}
        text={t("ask.text")}
        look=""
        isBusy={isBusy}
        onConfirm={start}
      />
    </div>
  );
}
