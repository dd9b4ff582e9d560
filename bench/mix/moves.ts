import { setTimeout as wait } from "node:timers/promises";
import type { Json } from "./ask";
import { drawOf } from "./draw";
import { manage, type Shop } from "./shops";

const PLACES = ["DB", "DB_1", "DB_2"];
const PATH = "/management/v1/projects/{projectId}/move";
/** A move that has not ended by then stands still. */
const LONGEST_MS = 300_000;

const pathOf = ({ id }: Shop): string => PATH.replace("{projectId}", id);

/** Moves projects to other places while they are used. */
export class Moves {
  private going: Shop[] = [];
  done = 0;
  readonly broken: string[] = [];

  constructor(
    private readonly url: string,
    private readonly shops: readonly Shop[],
    private readonly seed: number,
  ) {}

  /** Whether the service knows of moves. */
  private async isKnown(): Promise<boolean> {
    const reply = await fetch(`${this.url}/openapi.json`);
    const { paths } = (await reply.json()) as { paths: Json };
    return PATH in paths;
  }

  /** Begins so many moves; one to where the project lives is refused, and none. */
  async begin(count: number, turn: number): Promise<void> {
    if (count === 0 || !(await this.isKnown())) return;
    const draw = drawOf(this.seed, turn);
    for (let at = 0; at < count; at++) {
      const shop = this.shops[draw(this.shops.length)];
      const place = PLACES[draw(PLACES.length)];
      if (!shop || this.going.includes(shop)) continue;
      const begun = await manage(this.url, pathOf(shop), { place }).catch(() => null);
      if (begun) this.going.push(shop);
    }
  }

  /** Waits until all that were begun have ended, each in its new place. */
  async end(sweep: () => Promise<unknown>): Promise<void> {
    for (const shop of this.going.splice(0)) {
      const until = Date.now() + LONGEST_MS;
      let move = await manage(this.url, pathOf(shop));
      while (move.status === "IN_PROGRESS" && Date.now() < until) {
        await sweep();
        await wait(1_000);
        move = await manage(this.url, pathOf(shop));
      }
      if (move.status === "DONE") this.done += 1;
      else this.broken.push(`a move is ${move.status}: ${JSON.stringify(move)}`);
    }
  }
}
