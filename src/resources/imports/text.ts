import { ApiError } from "../../errors";

const PIECE_BYTES = 64 * 1024;

export const invalid = (details: string) => new ApiError("invalid_import", { details });

/** Lines are cut at bytes that are part of no character, so that each can be read by itself. */
function badLine(bytes: Uint8Array): number {
  let row = 1;
  for (let at = 0; at < bytes.length; row++) {
    const end = bytes.indexOf(10, at);
    const line = bytes.subarray(at, end < 0 ? bytes.length : end);
    if (Buffer.from(line).toString().includes("\ufffd")) return row;
    at += line.length + 1;
  }
  return row;
}

const notUtf8 = (bytes: Uint8Array) =>
  invalid(`The file is not UTF-8 text: row ${badLine(bytes)} cannot be read`);

/** The file's text in pieces, without its byte order mark. Refuses other encodings than UTF-8. */
export function* textOf(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const stream = at + PIECE_BYTES < bytes.length;
    let text: string;
    try {
      text = decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream });
    } catch {
      throw notUtf8(bytes);
    }
    // UTF-16 without a mark has a zero beside each letter, and is valid UTF-8.
    if (text.includes("\0")) throw invalid("The file is not UTF-8 text: it has null characters");
    yield text;
  }
}
