import { expect } from "vitest";
import type * as z from "zod";

/**
 * The value as the schema reads it. Objects drop what they do not name, at every depth: a field that
 * no schema names, however deep, makes the two differ.
 */
export function strictly<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const read = schema.parse(value);
  expect(read, "a field that the schema does not name").toStrictEqual(value);
  return read;
}
