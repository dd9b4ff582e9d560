import { DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import type { AsyncActionRow } from "../../db/tables/work";
import { ApiError } from "../../errors";
import { assert } from "../../lib/assert";
import type { Scope } from "../../scope/scope";
import {
  type Action,
  type ActionChange,
  afterStep,
  defineAction,
  type Running,
} from "../async-actions/define";
import { moveAction } from "../async-actions/store";
import { getCampaign, type StoredCampaign } from "../campaigns/store";
import { layoutOf } from "./columns";
import { type Chunk, fileKey, readChunk } from "./file";
import { FINISH, type Part, type Phase, type Plan, type Work } from "./kind";
import { importType, KINDS } from "./kinds";
import {
  type ImportInput,
  ImportKind,
  type ImportResult,
  type ImportState,
  type Line,
} from "./schema";

/** Errors that a result shows; all are counted. */
const MOST_ERRORS = 1_000;
/** How often a step is decided anew within its turn where others moved its rows. */
const ATTEMPTS = 3;

async function campaignOf(scope: Scope, id: string | null): Promise<StoredCampaign | null> {
  if (id === null) return null;
  try {
    return await getCampaign(scope, id);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

type Importing = Running<ImportInput, ImportState>;

/** What a step works for; `read` makes the body of a row from what the file has of it. */
async function workOf(scope: Scope, { row: action, input }: Importing) {
  const { campaign_id, header, kind: name } = input;
  const kind = KINDS[name];
  const campaign = await campaignOf(scope, campaign_id);
  const layout = header && layoutOf(kind.sheet, header);
  const work: Work = {
    id: action.id,
    titles: layout?.titles ?? {},
    unknown: layout?.unknown ?? [],
    columns: kind.sheet.columns,
    campaign,
    isGone: campaign_id !== null && campaign === null,
  };
  const read = ([row, content, defect]: Line): Line => {
    const cells = Array.isArray(content) ? content.map(String) : [];
    const body = layout ? kind.shape(scope, layout.read(scope, cells), campaign) : content;
    return [row, body, defect];
  };
  return { work, read };
}

/**
 * Where the import goes on after a chunk. Bad rows of the check end it before anything is written.
 */
function following(phase: Phase, state: ImportState, next: number, bytes: number): ImportState {
  if (next < state.until) return { ...state, offset: next };
  const isOver = !phase.writes && state.failed > 0;
  return { ...state, phase: isOver ? FINISH : phase.next, offset: 0, until: bytes };
}

const told = (state: ImportState, { refused }: Plan): ImportState => ({
  ...state,
  failed: state.failed + refused.length,
  errors: [...state.errors, ...refused.toSorted((a, b) => a.row - b.row)].slice(0, MOST_ERRORS),
});

interface Turn extends Importing {
  phase: Phase;
  chunk: Chunk;
}

/** What one chunk changes: its part, or with refused rows the way back. */
function outcome({ row: action, input: { bytes }, phase, state, chunk }: Turn, plan: Plan) {
  const seen = told(state, plan);
  if (plan.isOver || (plan.refused.length > 0 && phase.undo)) {
    const back = { ...seen, created: 0, ...(phase.undo?.(state) ?? { phase: FINISH }) };
    const isNothing = back.offset === back.until;
    const part: Part = { statements: [] };
    return { part, state: isNothing ? { ...back, phase: FINISH } : back, done: 0 };
  }
  const part: Part = phase.writes ? plan.part() : { statements: [] };
  const { created = 0, updated = 0 } = part;
  const next = chunk.ends[(plan.taken ?? chunk.ends.length) - 1];
  assert(next, "a step takes at least one row");
  const after = following(phase, seen, next, bytes);
  return {
    part,
    state: { ...after, created: after.created + created, updated: after.updated + updated },
    done: action.done + created + updated,
  };
}

async function tryStep(scope: Scope, turn: Turn): Promise<AsyncActionRow | null | "again"> {
  const { row: action, phase, chunk } = turn;
  const { work, read } = await workOf(scope, turn);
  const plan = await phase.plan(scope, work, chunk.lines.map(read));
  const { part, state, done } = outcome(turn, plan);
  const after = afterStep(scope, turn, { state, done });
  const { statements, tally, days, events } = part;
  const written = await commit(scope, {
    statements: [...statements, moveAction(action, after)],
    ...(tally && { tally }),
    ...(days && { days }),
    ...(events && { events }),
    answer: DONE,
  });
  if (written.ok) return after;
  return written.error.constraint === "action_cursor" ? null : "again";
}

/**
 * Another worker has ended the import, which refuses this end of it; otherwise its file was lost.
 */
const LOST = {
  created: 0,
  updated: 0,
  failed: 1,
  errors: [{ row: 1, reason: "the file is gone" }],
};

/** The end: the file goes first, since it may hold personal data and nothing needs it any more. */
async function finish(scope: Scope, { row: action, input, state }: Importing) {
  await scope.files.delete(fileKey(scope.project.id, action.id));
  const { work } = await workOf(scope, { row: action, input, state });
  const { created, updated, failed, errors } = state;
  const done = created + updated;
  const result: ImportResult = {
    ...{ rows: action.total, created, updated },
    message: `${done} of ${action.total} rows were imported`,
    metadata_columns: [...work.unknown],
    ...{ done_count: done, failed_count: failed, failed: errors },
  };
  const change: ActionChange<ImportState> = {
    status: "DONE",
    operation_status: done > 0 || action.total === 0 ? "SUCCESS" : "FAILED",
    result: { ...result },
    state: { ...state, errors: [] },
  };
  const after = afterStep(scope, { row: action, state }, change);
  const events = KINDS[input.kind].done?.(scope, work, created) ?? [];
  const written = await commit(scope, {
    statements: [moveAction(action, after)],
    events,
    answer: DONE,
  });
  return written.ok ? after : null;
}

/**
 * One step of an import: it checks a chunk of rows, or writes one, in one batch with the place
 * where the next step goes on. A chunk that others keep changing is left to the next turn.
 */
async function importStep(
  scope: Scope,
  turn: Importing,
  rows: number,
): Promise<AsyncActionRow | null> {
  const { row, input, state } = turn;
  if (state.phase === FINISH) return finish(scope, turn);
  const phase = KINDS[input.kind].phases[state.phase];
  assert(phase, "an import is in a phase of its kind");
  const key = fileKey(scope.project.id, row.id);
  const chunk = await readChunk(scope, key, state, Math.min(rows, phase.rows));
  if (!chunk) return finish(scope, { ...turn, state: { ...state, ...LOST } });
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const after = await tryStep(scope, { ...turn, phase, chunk });
    if (after !== "again") return after;
  }
  throw new ApiError("multiple_requests");
}

/**
 * An order's plan asks and writes more than any other row's: about 60 statements, decided thrice.
 */
const STATEMENTS = 300;
/** Rows of one step; each phase has a most of its own. */
const ROWS = { least: 25, most: 2_000 };

/** The types of imports with their step. */
export const IMPORTS: readonly Action[] = [
  ...ImportKind.options.map((kind) => importType(kind, false)),
  importType("vouchers", true),
].map((type) =>
  defineAction({
    ...type,
    statements: STATEMENTS,
    rows: ROWS,
    stage: ({ phase }) => phase,
    step: importStep,
  }),
);
