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
