import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { changesNothing, nextUpdate } from "../../commit/next-update";
import { retried } from "../../commit/retry";
import type { WebhookRow } from "../../db/tables/webhooks";
import { ApiError, notFound } from "../../errors";
import { kindsOf } from "../../model/webhook-kinds";
import { forgetProject } from "../../scope/credentials";
import { isoNow, type Scope } from "../../scope/scope";
import { newMark } from "./deliveries/delivery-id";
import { leaveSpan } from "./deliveries/fan-out-store";
import { type CustomHeaders, openHeaders, sealHeaders } from "./headers";
import type { WebhookCreate, WebhookUpdate } from "./schema";
import {
  beginsNow,
  deleteWebhook,
  getWebhook,
  insertWebhook,
  MOST_WEBHOOKS,
  resumeLanes,
  updateWebhook,
  type WebhookChange,
} from "./store";
import { refuseTarget } from "./target-url";
import { viewWebhook } from "./view";

/** The columns that headers are kept in. */
const headerColumns = (
  scope: Scope,
  owner: { project_id: string; id: string },
  headers: CustomHeaders,
) => ({
  header_names: Object.keys(headers),
  custom_headers: sealHeaders(scope.settings.signingSecret, owner, headers, scope.random),
});

const becauseOf = (active: boolean) => (active ? null : ("REQUESTED" as const));

/** Makes a webhook that is told of what happens from now on; refuses a target that it may not. */
export async function createWebhook(scope: Scope, input: WebhookCreate): Promise<Answer> {
  refuseTarget(scope, input.target_url);
  const key = { project_id: scope.project.id, id: scope.newId("wh") };
  const row: WebhookRow = {
    ...key,
    target_url: input.target_url,
    events: input.events,
    kinds: kindsOf(input.events),
    ...headerColumns(scope, key, input.custom_headers ?? {}),
    active: input.active,
    inactive_because: becauseOf(input.active),
    base_url: scope.base_url,
    mark: newMark(scope.random),
    taken: 0,
    created_at: isoNow(scope),
    updated_at: null,
  };
  const answer = viewWebhook(row);
  const result = await commit(scope, { statements: insertWebhook(row), answer });
  if (!result.ok) {
    const details = `A project can have ${MOST_WEBHOOKS} webhooks at most`;
    throw new ApiError("invalid_payload", { details });
  }
  forgetProject(scope.project.id);
  return answer;
}

const isSameOrigin = (one: string, other: string): boolean =>
  new URL(one).origin === new URL(other).origin;

/** The columns that an update changes. Headers are compared by what they say, not as they lie. */
function changeOf(scope: Scope, row: WebhookRow, input: WebhookUpdate): WebhookChange {
  const { target_url, events, active, custom_headers } = input;
  const before = openHeaders(scope.settings.signingSecret, row);
  // What one receiver was trusted with is not sent to another, unless it is said again.
  const kept = isSameOrigin(row.target_url, target_url ?? row.target_url) ? before : {};
  const headers = custom_headers === undefined ? kept : (custom_headers ?? {});
  const isSame = JSON.stringify(headers) === JSON.stringify(before);
  return {
    ...(target_url !== undefined && { target_url }),
    ...(events !== undefined && { events, kinds: kindsOf(events) }),
    ...(active !== undefined &&
      active !== row.active && { active, inactive_because: becauseOf(active) }),
    ...(!isSame && headerColumns(scope, row, headers)),
  };
}

/**
 * Updates a webhook: what is not sent stays, but for the headers where the target is of another
 * origin. What happened so far is told as it was asked for until
 * now. One that is made active again begins with the next event, and what still waited for it goes
 * on.
 */
export const changeWebhook = (scope: Scope, id: string, input: WebhookUpdate): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getWebhook(scope, id);
    if (input.target_url !== undefined) refuseTarget(scope, input.target_url);
    const sent = changeOf(scope, row, input);
    if (changesNothing(row, sent)) return viewWebhook(row);
    const updated_at = nextUpdate(scope, row);
    const change = { ...sent, base_url: scope.base_url, updated_at };
    const answer = viewWebhook({ ...row, ...change });
    const resumes = sent.active === true;
    const hearsOtherwise = sent.active !== undefined || sent.kinds !== undefined;
    const result = await commit(scope, {
      statements: [
        ...(hearsOtherwise ? leaveSpan({ project_id: row.project_id, webhook_id: id }) : []),
        ...updateWebhook(row, change),
        ...(resumes ? [beginsNow(row), resumeLanes(row)] : []),
      ],
      jobs: hearsOtherwise ? [{ job: "fan-out", project_id: scope.project.id }] : [],
      answer,
    });
    forgetProject(scope.project.id);
    return result.ok ? answer : null;
  });

/** Deletes a webhook: nothing is sent to it any more, and its log is no longer shown. */
export async function removeWebhook(scope: Scope, id: string): Promise<Answer> {
  const result = await commit(scope, { statements: deleteWebhook(scope, id), answer: DONE });
  if (!result.ok) throw notFound("webhook", id.slice(0, 100));
  forgetProject(scope.project.id);
  return DONE;
}
