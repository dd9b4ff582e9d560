import type { Answer } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { nextUpdate } from "../../../commit/next-update";
import { retried } from "../../../commit/retry";
import { withSecretAnswer } from "../../../commit/secret-answer";
import { forgetProject } from "../../../scope/credentials";
import type { Scope } from "../../../scope/scope";
import type { WebhookSecret } from "./schema";
import { getProject, updateProject } from "./store";
import { newWebhookSecret, sealWebhookSecret } from "./webhook-secret";

/** The old secret signs beside the new one for so long (decisions, section 10). */
const OVERLAP_MS = 24 * 3_600_000;

/**
 * Gives the project a new webhook secret. The one before stays valid beside it for 24 hours; one
 * before that, if its time was not over, ends now.
 */
export const rotateWebhookSecret = (scope: Scope): Promise<Answer> =>
  withSecretAnswer(scope, (stored) =>
    retried(scope, async () => {
      const row = await getProject(scope, scope.project.id);
      const secret = newWebhookSecret(scope.random);
      const until = new Date(scope.now + OVERLAP_MS).toISOString();
      const { signingSecret } = scope.settings;
      const change = {
        webhook_secret: sealWebhookSecret(signingSecret, row.id, secret, scope.random),
        previous_webhook_secret: row.webhook_secret,
        previous_webhook_secret_until: until,
        updated_at: nextUpdate(scope, row),
      };
      const answer: WebhookSecret = {
        webhook_token: secret,
        previous_valid_until: until,
        object: "webhook_secret",
      };
      const result = await commit(scope, {
        statements: updateProject(row, change),
        answer: stored(answer),
      });
      forgetProject(row.id);
      return result.ok ? answer : null;
    }),
  );
