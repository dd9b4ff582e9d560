import { assert } from "../lib/assert";
import { seal, unseal } from "../lib/seal";
import type { Claim, PlatformScope } from "../scope/scope";
import type { Answer } from "./answer";
import { idOf } from "./audit";
import { Replay } from "./stored-answer";

/** What `sealed` has stored. */
function sealedIn(text: string): string {
  const stored: unknown = JSON.parse(text);
  assert(typeof stored === "object" && stored !== null && "sealed" in stored, "it was sealed");
  return String(stored.sealed);
}

const bindingOf = (scope: PlatformScope, claim: Claim) => ({
  secret: scope.settings.signingSecret,
  purpose: "stored-answer" as const,
  owner: `${claim.project_id} ${claim.key}`,
});

/**
 * What an `Idempotency-Key` keeps of the answer: the whole of it, encrypted, beside the id by which
 * the audit log tells of it.
 */
function sealed(scope: PlatformScope, answer: Answer): Answer {
  if (!scope.claim) return answer;
  const binding = bindingOf(scope, scope.claim);
  return { id: idOf(answer), sealed: seal(JSON.stringify(answer), binding, scope.random) };
}

function opened(scope: PlatformScope, replay: Replay): Replay {
  if (!scope.claim || replay.body === null) return replay;
  return new Replay(replay.status, unseal(sealedIn(replay.body), bindingOf(scope, scope.claim)));
}

/**
 * Runs a use case whose answer shows a secret. It commits `stored(answer)` in place of the answer:
 * a repetition under the same `Idempotency-Key` gets the secret, a reader of the database does not.
 */
export async function withSecretAnswer(
  scope: PlatformScope,
  useCase: (stored: (answer: Answer) => Answer) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await useCase((answer) => sealed(scope, answer));
  } catch (error) {
    throw error instanceof Replay ? opened(scope, error) : error;
  }
}
