import type { FileAnswer } from "../../../http/operation";
import { inTime } from "../../../lib/in-time";
import type { PlatformScope } from "../../../scope/scope";
import { checkHealth, PATIENCE_MS } from "../health/check";
import { knownPlaces } from "../places/choose";
import { viewPlace } from "../places/view";
import { textOf } from "./families";

/**
 * How the deployment does, as what watches it reads it: two reads of `DB`, one of other places.
 * Where `DB` is down, nobody knows more of the places than health does.
 */
export async function tellMetrics(scope: PlatformScope): Promise<FileAnswer> {
  const [health, known] = await Promise.all([
    checkHealth(scope),
    inTime(knownPlaces(scope), PATIENCE_MS).catch(() => []),
  ]);
  const places = known.map((place) => viewPlace(place, scope.now));
  return { content: textOf(health, places) };
}
