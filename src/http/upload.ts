import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { ApiError } from "../errors";
import { assert } from "../lib/assert";
import type { AppEnv } from "./app-env";
import { JSON_TYPE, mediaType, readBytes, unsupported } from "./body";

/** What an imported file may have. */
const MAX_BYTES = 10 * 1024 * 1024;
/** What a form adds to its file: boundaries and the headers of its parts. */
const FORM_BYTES = 16 * 1024;

const CSV_TYPES = ["text/csv", "application/csv"];
const FORM = "multipart/form-data";

const invalid = (details: string) => new ApiError("invalid_import", { details });

const withoutFile = () =>
  new ApiError("invalid_payload", { details: "Payload should have required property 'file'" });

/** Some clients leave the boundary out of the header; it is the first line of the body. */
function formType(request: Request, bytes: Uint8Array): string {
  const sent = request.headers.get("content-type") ?? FORM;
  if (/;\s*boundary=/i.test(sent)) return sent;
  const [boundary] =
    /(?<=^--)[^\r\n]{1,70}/.exec(Buffer.from(bytes.subarray(0, 80)).toString()) ?? [];
  if (boundary === undefined) throw invalid("The form has no boundary");
  return `${FORM}; boundary="${boundary}"`;
}

async function formOf(request: Request, bytes: Uint8Array<ArrayBuffer>): Promise<FormData> {
  const headers = { "content-type": formType(request, bytes) };
  try {
    return await new Response(bytes, { headers }).formData();
  } catch {
    throw invalid("The form cannot be read");
  }
}

/** The part `file` of a form. */
async function fileOfForm(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const form = await formOf(request, await readBytes(request, MAX_BYTES + FORM_BYTES));
  const file = form.get("file");
  if (!(file instanceof File)) throw withoutFile();
  if (file.size > MAX_BYTES) {
    throw new ApiError("query_too_large", {
      details: `The file is larger than ${MAX_BYTES} bytes`,
    });
  }
  return new Uint8Array(await file.arrayBuffer());
}

async function csvOf(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const type = mediaType(request);
  if (type === FORM) return fileOfForm(request);
  if (type !== undefined && !CSV_TYPES.includes(type)) {
    throw unsupported(type, `${FORM} or ${CSV_TYPES[0]}`);
  }
  const bytes = await readBytes(request, MAX_BYTES);
  if (type === undefined && bytes.length === 0) throw withoutFile();
  return bytes;
}

async function jsonOf(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const type = mediaType(request);
  if (type !== undefined && !JSON_TYPE.test(type)) throw unsupported(type, "application/json");
  return readBytes(request, MAX_BYTES);
}

/**
 * Reads the file of an import, at most 10 MiB, once and in place of `jsonBody`: CSV comes as the
 * part `file` of a form or as the body itself, JSON as the body. Refuses other types (415), larger
 * files (413, read no further than that) and requests without the file (invalid_payload).
 */
export const upload = (format: "csv" | "json") =>
  createMiddleware<AppEnv>(async (c, next) => {
    c.set("upload", await (format === "csv" ? csvOf(c.req.raw) : jsonOf(c.req.raw)));
    return next();
  });

/** The file that `upload` has read. */
export function uploadOf(c: Context<AppEnv>): Uint8Array {
  const upload = c.get("upload");
  assert(upload, "the route is not behind an upload");
  return upload;
}
