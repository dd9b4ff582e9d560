import { DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import type { AsyncActionRow } from "../../db/tables/work";
import { codeKey } from "../../engine/codes";
import { type CodeRun, drawRun, longestRun } from "../../engine/codes-run";
import { assert } from "../../lib/assert";
import { timeIds } from "../../lib/id";
import { keystream } from "../../lib/keystream";
import { countsPoints } from "../../model/voucher-kinds";
import type { Scope } from "../../scope/scope";
import { afterStep, defineAction } from "../async-actions/define";
import { moveAction } from "../async-actions/store";
import { openingExpiry, openingState } from "../vouchers/draft";
import { openPoints } from "../vouchers/opening-store";
import { finishGeneration, isGone } from "./finish-generation";
import { amountOf, GENERATION, type Generating, type GenerationState, patternOf } from "./generate";
import { type Chunk, codeText, ID_LENGTH, insertCodes, openLedgers } from "./generation-store";

/** Codes of one step: the most are about 100 ms of the database, in which it serves nobody else. */
const ROWS = { least: 500, most: 20_000 };
/** What the codes of a step say themselves. */
const MOST_STEP_OWN_BYTES = 8_000_000;
/** The bound text of a step; D1 takes 2 MB. */
const MOST_BYTES = 1_500_000;

/**
 * Codes that a run draws at least. A generation of few codes takes the first new ones of them, so
 * that codes that exist already cost no further step.
 */
const FEWEST_DRAWN = 1_000;

/**
 * Lets other requests of the isolate run between drawing, shaping and writing, each of which takes
 * some ten milliseconds.
 */
const letOthersIn = () => scheduler.wait(1);

/** A run of codes that is kept between steps. */
interface KeptRun {
  name: string;
  run: CodeRun;
}

/** The only run that this isolate keeps. Without it the run is drawn again from its seed. */
let kept: KeptRun | null = null;

/** Where the next step goes on: in its run, or at the start of another one. */
function nextState({ row: action, state }: Generating, longest: number): GenerationState {
  if (state.at < state.size) return state;
  const size = Math.max(FEWEST_DRAWN, Math.min(longest, action.total - action.done));
  return { seed: state.seed, run: state.run + 1, size, at: 0, done: action.done };
}

/**
 * The codes of a run. A long run is used to its last code, and comes sorted by keys. Of the
 * shortest one only some codes are used, so it comes as it was drawn: taking the first keys of all
 * would favour some codes.
 */
async function runOf(
  scope: Scope,
  work: Generating,
): Promise<{ state: GenerationState; run: CodeRun }> {
  const { row: action, input } = work;
  const pattern = patternOf(scope, input.template, 1);
  const state = nextState(work, longestRun(pattern));
  const name = `${action.project_id}:${action.id}:${state.run}`;
  if (kept?.name === name) return { state, run: kept.run };
  kept = null;
  const isOrdered = state.size > FEWEST_DRAWN;
  const isCaseSensitive = scope.project.case_sensitive_codes;
  const random = keystream(Buffer.from(state.seed, "base64"), state.run);
  const drawing = drawRun(pattern, { size: state.size, isOrdered, isCaseSensitive }, random);
  let drawn = drawing.next();
  for (; !drawn.done; drawn = drawing.next()) await letOthersIn();
  kept = { name, run: drawn.value };
  return { state, run: drawn.value };
}

/** The run's next codes as texts of id, key and code, so many or as many as a step can bind. */
function chunkOf(
  scope: Scope,
  run: CodeRun,
  { from, rows }: { from: number; rows: number },
): string[] {
  const isCaseSensitive = scope.project.case_sensitive_codes;
  const most = Math.min(rows, run.size - from);
  const ids = timeIds("v", scope.now, most, keystream(scope.random(32), 0));
  const chunk: string[] = [];
  for (let bytes = 0; chunk.length < most; ) {
    const code = run.codeAt(from + chunk.length);
    const text = codeText(ids[chunk.length] ?? "", codeKey(code, isCaseSensitive), code);
    bytes += 3 + bytesOf(text);
    if (bytes > MOST_BYTES) break;
    chunk.push(text);
  }
  return chunk;
}

/** What a text takes in JSON; the shorter way is that of plain letters and digits. */
const bytesOf = (text: string): number =>
  /^[\w\u007f-]*$/.test(text) ? text.length : Buffer.byteLength(JSON.stringify(text));

function end(scope: Scope, work: Generating): Promise<AsyncActionRow | null> {
  kept = null;
  return finishGeneration(scope, work);
}

/**
 * One step of a generation: some thousand codes of its run in one batch. A run that is through
 * leaves what was there already to the next one, until exactly as many are made as were asked for.
 * It fails where a whole run finds nothing new, and where the campaign is gone.
 */
async function generateCodes(
  scope: Scope,
  work: Generating,
  rows: number,
): Promise<AsyncActionRow | null> {
  const action = work.row;
  if (action.done === action.total) return end(scope, work);
  const { state, run } = await runOf(scope, work);
  await letOthersIn();
  const { template, own } = work.input;
  const most = Math.ceil(MOST_STEP_OWN_BYTES / JSON.stringify(own ?? {}).length);
  const codes = chunkOf(scope, run, { from: state.at, rows: Math.min(rows, most) });
  const [amount, expiry] = [amountOf(template), openingExpiry(scope, template)];
  const loyalty = openingState(template.type, amount, expiry);
  const points = countsPoints(template.type) ? (amount ?? 0) : 0;
  const chunk: Chunk = {
    ...work.input,
    amount,
    loyalty,
    chunk: JSON.stringify(codes),
    most: action.total - action.done,
  };
  await letOthersIn();
  const next = { ...state, at: state.at + codes.length };
  const after = afterStep(scope, work, { state: next });
  const result = await commit(scope, {
    statements: {
      codes: insertCodes(scope, chunk),
      ledgers: openLedgers(scope, chunk),
      points: openPoints(scope, { chunk: chunk.chunk, length: ID_LENGTH, points, expiry }),
      moved: moveAction(action, after, true),
    },
    answer: DONE,
  });
  if (!result.ok) {
    assert(result.error.constraint === "action_cursor", "only another worker is in the way");
    return null;
  }
  const done = Number(result.value.moved[0]?.done);
  const isUsedUp = next.at === state.size && done === state.done;
  const isOver = done === action.done && (isUsedUp || (await isGone(scope, work)));
  const row = { ...after, done };
  return isOver ? end(scope, { ...work, row, state: next }) : row;
}

export const codeGeneration = defineAction({
  ...GENERATION,
  rows: ROWS,
  step: generateCodes,
});
