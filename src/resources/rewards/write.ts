import { checkMetadata } from "../../checks/metadata";
import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { changesNothing, nextUpdate } from "../../commit/next-update";
import { retried } from "../../commit/retry";
import type { Conflict } from "../../db/commit";
import type { RewardRow } from "../../db/tables/loyalty";
import { ApiError } from "../../errors";
import { mergeMetadata, newMetadata } from "../../model/metadata";
import { isoNow, type Scope } from "../../scope/scope";
import { idsOfAssignments } from "./assignments/store";
import { type Given, givenBy, givenReads } from "./parameters";
import type { RewardCreate, RewardUpdate } from "./schema";
import {
  deleteReward,
  insertReward,
  type RewardChange,
  rewardById,
  theReward,
  updateReward,
} from "./store";
import { viewReward } from "./view";

/** What is null is not there. */
const attributesOf = ({
  attributes,
}: Pick<RewardCreate, "attributes">): RewardRow["attributes"] => ({
  ...(attributes?.image_url && { image_url: attributes.image_url }),
  ...(attributes?.description && { description: attributes.description }),
});

/** Points as money are never used up by how often they are paid. */
function refuseStock(type: RewardRow["type"], stock: number | null | undefined): void {
  if (type !== "COIN" || stock === undefined || stock === null) return;
  throw new ApiError("invalid_payload", { details: "Property .stock is not for a COIN reward" });
}

function newReward(scope: Scope, input: RewardCreate, given: Given): RewardRow {
  refuseStock(given.type, input.stock);
  checkMetadata(scope, "reward", input.metadata);
  return {
    project_id: scope.project.id,
    id: scope.newId("rew"),
    name: input.name ?? given.name,
    type: given.type,
    stock: input.stock ?? null,
    redeemed: 0,
    attributes: attributesOf(input),
    metadata: input.metadata ? newMetadata(input.metadata) : null,
    parameters: given.parameters,
    created_at: isoNow(scope),
    updated_at: null,
  };
}

/** Creates a reward, of the type that its parameters name. */
export const createReward = (scope: Scope, input: RewardCreate): Promise<Answer> =>
  retried(scope, async () => {
    const reads = givenReads(scope, input.parameters);
    const row = newReward(scope, input, givenBy(input.parameters, await load(scope, reads)));
    const answer = viewReward(row);
    const result = await commit(scope, {
      statements: [insertReward(row)],
      tally: { rewards: 1 },
      answer,
    });
    return result.ok ? answer : null;
  });

function refuseOtherType(row: RewardRow, given: Given | null): void {
  if (!given || given.type === row.type) return;
  throw new ApiError("invalid_payload", {
    details: `Property .parameters must be those of a ${row.type} reward, which this one stays`,
  });
}

/** The columns that a body changes; a name cannot be cleared. */
function changeOf(
  scope: Scope,
  row: RewardRow,
  input: RewardUpdate,
  given: Given | null,
): RewardChange {
  const { name, stock, attributes, metadata } = input;
  refuseOtherType(row, given);
  refuseStock(row.type, stock);
  const merged = metadata ? mergeMetadata(row.metadata ?? {}, metadata) : metadata;
  if (merged !== undefined) checkMetadata(scope, "reward", merged);
  return {
    ...(name && { name }),
    ...(stock !== undefined && { stock }),
    ...(attributes !== undefined && { attributes: attributesOf(input) }),
    ...(merged !== undefined && { metadata: merged }),
    ...(given && { parameters: given.parameters }),
    updated_at: nextUpdate(scope, row),
  };
}

/** What was redeemed cannot be taken out of the stock again. */
function refuseStockBelow({ constraint }: Conflict): void {
  if (constraint !== "reward_stock") return;
  throw new ApiError("invalid_payload", {
    details: "Property .stock must NOT be less than what is redeemed already",
  });
}

/** Updates a reward; its type stays, and its stock is at least what was redeemed of it. */
export const changeReward = (scope: Scope, id: string, input: RewardUpdate): Promise<Answer> =>
  retried(scope, async () => {
    const { rows, ...found } = await load(scope, {
      rows: rewardById(scope, id),
      ...givenReads(scope, input.parameters),
    });
    const row = theReward(rows, id);
    const given = input.parameters ? givenBy(input.parameters, found) : null;
    const change = changeOf(scope, row, input, given);
    if (changesNothing(row, change)) return viewReward(row);
    const answer = viewReward({ ...row, ...change });
    const result = await commit(scope, { statements: updateReward(row, change), answer });
    if (!result.ok) refuseStockBelow(result.error);
    return result.ok ? answer : null;
  }, [`reward ${id}`]);

/** As the reference service says it. */
function refuseAssigned(id: string, assignments: readonly string[]): void {
  if (assignments.length === 0) return;
  throw new ApiError("resource_in_use", {
    details: `Resource reward with id ${id} is in use by reward_assignments with ids [${assignments.join(", ")}]`,
    resource_id: id,
    resource_type: "reward",
    related_object_ids: [...assignments],
    related_object_type: "reward_assignment",
    related_object_total: assignments.length,
  });
}

/** Deletes a reward; refuses one that is assigned to a program. */
export const removeReward = (scope: Scope, id: string): Promise<Answer> =>
  retried(scope, async () => {
    const { rows, assigned } = await load(scope, {
      rows: rewardById(scope, id),
      assigned: idsOfAssignments(scope, id),
    });
    const row = theReward(rows, id);
    refuseAssigned(
      id,
      assigned.map((each) => String(each.id)),
    );
    const result = await commit(scope, {
      statements: deleteReward(row),
      tally: { rewards: -1 },
      answer: DONE,
    });
    return result.ok ? DONE : null;
  }, [`reward ${id}`]);
