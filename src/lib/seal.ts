import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import type { RandomBytes } from "./random";

/** What a sealed text is bound to: it opens under the same secret, purpose and owner only. */
export interface Binding {
  secret: string;
  purpose: "webhook-secret" | "webhook-headers" | "stored-answer";
  owner: string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Purposes never share a key, so that one kind of sealed text cannot pass for another. */
const keyOf = ({ secret, purpose }: Binding): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", secret, "", `vouchsafe:${purpose}`, 32));

/** AES-256-GCM under a key derived from the secret; base64 of nonce, tag and ciphertext. */
export function seal(text: string, binding: Binding, random: RandomBytes): string {
  const nonce = random(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(binding), nonce);
  cipher.setAAD(Buffer.from(binding.owner));
  const hidden = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString("base64");
}

/** The text that was sealed; throws where the secret, purpose, owner or a single bit differs. */
export function unseal(sealed: string, binding: Binding): string {
  const bytes = Buffer.from(sealed, "base64");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", keyOf(binding), nonce, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(binding.owner));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const hidden = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(hidden), decipher.final()]).toString("utf8");
}
