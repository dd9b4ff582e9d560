import * as z from "zod";
import { isRecord } from "../lib/json-value";

/**
 * Fields, each with its `conditions`, beside `junction`: whom or what a segment or a collection
 * takes.
 */
export type Filter = Record<string, unknown>;

/** A filter as callers send one; `checkFilter` decides whether it can be kept. */
export const FilterInput = z
  .custom<Filter>(isRecord, "must be object")
  .meta({ type: "object", additionalProperties: true });

/** How clients write a filter that is not set, beside nothing at all. */
const UNSET: ReadonlySet<unknown> = new Set(["", "none", "null", "undefined"]);

const isUnset = (sent: unknown): boolean =>
  sent === null || (typeof sent === "string" && UNSET.has(sent.toLowerCase()));

const isJson = (text: string): boolean => text.startsWith("{");

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The filters of a list: in brackets, or as the text of one JSON object. */
export const Filters = z.preprocess((sent) => {
  if (isUnset(sent)) return undefined;
  return typeof sent === "string" && isJson(sent) ? parsed(sent) : sent;
}, FilterInput.optional());
