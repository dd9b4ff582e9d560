import { createHmac, timingSafeEqual } from "node:crypto";

/** What a token is signed under: it opens nothing in another project. */
export interface TokenBinding {
  secret: string;
  projectId: string;
}

const signatureOf = ({ secret, projectId }: TokenBinding, payload: string): string =>
  createHmac("sha256", `${secret}:clients`).update(`${projectId}.${payload}`).digest("base64url");

/** Says until when (epoch milliseconds) its bearer is this customer: `customer.until.signature`. */
export function signClientToken(binding: TokenBinding, customerId: string, until: number): string {
  const payload = `${customerId}.${until}`;
  return `${payload}.${signatureOf(binding, payload)}`;
}

/** The customer whose token it is; null where it is forged, of another project, or has lapsed. */
export function readClientToken(binding: TokenBinding, token: string, now: number): string | null {
  const [customerId = "", until = "", signature = "", ...rest] = token.split(".");
  const expected = Buffer.from(signatureOf(binding, `${customerId}.${until}`));
  const given = Buffer.from(signature);
  const fits =
    rest.length === 0 && expected.length === given.length && timingSafeEqual(expected, given);
  return fits && now < Number(until) ? customerId : null;
}
