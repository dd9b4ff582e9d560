import { createMiddleware } from "hono/factory";
import { ApiError } from "../errors";
import type { AppEnv } from "./scope";

const MAX_BYTES = 1024 * 1024;
const MAX_DEPTH = 64;
const JSON_TYPE = /^application\/([\w.-]+\+)?json$/;

const malformed = (details: string) => new ApiError("invalid_payload", { details });

/** Brackets nested deeper than any body of ours; counted before parsing, so that a bomb is cheap. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === 92) at++;
      else if (char === 34) inString = false;
    } else if (char === 34) inString = true;
    else if (char === 123 || char === 91) {
      if (++depth > MAX_DEPTH) return true;
    } else if (char === 125 || char === 93) depth--;
  }
  return false;
}

const MAYBE_HUGE = /[eE]\+?\d{3}|\d{300}/;

/** A number beyond all floats would be read as infinite and stored as null: it is refused instead. */
function hasHugeNumber(text: string): boolean {
  if (!MAYBE_HUGE.test(text)) return false;
  let isHuge = false;
  try {
    JSON.parse(text, (_, value) => {
      isHuge ||= value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;
      return value;
    });
  } catch {
    // Malformed JSON is refused by whoever reads the body.
  }
  return isHuge;
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw malformed("The body is not valid UTF-8");
  }
}

const tooLarge = () =>
  new ApiError("query_too_large", { details: `The body is larger than ${MAX_BYTES} bytes` });

/** A body of unknown length is read up to the limit and no further, so that it cannot fill memory. */
async function* limited(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw tooLarge();
    yield chunk;
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BYTES) throw tooLarge();
  return request.body
    ? Buffer.concat(await Array.fromAsync(limited(request.body)))
    : new Uint8Array();
}

function asJson(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/json");
  return new Request(request.url, { method: request.method, headers });
}

/**
 * Reads the body of a POST, PUT or DELETE once, at most 1 MiB of UTF-8 JSON. A body without content
 * type is JSON, no body is an empty object, and a GET's body is never read, whatever its content
 * type says. Refuses other types (415), larger bodies (413), nesting beyond 64 levels and numbers
 * beyond all floats.
 */
export const jsonBody = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === "GET" || c.req.method === "HEAD") return next();
  const type = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  const bytes = await readBytes(c.req.raw);
  const isEmpty = bytes.byteLength === 0;
  if (!isEmpty && type && !JSON_TYPE.test(type)) {
    throw new ApiError("unsupported_media_type", {
      details: `Content type ${type.slice(0, 100)} is not application/json`,
    });
  }
  const text = isEmpty ? "{}" : decodeText(bytes);
  if (isTooDeep(text)) throw malformed(`The body nests deeper than ${MAX_DEPTH} levels`);
  if (hasHugeNumber(text)) throw malformed("The body has a number that is too large");
  if (isEmpty || !type) c.req.raw = asJson(c.req.raw);
  // Hono keeps promises here, though its type names the values.
  Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
  return next();
});
