import { type Answer, commit } from "../../commit/commit";
import { assert } from "../../lib/assert";
import type { Metadata } from "../../model/metadata";
import type { Scope } from "../../scope/scope";
import { newAction } from "../async-actions/store";
import type { BulkMetadata, BulkResult, BulkUpdate } from "./schema";

export const BULK_UPDATE = "CUSTOMERS_BULK_UPDATE";
export const BULK_METADATA = "CUSTOMERS_METADATA_UPDATE";

/**
 * What is left of a bulk update, and what came of the rest. It is about people, so it stands in the
 * state, which ends empty; `metadata` is for all of them.
 */
export interface BulkState {
  left: BulkUpdate;
  metadata: Metadata | null;
  results: BulkResult[];
}

async function begin(scope: Scope, type: string, state: BulkState): Promise<Answer> {
  const total = state.left.length;
  const { row, statement, job } = newAction(scope, { type, input: {}, state: { ...state }, total });
  const answer: Answer = { status: 202, body: { async_action_id: row.id } };
  const result = await commit(scope, {
    statements: [statement],
    tally: { async_actions: 1 },
    jobs: [job],
    answer,
  });
  assert(result.ok, "a random id exists already");
  return answer;
}

/** Begins to write customers by their source ids; unknown ones are created. */
export const updateInBulk = (scope: Scope, customers: BulkUpdate): Promise<Answer> =>
  begin(scope, BULK_UPDATE, { left: customers, metadata: null, results: [] });

/** Begins to add metadata to customers by their source ids; unknown ones are created. */
export const updateMetadataInBulk = (scope: Scope, input: BulkMetadata): Promise<Answer> =>
  begin(scope, BULK_METADATA, {
    left: [...new Set(input.source_ids)].map((source_id) => ({ source_id })),
    metadata: input.metadata,
    results: [],
  });
