import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { retried } from "../../commit/retry";
import { assertAll } from "../../db/commit";
import { ApiError, errorBody } from "../../errors";
import type { Scope } from "../../scope/scope";
import { customerStands } from "../customers/store";
import { failedEvent } from "./events";
import { type Earlier, type Loaded, loadPublication } from "./load";
import { planPublication, publicationRow } from "./plan";
import {
  isOnceOnly,
  isUsedUp,
  NO_CODES,
  type PublishRefusal,
  refusalOf,
  refuseCardsOf,
} from "./refuse";
import type { PublishRequest } from "./request";
import { insertPublication } from "./store";
import { viewPublication } from "./view";

/** Whether an earlier publication gave this customer what is asked for again. */
const isSame = ({ row }: Earlier, { source }: PublishRequest, loaded: Loaded): boolean =>
  row.customer_id === loaded.customer?.id &&
  (source.kind === "campaign"
    ? row.campaign_id === loaded.campaign?.id
    : row.voucher_ids[0] === loaded.vouchers[0]?.id);

/**
 * The publication that this one repeats: by its source id or, where one code is all, by customer
 * and campaign. Refuses a source id that was used for something else. Browsers are told nothing of
 * what was published before, as they prove no customer.
 */
function repeatedBy(request: PublishRequest, loaded: Loaded): Earlier | null {
  const { repeated, joined } = loaded;
  if (repeated && !(request.mayReplay && isSame(repeated, request, loaded))) {
    throw new ApiError("duplicate_source_id", {
      details: `Publication with source_id: '${request.source_id}' already exists`,
    });
  }
  const isJoined = request.mayReplay && isOnceOnly(request, loaded.campaign);
  return repeated ?? (isJoined ? joined : null);
}

/**
 * Records a publication that failed, of a customer that is known; nothing else moves. The record
 * leaves its source id free, so that the publication can be tried again, unless that is for good.
 */
export async function failPublication(
  scope: Scope,
  request: PublishRequest,
  loaded: Loaded,
  { key, facts }: PublishRefusal,
): Promise<Answer | null> {
  const { campaign, customer, vouchers } = loaded;
  if (!customer) throw new ApiError(key, facts);
  const blank = publicationRow(scope, request, loaded, customer);
  const resource = { resource_id: blank.id, resource_type: "publication" };
  const answer = new ApiError(key, { ...facts, ...resource });
  const row = {
    ...blank,
    source_id: request.failsForGood ? request.source_id : null,
    voucher_ids: request.source.kind === "voucher" ? vouchers.map(({ id }) => id) : [],
    result: "FAILURE" as const,
    failure_code: key,
    failure_message: errorBody(key, facts, scope.request_id).message,
  };
  const result = await commit(scope, {
    statements: assertAll([customerStands(scope, row.customer_id)]),
    keeping: insertPublication(row),
    tally: { publications: 1 },
    events: [failedEvent(scope, { row, customer, campaign })],
    days: [{ campaign_id: row.campaign_id, counters: { publications_failed: 1 } }],
    answer,
  });
  return result.ok ? answer : null;
}

/** How a publication is answered. */
type View = typeof viewPublication;

async function tryPublish(
  scope: Scope,
  request: PublishRequest,
  { attempt, view }: { attempt: number; view: (...shown: Parameters<View>) => Answer },
): Promise<Answer | null> {
  const loaded = await loadPublication(scope, request, attempt);
  refuseCardsOf(scope, loaded);
  const earlier = repeatedBy(request, loaded);
  if (earlier) {
    const { row, vouchers } = earlier;
    const related = { customer: loaded.customer, vouchers };
    return view(scope, row, related);
  }
  const refusal = refusalOf(scope, request, loaded);
  if (refusal) return failPublication(scope, request, loaded, refusal);
  const { row, customer, vouchers, ...effect } = planPublication(scope, request, loaded);
  const answer = view(scope, row, { customer, vouchers });
  const result = await commit(scope, { ...effect, answer });
  if (result.ok) return answer;
  return isUsedUp(result.error, attempt) ? failPublication(scope, request, loaded, NO_CODES) : null;
}

/**
 * Gives codes to a customer: free ones of a campaign, or the one that is named. Two round trips. A
 * repetition under the same source id answers the same codes; a code that somebody else got first
 * is replaced by another one.
 */
export const publish = (
  scope: Scope,
  request: PublishRequest,
  view: (...shown: Parameters<View>) => Answer = viewPublication,
): Promise<Answer> => retried(scope, (attempt) => tryPublish(scope, request, { attempt, view }));

/** Publishing from browsers is a switch of the project. */
export function refuseUnlessEnabled(scope: Scope): void {
  if (!scope.project.client_publish_enabled) {
    throw new ApiError("forbidden", { details: "Client-side publication is switched off" });
  }
}
