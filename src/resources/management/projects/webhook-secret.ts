import type { ProjectRow } from "../../../db/tables/control";
import type { RandomBytes } from "../../../lib/random";
import { type Binding, seal, unseal } from "../../../lib/seal";

/** `whsec_` and base64 of 32 random bytes, the form of Standard Webhooks. */
export const newWebhookSecret = (random: RandomBytes): string =>
  `whsec_${Buffer.from(random(32)).toString("base64")}`;

const bindingOf = (signingSecret: string, projectId: string): Binding => ({
  secret: signingSecret,
  purpose: "webhook-secret",
  owner: projectId,
});

/** The secret as the project's row keeps it: signing needs its text again, so it is no hash. */
export const sealWebhookSecret = (
  signingSecret: string,
  projectId: string,
  secret: string,
  random: RandomBytes,
): string => seal(secret, bindingOf(signingSecret, projectId), random);

/** The secret's text; throws where the row was sealed for another project or deployment. */
export const openWebhookSecret = (
  signingSecret: string,
  project: { id: string; webhook_secret: string },
): string => unseal(project.webhook_secret, bindingOf(signingSecret, project.id));

/** The secrets that sign what leaves at `now` (epoch milliseconds), the newest first. */
export function webhookSecrets(
  signingSecret: string,
  project: Pick<
    ProjectRow,
    "id" | "webhook_secret" | "previous_webhook_secret" | "previous_webhook_secret_until"
  >,
  now: number,
): [current: string, ...before: string[]] {
  const { id, previous_webhook_secret: before, previous_webhook_secret_until: until } = project;
  const current = openWebhookSecret(signingSecret, project);
  if (before === null || until === null || Date.parse(until) <= now) return [current];
  return [current, openWebhookSecret(signingSecret, { id, webhook_secret: before })];
}
