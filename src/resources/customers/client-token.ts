import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { withSecretAnswer } from "../../commit/secret-answer";
import { assertAll } from "../../db/commit";
import { ttlMilliseconds } from "../../engine/session-ttl";
import { ApiError, notFound } from "../../errors";
import { signClientToken } from "../../lib/client-token";
import type { Scope } from "../../scope/scope";
import type { ClientToken, ClientTokenRequest } from "./schema";
import { customerStands, getCustomer } from "./store";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * When a token of this length lapses, epoch milliseconds; refuses less than a minute or more than a
 * day.
 */
function untilOf({ now }: Scope, { ttl, ttl_unit }: ClientTokenRequest): number {
  const length = ttlMilliseconds(ttl, ttl_unit);
  if (length.ok && length.value >= MINUTE_MS && length.value <= DAY_MS) return now + length.value;
  throw new ApiError("invalid_payload", {
    details: "Property .ttl must be between 1 minute and 24 hours",
  });
}

/**
 * A token by which the customer's browser proves to be that customer. Nothing of it is stored, but
 * the audit log tells who made one, for whom.
 */
export const makeClientToken = (
  scope: Scope,
  name: string,
  request: ClientTokenRequest,
): Promise<Answer> =>
  withSecretAnswer(scope, async (stored) => {
    const until = untilOf(scope, request);
    const { id } = await getCustomer(scope, name);
    const binding = { secret: scope.settings.signingSecret, projectId: scope.project.id };
    const answer: ClientToken = {
      object: "client_token",
      token: signClientToken(binding, id, until),
      customer_id: id,
      expires_at: new Date(until).toISOString(),
    };
    const statements = assertAll([customerStands(scope, id)]);
    const kept = await commit(scope, { statements, answer: stored(answer) });
    if (!kept.ok) throw notFound("customer", name);
    return answer;
  });
