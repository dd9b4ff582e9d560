import { createHash } from "node:crypto";

/** An entity tag of a text: the same for the same text, in whatever isolate (RFC 9110, 8.8.3). */
export const textTag = (text: string): string =>
  `"${createHash("sha256").update(text).digest("base64url")}"`;
