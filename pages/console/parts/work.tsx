import { useQuery, useQueryClient } from "@tanstack/preact-query";
import { X } from "lucide-preact";
import { useEffect, useState } from "preact/hooks";
import { answerOf, type Schemas } from "../../../clients/typescript/src";
import { Ghosts } from "../../shared/parts/state";
import { server } from "../session";
import { FailedState } from "./failure";
import { Meter } from "./meter";
import { Table } from "./table";
import { useWorkText } from "./work-texts";

type Action = Schemas["AsyncAction"];
type RowError = NonNullable<NonNullable<Action["result"]>["failed"]>[number];

const POLL_MS = 600;
const SHOWN_ROWS = 10;

const load = (asyncActionId: string) =>
  answerOf(
    server().GET("/v1/async-actions/{asyncActionId}", { params: { path: { asyncActionId } } }),
  );

/** Work in the background, asked for until it is over; `refresh` names what it then has changed. */
export function useWork(id: string, refresh: readonly string[] = []) {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ["work", id],
    queryFn: () => load(id),
    refetchInterval: ({ state }) => (state.data?.status === "DONE" ? false : POLL_MS),
  });
  const isOver = data?.status === "DONE";
  useEffect(() => {
    if (!isOver) return;
    for (const name of refresh) void queries.invalidateQueries({ queryKey: [name] });
  }, [isOver]);
  return { work: data, error, refetch };
}

/** The cast holds: a type that has no text is shown as it is. */
export const typeText = (t: ReturnType<typeof useWorkText>, type: string) => t(type as "doing");

/** How work came out, as a look and the name of its text. */
export function outcomeOf({ status, operation_status, result }: Action) {
  if (status !== "DONE") return ["accent", "doing"] as const;
  if (operation_status === "FAILED") return ["bad", "failed"] as const;
  return (result?.failed_count ?? 0) > 0
    ? (["warn", "partly"] as const)
    : (["good", "done"] as const);
}

/** How far work is. */
export function Progress({ work }: { work: Action }) {
  const t = useWorkText();
  const { progress, counts, type, status } = work;
  const told = counts.total > 0 && t("counts", { ...counts });
  return (
    <Meter
      label={typeText(t, type)}
      percent={progress}
      look={outcomeOf(work)[0]}
      {...(status !== "DONE" && { counts: told })}
    />
  );
}

interface WorkProps {
  id: string;
  /** Asked again when it is over. */
  refresh?: readonly string[];
  onGone: () => void;
}

/** What came of it: an import's rows in the reader's language, anything else as the service says it. */
function Outcome({ result }: { result: Action["result"] }) {
  const t = useWorkText();
  if (!result?.message) return null;
  const { done_count: done, rows: total } = result;
  const isCounted = typeof done === "number" && typeof total === "number";
  return <p class="break">{isCounted ? t("imported", { done, total }) : result.message}</p>;
}

/** Work in the background that somebody waits for, and what came of it. */
export function Work({ id, refresh, onGone }: WorkProps) {
  const t = useWorkText();
  const { work, error, refetch } = useWork(id, refresh);
  if (error) {
    return (
      <section class="card flush">
        <FailedState error={error} onAgain={() => void refetch()} />
      </section>
    );
  }
  if (!work) {
    return (
      <section class="card">
        <Ghosts lines={2} />
      </section>
    );
  }
  const [look, outcome] = outcomeOf(work);
  return (
    <section class="card stack" aria-live="polite">
      <header class="apart work-head">
        <div class="row tight">
          <h2 class="work-title">{typeText(t, work.type)}</h2>
          <span class={`badge ${look}`}>{t(outcome)}</span>
        </div>
        {work.status === "DONE" && (
          <button type="button" class="button plain square little" onClick={onGone}>
            <X size={16} aria-hidden="true" />
            <span class="unseen">{t("gone")}</span>
          </button>
        )}
      </header>
      <Progress work={work} />
      <Outcome result={work.result} />
      <UnknownColumns result={work.result} />
      <RowErrors result={work.result} />
    </section>
  );
}

/** Columns of a file that the import did not know: a misspelled title would go unnoticed. */
function UnknownColumns({ result }: { result: Action["result"] }) {
  const t = useWorkText();
  const names = result?.metadata_columns ?? [];
  if (names.length === 0) return null;
  return <p class="soft">{t("columns.unknown", { names: names.join(", ") })}</p>;
}

/** The rows of a file that were refused, and why. */
export function RowErrors({ result }: { result: Action["result"] }) {
  const t = useWorkText();
  const [isAll, setAll] = useState(false);
  const failed = result?.failed ?? [];
  const count = result?.failed_count ?? failed.length;
  if (failed.length === 0) return null;
  const shown: RowError[] = isAll ? failed : failed.slice(0, SHOWN_ROWS);
  return (
    <>
      {count > failed.length && <p class="soft">{t("rows.rest", { n: count })}</p>}
      <Table
        label={t("rows")}
        rows={shown}
        keyOf={({ row, reason }) => `${row} ${reason}`}
        columns={[
          { name: "row", head: t("row"), cell: ({ row }) => row },
          { name: "column", head: t("column"), cell: ({ column }) => String(column ?? "") },
          { name: "reason", head: t("reason"), cell: ({ reason }) => reason },
        ]}
      />
      {shown.length < failed.length && (
        <div class="row">
          <button type="button" class="button little" onClick={() => setAll(true)}>
            {t("rows.more", { n: failed.length })}
          </button>
        </div>
      )}
    </>
  );
}
