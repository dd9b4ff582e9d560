// Decides from which lines the units of a bundle are taken, so that no unit counts twice.
import { present } from "../../lib/assert";

/** Units that are wanted of any of these lines, the preferred ones first. */
export interface Demand {
  lines: readonly number[];
  units: number;
}

/**
 * Per demand, the units taken of each line in the order of the lines, and how many units it lacks.
 */
export interface Fill {
  taken: readonly ReadonlyMap<number, number>[];
  lacking: readonly number[];
}

/**
 * A matching of demands and lines while it is being made. `holders`: per line, the demands that
 * took units of it.
 */
interface State {
  demands: readonly Demand[];
  free: number[];
  holders: readonly Map<number, number>[];
}

/**
 * One step of an augmenting path through the matching: `demand` takes units of `line`, in place of
 * units of the line that the step before takes from it.
 */
interface Step {
  demand: number;
  line: number;
  before: Step | null;
}

const holdersOf = ({ holders }: State, line: number): Map<number, number> =>
  present(holders[line], "holders of a line");

const takenOf = (state: State, { demand, line }: Omit<Step, "before">): number =>
  holdersOf(state, line).get(demand) ?? 0;

function move(state: State, { demand, line }: Omit<Step, "before">, units: number): void {
  const held = takenOf(state, { demand, line }) + units;
  if (held === 0) holdersOf(state, line).delete(demand);
  else holdersOf(state, line).set(demand, held);
  state.free[line] = (state.free[line] ?? 0) - units;
}

/**
 * The shortest augmenting path from a demand to a line with free units, by moving demands that hold
 * full lines to other lines.
 */
function pathTo(state: State, start: number): Step | null {
  const seen = new Set<number>();
  const asked = new Set([start]);
  const queue: { demand: number; before: Step | null }[] = [{ demand: start, before: null }];
  for (const { demand, before } of queue) {
    for (const line of present(state.demands[demand], "demand").lines) {
      if (seen.has(line)) continue;
      seen.add(line);
      const step = { demand, line, before };
      if ((state.free[line] ?? 0) > 0) return step;
      for (const other of holdersOf(state, line).keys()) {
        if (!asked.has(other)) queue.push({ demand: other, before: step });
        asked.add(other);
      }
    }
  }
  return null;
}

/**
 * Most units that can move along the path: what is free at its end, and what each demand on it
 * holds of the line that it leaves.
 */
function widthOf(state: State, end: Step, wanted: number): number {
  let width = Math.min(wanted, state.free[end.line] ?? 0);
  for (let step = end; step.before !== null; step = step.before) {
    width = Math.min(width, takenOf(state, { demand: step.demand, line: step.before.line }));
  }
  return width;
}

function shift(state: State, end: Step, units: number): void {
  for (let step: Step | null = end; step !== null; step = step.before) {
    move(state, step, units);
    if (step.before !== null) move(state, { demand: step.demand, line: step.before.line }, -units);
  }
}

/**
 * Serves one demand: free units first, in the order of its lines; units that others hold only where
 * the free ones are too few.
 */
function satisfy(state: State, demand: number): number {
  const { lines, units } = present(state.demands[demand], "demand");
  let lacking = units;
  for (const line of lines) {
    const taken = Math.min(lacking, state.free[line] ?? 0);
    if (taken > 0) move(state, { demand, line }, taken);
    lacking -= taken;
  }
  while (lacking > 0) {
    const end = pathTo(state, demand);
    if (end === null) break;
    const moved = widthOf(state, end, lacking);
    shift(state, end, moved);
    lacking -= moved;
  }
  return lacking;
}

/**
 * Serves the demands in turn from the units of the lines (reference service, bundles). Units that
 * an earlier demand holds move to another of its lines where that makes room, so that all demands
 * are met whenever that is possible at all. Refuses nothing: what cannot be met is lacking.
 */
export function fill(demands: readonly Demand[], supply: readonly number[]): Fill {
  const state: State = { demands, free: [...supply], holders: supply.map(() => new Map()) };
  const lacking = demands.map((_, at) => satisfy(state, at));
  const taken = demands.map(() => new Map<number, number>());
  for (const [line, holders] of state.holders.entries()) {
    for (const [demand, units] of holders) taken[demand]?.set(line, units);
  }
  return { taken, lacking };
}
