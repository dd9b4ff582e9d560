import { ApiError } from "../errors";
import { Line, type Place } from "../lib/line";
import { randomIndex } from "../lib/random";
import type { PlatformScope } from "../scope/scope";

/**
 * How often an attempt that lost a race is repeated; the first repetition comes at once, each later
 * one in the line below.
 */
const RETRIES = 8;
/**
 * A random pause before each repetition but the first (milliseconds), so that writers of several
 * isolates do not collide again and again.
 */
const PAUSE_FROM_MS = 10;
const PAUSE_TO_MS = 80;

/**
 * The queue of this isolate's writers that lost twice: those that want the same rows go one after
 * the other. Of a hundred that all try again one wins each time, so pauses alone would bring eight
 * through. The line only orders them; what may be written is for the database to say, which also
 * decides among isolates.
 */
const line = new Line();
/**
 * How long a writer waits before it looks again whether it is first (milliseconds): so much for
 * each that stands before it.
 */
const LOOK_MS = 4;
const LOOK_AT_MOST_MS = 200;
/**
 * Requests that are cut off leave their places behind: when a line has not moved for so long
 * (milliseconds), those in it that have not looked since are taken out.
 */
const PATIENCE_MS = 2_000;
/** A line that is longer refuses whoever would join it. */
const LONGEST_LINE = 500;

type Step<T> = (attempt: number) => Promise<T | null>;

/** The row that an id or, without one, a source id names; none where it will be new. */
export const rowNamed = (
  kind: string,
  named:
    | { id?: string | null | undefined; source_id?: string | null | undefined }
    | null
    | undefined,
): string[] => {
  const name = named?.id || named?.source_id;
  return name ? [`${kind} ${name}`] : [];
};

/**
 * Runs load, decide and commit until the commit is not refused by a race: twice at once, then in
 * turn with others that want the same rows. The step is told which attempt it is, from 1 on, and
 * answers null where it lost. What loses every time is `multiple_requests` (docs/behaviour.md).
 * `rows` is what others may be rewriting too, as the request names it; without it, anything of the
 * project.
 */
export async function retried<T>(
  scope: PlatformScope,
  step: Step<T>,
  rows?: readonly string[],
): Promise<T> {
  const project = scope.project?.id ?? "";
  const wants = (rows ?? ["any"]).map((row) => `${project} ${row}`);
  // A new request must not overtake those that already wait for the same rows.
  if (rows && line.isWanted(wants)) return inTurn(scope, wants, () => again(scope, step, 1));
  const done = (await step(1)) ?? (await step(2));
  return done ?? (await inTurn(scope, wants, () => again(scope, step, 3)));
}

async function again<T>(scope: PlatformScope, step: Step<T>, first: number): Promise<T> {
  for (let attempt = first; ; attempt++) {
    const done = await step(attempt);
    if (done !== null) return done;
    if (attempt > RETRIES) throw new ApiError("multiple_requests");
    await scope.sleep(PAUSE_FROM_MS + randomIndex(PAUSE_TO_MS - PAUSE_FROM_MS + 1, scope.random));
  }
}

/** The last time a line was too long: who stood in it, and how often each had looked by then. */
let refused = { at: Number.NEGATIVE_INFINITY, looks: new Map<Place, number>() };

/**
 * Refuses to join a line that is too long. Nobody waits in it who would notice places of requests
 * that were cut off, so they are taken out here.
 */
function refuseLongLine(ahead: readonly Place[]): never {
  const now = performance.now();
  if (now - refused.at >= PATIENCE_MS) {
    for (const each of ahead) if (each.looks === refused.looks.get(each)) line.leave(each);
    refused = { at: now, looks: new Map(ahead.map((each) => [each, each.looks])) };
  }
  throw new ApiError("multiple_requests");
}

async function inTurn<T>(
  scope: PlatformScope,
  wants: readonly string[],
  act: () => Promise<T>,
): Promise<T> {
  const place = line.join(wants);
  try {
    let [before, waited] = [new Map<Place, number>(), 0];
    for (let ahead = line.ahead(place); ahead[0]; ahead = line.ahead(place)) {
      if (ahead.length > LONGEST_LINE) refuseLongLine(ahead);
      if (ahead.length !== before.size) {
        [before, waited] = [new Map(ahead.map((each) => [each, each.looks])), 0];
      }
      if (waited >= PATIENCE_MS) {
        for (const each of ahead) if (each.looks === before.get(each)) line.leave(each);
      }
      place.looks += 1;
      const pause = Math.min(ahead.length * LOOK_MS, LOOK_AT_MOST_MS);
      await scope.sleep(pause);
      waited += pause;
    }
    return await act();
  } finally {
    line.leave(place);
  }
}
