import { gunzipSync, gzipSync } from "node:zlib";

/** The text packed: the same text always makes the same bytes. */
export const gzipped = (text: string): Uint8Array => gzipSync(text);

export const gunzipped = (bytes: ArrayBuffer): string => gunzipSync(bytes).toString("utf8");
