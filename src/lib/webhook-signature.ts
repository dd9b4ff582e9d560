import { createHmac } from "node:crypto";

/** How a delivery names itself. */
export const WEBHOOK_AGENT = "Vouchsafe-Webhooks";

const PREFIX = "whsec_";

/** The bytes behind a secret's text (Standard Webhooks). */
const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), "base64");

/** A message as it is signed; `at` is Unix seconds. */
export interface Signed {
  id: string;
  at: number;
  body: string;
}

/**
 * The headers that show who sent a message: those of Standard Webhooks 1.0, with a signature of
 * each secret, and that of the reference service, which has room for one. That one is by the
 * oldest secret that still holds, so that receivers have until its end to learn the new one.
 */
export function signatureHeaders(
  [current, ...before]: readonly [current: string, ...before: string[]],
  { id, at, body }: Signed,
): Record<string, string> {
  const signed = [current, ...before].map((secret) => {
    const digest = createHmac("sha256", keyOf(secret)).update(`${id}.${at}.${body}`);
    return `v1,${digest.digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(at),
    "webhook-signature": signed.join(" "),
    "x-voucherify-signature": createHmac("sha256", before.at(-1) ?? current)
      .update(body)
      .digest("hex"),
  };
}
