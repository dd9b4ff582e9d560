import type { Answer } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { withSecretAnswer } from "../../../commit/secret-answer";
import type { ProjectRow } from "../../../db/tables/control";
import { assert } from "../../../lib/assert";
import { forgetProject } from "../../../scope/credentials";
import { isoNow, type PlatformScope } from "../../../scope/scope";
import { type IssuedKey, issueKey } from "../api-keys/create";
import { insertApiKeys } from "../api-keys/store";
import { placeForNew } from "../places/choose";
import { insertTallies } from "../places/store";
import { firstUsers } from "../users/write";
import { columnsOf } from "./columns";
import type { ProjectCreate, ProjectWithSecrets } from "./schema";
import { insertProject } from "./store";
import { viewProject } from "./view";
import { newWebhookSecret, sealWebhookSecret } from "./webhook-secret";

function newProject(
  scope: PlatformScope,
  input: Omit<ProjectCreate, "users">,
  { place, secret }: { place: string; secret: string },
): ProjectRow {
  const id = scope.newId("proj");
  return {
    ...columnsOf(input, { default_charset: null, kept_settings: {} }),
    id,
    place,
    is_moving: false,
    opens_at: null,
    webhook_secret: sealWebhookSecret(scope.settings.signingSecret, id, secret, scope.random),
    previous_webhook_secret: null,
    previous_webhook_secret_until: null,
    created_at: isoNow(scope),
    updated_at: null,
  };
}

const pairOf = ({ row, token }: IssuedKey) => ({ app_id: row.app_id, app_token: token });

/** Makes a project with its keys and people in one commit; only this answer has the secrets. */
export const createProject = (
  scope: PlatformScope,
  { users, ...input }: ProjectCreate,
): Promise<Answer> =>
  withSecretAnswer(scope, async (stored) => {
    const secret = newWebhookSecret(scope.random);
    const place = await placeForNew(scope);
    const row = newProject(scope, input, { place, secret });
    const server = await issueKey(scope, row.id, { kind: "server", name: "Server-side key" });
    const client = await issueKey(scope, row.id, { kind: "client", name: "Client-side key" });
    const answer: ProjectWithSecrets = {
      ...viewProject(row),
      server_side_key: pairOf(server),
      client_side_key: pairOf(client),
      webhook_token: secret,
    };
    const people = await firstUsers(scope, row.id, users);
    const { at, control } = scope.places;
    const home = at(place);
    if (home !== control) await insertTallies(home, row.id);
    const result = await commit(scope, {
      statements: [...insertProject(row), insertApiKeys([server.row, client.row]), ...people],
      answer: stored(answer),
    });
    assert(result.ok, "a random id exists already");
    forgetProject(row.id);
    return answer;
  });
