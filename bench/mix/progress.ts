import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DriverState } from "./drive";
import type { MovesState } from "./moves";
import type { Shop } from "./shops";

/** How far a mix has come: what is known between two chapters. */
export interface Progress {
  seed: number;
  operations: number;
  /** The chapter that comes next. */
  chapter: number;
  ahead: number;
  repeated: number;
  kills: number;
  shops: Shop[];
  driver: DriverState;
  moves: MovesState;
}

const pathOf = (state: string): string => join(state, "progress.json");

/** What an earlier run left behind in its folder, if it did. */
export function readProgress(state: string): Progress | null {
  const path = pathOf(state);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
}

/** Stands whole in the folder, or as it was before. */
export function keepProgress(state: string, progress: Progress): void {
  const path = pathOf(state);
  writeFileSync(`${path}.new`, JSON.stringify(progress));
  renameSync(`${path}.new`, path);
}
