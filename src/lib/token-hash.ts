import { createHash } from "node:crypto";
import { remembered } from "./remembered";

const TOKENS = 1_000;

/** SHA-256 of a token as hex: what is stored of it, and what is compared in constant time. */
export const tokenHash = remembered(TOKENS, (token: string): string =>
  createHash("sha256").update(token).digest("hex"),
);
