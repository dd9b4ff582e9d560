import * as z from "zod";

/**
 * Fields, each with its `conditions`, beside `junction`: whom or what a segment or a collection
 * takes.
 */
export type Filter = Record<string, unknown>;

/** A filter as callers send one; `checkFilter` decides whether it can be kept. */
export const FilterInput = z
  .custom<Filter>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    "must be object",
  )
  .meta({ type: "object", additionalProperties: true });
