import { setTimeout as wait } from "node:timers/promises";
import { drawOf } from "./draw";
import { manage, type Shop } from "./shops";

const PLACES = ["DB", "DB_1", "DB_2"];
const PATH = "/management/v1/projects/{projectId}/move";
/** A move that has not ended by then stands still. */
const LONGEST_MS = 300_000;
/** By then a move copies rows, unless others go before it. */
const COPIES_MS = 30_000;

const pathOf = ({ id }: Shop): string => PATH.replace("{projectId}", id);

export interface MovesState {
  done: number;
  /** Moves in the middle of which the server was killed. */
  cut: number;
  broken: string[];
}

/** Moves projects to other places while they are used. */
export class Moves {
  private going: Shop[] = [];

  constructor(
    private readonly url: string,
    private readonly shops: readonly Shop[],
    private readonly seed: number,
    readonly state: MovesState = { done: 0, cut: 0, broken: [] },
  ) {}

  /** Begins so many moves, each to a place where its project does not live. */
  async begin(count: number, turn: number): Promise<void> {
    const draw = drawOf(this.seed, turn);
    for (let at = 0; at < count; at++) {
      const shop = this.shops[draw(this.shops.length)];
      const first = draw(PLACES.length);
      if (!shop || this.going.includes(shop)) continue;
      for (const place of [...PLACES.slice(first), ...PLACES.slice(0, first)]) {
        const begun = await manage(this.url, pathOf(shop), { place }).catch(() => null);
        if (!begun) continue;
        this.going.push(shop);
        break;
      }
    }
  }

  /** Waits until one of them copies rows: what happens next happens in its middle. */
  async copying(): Promise<void> {
    for (const until = Date.now() + COPIES_MS; this.going.length > 0 && Date.now() < until; ) {
      const found = await Promise.all(this.going.map((shop) => manage(this.url, pathOf(shop))));
      const begun = found.filter(({ rows_copied }) => Number(rows_copied) > 0);
      this.state.cut += begun.filter(({ status }) => status === "IN_PROGRESS").length;
      if (begun.length > 0) return;
      await wait(20);
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
      if (move.status === "DONE") this.state.done += 1;
      else this.state.broken.push(`a move is ${move.status}: ${JSON.stringify(move)}`);
    }
  }
}
