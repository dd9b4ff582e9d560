import { DurableObject } from "cloudflare:workers";
import { runOn } from "../db/run";
import { type Asked, type Outcome, SharedLine } from "../db/shared";
import { type Env, settings } from "../env";
import { placesOf } from "../scope/places";

/** The lines of a project, one for what writes and one for what reads at each of its places. */
export function linesOf(env: Env) {
  const { hasReplicas } = settings(env);
  const known = new Map<string, SharedLine>();
  const made = (place: string, writes: boolean): SharedLine => {
    const { d1 } = placesOf(env).at(place);
    return new SharedLine((statements) =>
      runOn(hasReplicas ? d1.withSession("first-primary") : d1, statements, writes),
    );
  };
  return async (place: string, asked: Asked): Promise<Outcome | null> => {
    // Reads wait for no writes, and what is refused keeps none of them.
    const name = `${place} ${asked.writes}`;
    const line = known.get(name) ?? made(place, asked.writes);
    known.set(name, line);
    return line.ask(asked);
  };
}

/**
 * What a busy project asks its database goes through here, so that what waits goes together. It
 * keeps nothing: whoever was told that something is written was told so by the database.
 */
export class SharedBatches extends DurableObject<Env> {
  readonly #ask = linesOf(this.env);

  /** Runs a batch at a place of the project; null where too many wait. */
  run(place: string, asked: Asked): Promise<Outcome | null> {
    return this.#ask(place, asked);
  }
}
