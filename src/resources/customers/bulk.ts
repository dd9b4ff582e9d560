import * as z from "zod";
import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { assert } from "../../lib/assert";
import { Metadata } from "../../model/metadata";
import type { Scope } from "../../scope/scope";
import { type ActionType, beginAction } from "../async-actions/define";
import { BulkCustomer, type BulkMetadata, BulkResult, type BulkUpdate } from "./schema";

/**
 * The customers that are still to be written, and what came of the others. It is about people, so
 * it stands in the state, which is emptied at the end; `metadata` is added to all of them.
 */
export const BulkState = z.object({
  left: z.array(BulkCustomer),
  metadata: Metadata.nullable(),
  results: z.array(BulkResult),
});
export type BulkState = z.infer<typeof BulkState>;

const input = z.object({});
export const BULK_UPDATE = { type: "CUSTOMERS_BULK_UPDATE", input, state: BulkState };
export const BULK_METADATA = { type: "CUSTOMERS_METADATA_UPDATE", input, state: BulkState };

type BulkType = ActionType<z.infer<typeof input>, BulkState>;

async function begin(scope: Scope, type: BulkType, state: BulkState): Promise<Answer> {
  const total = state.left.length;
  const { row, statement, job } = beginAction(scope, type, { input: {}, state, total });
  const answer = { async_action_id: row.id };
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
