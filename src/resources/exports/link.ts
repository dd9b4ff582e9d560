import { createHmac, timingSafeEqual } from "node:crypto";

/** A link opens for this long; asking for the export again gives a new one. */
const TTL_SECONDS = 86_400;

/** What a link is signed for. Times are epoch milliseconds. */
interface Signed {
  secret: string;
  exportId: string;
  now: number;
}

const signatureOf = (secret: string, payload: string): string =>
  createHmac("sha256", `${secret}:exports`).update(payload).digest("base64url");

/** Whose export a link opens, and the key that it was given to. */
interface Linked {
  projectId: string;
  keyId: string;
}

/**
 * The token of a link: whose export, for which key, until when, and a signature over all of that
 * and the export's id.
 */
export function downloadToken({ secret, exportId, now }: Signed, linked: Linked): string {
  const { projectId, keyId } = linked;
  const until = Math.floor(now / 1000) + TTL_SECONDS;
  const signature = signatureOf(secret, `${projectId}.${keyId}.${exportId}.${until}`);
  return `${projectId}.${keyId}.${until}.${signature}`;
}

/** What a token opens; null where it is wrong, old or of another export. */
export function readToken({ secret, exportId, now }: Signed, token: string): Linked | null {
  const [projectId = "", keyId = "", until = "", signature = "", ...rest] = token.split(".");
  const expected = Buffer.from(signatureOf(secret, `${projectId}.${keyId}.${exportId}.${until}`));
  const given = Buffer.from(signature);
  const fits =
    rest.length === 0 && expected.length === given.length && timingSafeEqual(expected, given);
  return fits && now < Number(until) * 1000 ? { projectId, keyId } : null;
}
