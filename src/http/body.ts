import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { ApiError } from "../errors";
import { hasHugeNumber, isTooDeep, withoutHalves } from "../lib/json-text";
import type { AppEnv } from "./app-env";

const MAX_BYTES = 1024 * 1024;
const MAX_DEPTH = 64;
export const JSON_TYPE = /^application\/([\w.-]+\+)?json$/;

const malformed = (details: string) => new ApiError("invalid_payload", { details });

/** The refusal of a content type that the operation does not read. */
export const unsupported = (type: string, wanted: string) =>
  new ApiError("unsupported_media_type", {
    details: `Content type ${type.slice(0, 100)} is not ${wanted}`,
  });

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed("The body is not valid UTF-8");
  }
}

const tooLarge = (most: number) =>
  new ApiError("query_too_large", { details: `The body is larger than ${most} bytes` });

/**
 * A body of unknown length is read up to the limit and no further, so that it cannot fill memory.
 */
async function* limited(
  stream: ReadableStream<Uint8Array>,
  most: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > most) throw tooLarge(most);
    yield chunk;
  }
}

/** The whole body, of at most so many bytes; refuses a larger one with query_too_large. */
export async function readBytes(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const length = request.headers.get("content-length");
  if (Number(length ?? 0) > most) throw tooLarge(most);
  if (!request.body) return new Uint8Array();
  if (length === null) return Buffer.concat(await Array.fromAsync(limited(request.body, most)));
  // Read at once: the runtime lets nobody send more than the header says.
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.byteLength > most) throw tooLarge(most);
  return bytes;
}

/** The content type without its parameters, in lower case. */
export const mediaType = (request: Request): string | undefined =>
  request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed("The body is not valid JSON");
  }
}

/** Lets everybody who asks for it read this text, and what it says as JSON, parsed once. */
function keep(c: Context<AppEnv>, text: string): void {
  let parsed: { value: unknown } | undefined;
  const json = (): unknown => {
    parsed ??= { value: parseText(text) };
    return parsed.value;
  };
  c.set("body", { text, json, read: null });
}

/**
 * Reads the body of a POST, PUT or DELETE once, at most 1 MiB of UTF-8 JSON. A body without content
 * type is JSON, no body is an empty object, and a GET's body is never read, whatever its content
 * type says. Refuses other types (415), larger bodies (413), nesting beyond 64 levels and numbers
 * beyond all floats.
 */
export const jsonBody = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === "GET" || c.req.method === "HEAD") return next();
  const type = mediaType(c.req.raw);
  const bytes = await readBytes(c.req.raw, MAX_BYTES);
  const isEmpty = bytes.byteLength === 0;
  if (!isEmpty && type && !JSON_TYPE.test(type)) {
    throw unsupported(type, "application/json");
  }
  const text = isEmpty ? "{}" : decodeText(bytes);
  if (isTooDeep(text, MAX_DEPTH)) throw malformed(`The body nests deeper than ${MAX_DEPTH} levels`);
  if (hasHugeNumber(text)) throw malformed("The body has a number that is too large");
  keep(c, withoutHalves(text));
  return next();
});

const FORM = "application/x-www-form-urlencoded";

/** The fields of a form; a name that comes twice would leave open which value holds (RFC 6749). */
function fieldsOf(text: string): Record<string, string> {
  const fields = [...new URLSearchParams(text)];
  const twice = fields.find(([name], at) => fields.findIndex(([each]) => each === name) < at);
  if (twice) throw malformed(`Property .${twice[0].slice(0, 100)} must be sent once`);
  return Object.fromEntries(fields);
}

/**
 * Reads a form that is urlencoded, at most 1 MiB, as the object that its JSON would be; JSON itself
 * is read as everywhere. Refuses other types (415) and fields that come twice.
 */
export const formBody = createMiddleware<AppEnv>(async (c, next) => {
  const type = mediaType(c.req.raw);
  if (type === undefined || JSON_TYPE.test(type)) return jsonBody(c, next);
  if (type !== FORM) throw unsupported(type, FORM);
  const fields = fieldsOf(decodeText(await readBytes(c.req.raw, MAX_BYTES)));
  keep(c, JSON.stringify(fields));
  return next();
});
