import { createHmac } from "node:crypto";
import { remembered } from "./remembered";

const TEXTS = 5_000;
const SECRETS = 100;

const under = remembered(SECRETS, (secret) =>
  remembered(TEXTS, (text) => createHmac("sha256", secret).update(text).digest("base64url")),
);

/**
 * HMAC-SHA256 of a text as base64url. What was signed lately, as a voucher's links, is remembered.
 */
export const signatureOf = (secret: string, text: string): string => under(secret)(text);
