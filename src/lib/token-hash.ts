import { remembered } from "./remembered";

const encoder = new TextEncoder();
const TOKENS = 1_000;

/** SHA-256 of a token as hex: what is stored of it, and what is compared in constant time. */
export const tokenHash = remembered(
  TOKENS,
  async (token: string): Promise<string> =>
    new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(token))).toHex(),
);
