import type { Tally } from "../../commit/commit";
import type { DayMove } from "../../commit/days";
import type { Statement } from "../../db/client";
import type { DomainEvent } from "../../events/outbox";
import type { Scope } from "../../scope/scope";
import type { StoredCampaign } from "../campaigns/store";
import type { Fields, Sheet } from "./columns";
import type { Names } from "./rows";
import type { ImportState, Line, RowError } from "./schema";

/** What an import works for, as each of its steps finds it. */
export interface Work extends Names {
  id: string;
  /** Titles of columns that became metadata without saying so. */
  unknown: readonly string[];
  /** The campaign that its codes go into. `isGone` tells that it was deleted meanwhile. */
  campaign: StoredCampaign | null;
  isGone: boolean;
}

/** What a chunk of rows writes. */
export interface Part {
  statements: Statement[];
  tally?: Partial<Record<Tally, number>>;
  days?: DayMove[];
  events?: DomainEvent[];
  created?: number;
  updated?: number;
}

/** What becomes of a chunk: errors of rows that cannot be written, and what the others write. */
export interface Plan {
  refused: RowError[];
  part: () => Part;
  /** How many of the rows it is about, where not about all: the next step goes on after them. */
  taken?: number;
  /** Whether the whole file has become impossible, whatever its other rows say. */
  isOver?: boolean;
}

export type Planner = (scope: Scope, work: Work, lines: Line[]) => Promise<Plan>;

/** One pass over the file. A pass that does not write is the check. */
export interface Phase {
  /** Rows of one step, so that its batch stays below 100 ms. */
  rows: number;
  plan: Planner;
  writes: boolean;
  next: string;
  /**
   * Where the import goes on when rows are refused while writing; without it such rows are left out
   * and shown in the result.
   */
  undo?: (state: ImportState) => Pick<ImportState, "phase" | "offset" | "until">;
}

/** What can be imported. A new kind is a file that makes one, and a row in `kinds.ts`. */
export interface Kind {
  sheet: Sheet;
  /** The body of a row, from the cells of its record. */
  shape: (scope: Scope, fields: Fields, campaign: StoredCampaign | null) => unknown;
  /** The path of what a row may name once in a file, and what its body has there. */
  identity: { path: string; of: (scope: Scope, body: unknown) => string | null };
  phases: Record<string, Phase>;
  /** Events that tell of the whole import. */
  done?: (scope: Scope, work: Work, created: number) => DomainEvent[];
}

export const CHECK = "check";
export const FINISH = "finish";

/** A text property of a body that nobody checked yet. */
export const textAt = (body: unknown, name: string): string | null => {
  const value: unknown = typeof body === "object" && body !== null ? Reflect.get(body, name) : null;
  return typeof value === "string" && value !== "" ? value : null;
};
