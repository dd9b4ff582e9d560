import type { Context } from "hono";
import { textTag } from "../lib/text-tag";
import type { AppEnv } from "./app-env";

interface Document {
  text: string;
  tag: string;
}

/** Two megabytes that are the same for everybody until the next version: written out once. */
let written: Document | null = null;

function write(make: () => object): Document {
  const text = JSON.stringify(make());
  return { text, tag: textTag(text) };
}

const isKnown = (sent: string | undefined, tag: string): boolean =>
  (sent ?? "").split(",").some((each) => ["*", tag].includes(each.trim().replace(/^W\//, "")));

/** Sends the document, or a 304 to a caller that has it; caches may keep it for an hour. */
export function sendDocument(c: Context<AppEnv>, make: () => object): Response {
  written ??= write(make);
  c.header("ETag", written.tag);
  c.header("Cache-Control", "public, max-age=3600");
  if (isKnown(c.req.header("if-none-match"), written.tag)) return c.body(null, 304);
  return c.body(written.text, 200, { "content-type": "application/json" });
}
