import type * as z from "zod";
import { isRecord } from "../lib/json-value";

type Issue = z.core.$ZodIssue;

/** Digits with at most one point: no sign but a minus, no exponent, no space, not endless. */
const DECIMAL = /^-?\d{1,20}(\.\d{1,20})?$/;

/** How far a sum of floating-point numbers may lie beside the integer that it means. */
const NOISE = 1e-6;

/** The number that a text is, where no digit is lost by it; else null. That of -0 is 0. */
function exactly(text: string): number | null {
  if (!DECIMAL.test(text)) return null;
  const number = Number(text) + 0;
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : null;
}

/** The integer that a number is but for noise; else null. A sum that came to -0 is 0. */
function withoutNoise(number: number): number | null {
  const integer = Math.round(number) + 0;
  return Math.abs(number - integer) <= NOISE ? integer : null;
}

/** What a refused value stands for where the schema wants a number; null if that is no number. */
function meant(expected: string, value: unknown): number | null {
  if (expected === "number" && typeof value === "string") return exactly(value);
  return expected === "int" && typeof value === "number" ? withoutNoise(value) : null;
}

interface Refused {
  path: readonly PropertyKey[];
  expected: string;
}

/** Every place that was refused for its type, in the shapes of a union as well. */
const refusedTypes = (issues: readonly Issue[], above: readonly PropertyKey[] = []): Refused[] =>
  issues.flatMap((issue) => {
    const path = [...above, ...issue.path];
    if (issue.code === "invalid_type") return [{ path, expected: issue.expected }];
    return issue.code === "invalid_union"
      ? issue.errors.flatMap((inside) => refusedTypes(inside, path))
      : [];
  });

type Holder = Record<PropertyKey, unknown>;

const isHolder = (value: unknown): value is Holder => isRecord(value) || Array.isArray(value);

/** What holds the value of this path, or null if there is none. */
function holderOf(whole: unknown, path: readonly PropertyKey[]): Holder | null {
  let at: unknown = whole;
  for (const name of path.slice(0, -1)) at = isHolder(at) ? at[name] : undefined;
  const last = path.at(-1);
  return last !== undefined && isHolder(at) && Object.hasOwn(at, last) ? at : null;
}

/**
 * The body with numbers in the places where the schema wants one and found the text of one, or one
 * with the noise of floating point; null where nothing can be read so. All that the schema takes as
 * it is, such as metadata and the values of rules, is left alone.
 */
function withNumbers(body: unknown, issues: readonly Issue[]): unknown {
  let copy: unknown = null;
  for (const { path, expected } of refusedTypes(issues)) {
    const number = meant(expected, holderOf(copy ?? body, path)?.[path.at(-1) ?? ""]);
    if (number === null) continue;
    copy ??= structuredClone(body);
    const holder = holderOf(copy, path);
    if (holder) holder[path.at(-1) ?? ""] = number;
  }
  return copy;
}

/** A text that holds noise is read in two steps; one more for shapes that show only then. */
const ROUNDS = 3;

/**
 * Reads a body by its schema, and takes what is exactly a number for one (docs/rounding.md, rule
 * 1). Costs nothing where the body fits as it is. Refuses what the schema then refuses.
 */
export function readBody<T>(schema: z.ZodType<T>, sent: unknown): z.ZodSafeParseResult<T> {
  let body = sent;
  let read = schema.safeParse(body, { reportInput: true });
  for (let round = 0; round < ROUNDS && !read.success; round++) {
    const next = withNumbers(body, read.error.issues);
    if (next === null) break;
    body = next;
    read = schema.safeParse(body, { reportInput: true });
  }
  return read;
}
