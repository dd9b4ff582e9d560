import type * as z from "zod";

export type Issue = z.core.$ZodIssue;

/** What is said of an amount that is no integer, which mostly is one in major units. */
export const IN_MINOR_UNITS =
  "must be integer: amounts are in minor units of the currency, so that 26.99 is sent as 2699";

export const pathOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part).slice(0, 100)}`))
    .join("");

/** An enum, a union and a type each say "missing" in a code of their own. */
export const isMissing = (issue: Issue): boolean =>
  issue.input === undefined &&
  (issue.code === "invalid_type" ||
    issue.code === "invalid_value" ||
    issue.code === "invalid_union");

/** All values that shapes allow at one place. */
function valuesAt(shapes: readonly Issue[][], place: string) {
  const values = shapes
    .flat()
    .flatMap((issue) =>
      issue.code === "invalid_value" && pathOf(issue.path) === place ? issue.values : [],
    );
  return [...new Set(values)];
}

/** How much a shape has to object to; another value than it wants, as of a type, counts double. */
const objections = (errors: readonly Issue[]): number =>
  errors.length +
  errors.filter(({ code, path }) => code === "invalid_value" && path.length > 0).length;

/**
 * Of a property that has one of several shapes, what is wrong with it as the shape that it is
 * closest to: one whose properties could be looked at, and that has least to object to.
 */
function closest(issue: Issue): Issue {
  if (issue.code !== "invalid_union" || issue.path.length === 0) return issue;
  const inside = issue.errors.filter(([first]) => first && first.path.length > 0);
  const shapes = inside.length > 0 ? inside : issue.errors;
  const first = shapes.toSorted((a, b) => objections(a) - objections(b))[0]?.[0];
  if (!first) return issue;
  const path = [...issue.path, ...first.path];
  return first.code === "invalid_value"
    ? { ...first, path, values: valuesAt(shapes, pathOf(first.path)) }
    : closest({ ...first, path });
}

/** The sentence that names the property and what it should be, or what the whole lacks. */
export function describeIssue(found: Issue, whole: "Payload" | "Query" = "Payload"): string {
  const issue = isMissing(found) ? found : closest(found);
  const path = pathOf(issue.path);
  if (isMissing(issue)) {
    const owner = pathOf(issue.path.slice(0, -1));
    const name = String(issue.path.at(-1) ?? "body");
    return `${owner ? `Property ${owner}` : whole} must have required property '${name}'`;
  }
  if (!path) return describeWhole(issue);
  return `Property ${path} ${requirement(issue)}`;
}

/** What the whole body should be; most are objects. */
function describeWhole(issue: Issue): string {
  const isArray = issue.code === "invalid_type" && issue.expected === "array";
  const isCounted = issue.code === "too_small" || issue.code === "too_big";
  if (isArray || isCounted) return `Payload ${requirement(issue)}`;
  return issue.code === "invalid_type" ? "Payload must be an object" : issue.message;
}

/** What the property must be, as the rest of a sentence that names it. */
export function requirement(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      // What may not be sent says so itself, and so do amounts.
      if (issue.expected === "never" || issue.message === IN_MINOR_UNITS) return issue.message;
      return `must be ${issue.expected === "int" ? "integer" : issue.expected}`;
    case "invalid_value":
      return `must be equal to one of the allowed values [ ${issue.values.join(", ")} ]`;
    case "too_big":
      return tooBig(issue);
    case "too_small":
      return tooSmall(issue);
    case "invalid_format":
      return format(issue);
    case "invalid_union":
      return unionRequirement(issue);
    case "invalid_key":
      return issue.issues[0] ? requirement(issue.issues[0]) : issue.message;
    default:
      return issue.message;
  }
}

function unionRequirement(issue: z.core.$ZodIssueInvalidUnion): string {
  const first = issue.errors?.[0]?.[0];
  return "options" in issue && Array.isArray(issue.options)
    ? `must be equal to one of the allowed values [ ${issue.options.join(", ")} ]`
    : first
      ? requirement(first)
      : issue.message;
}

const counted = { array: "items", string: "characters", set: "items", file: "bytes" };
const unit = (origin: string): string | undefined =>
  Object.entries(counted).find(([name]) => name === origin)?.[1];

function tooBig(issue: z.core.$ZodIssueTooBig): string {
  const items = unit(issue.origin);
  return items
    ? `must NOT have more than ${issue.maximum} ${items}`
    : `must be ${issue.inclusive === false ? "<" : "<="} ${issue.maximum}`;
}

function tooSmall(issue: z.core.$ZodIssueTooSmall): string {
  const items = unit(issue.origin);
  return items
    ? `must NOT have fewer than ${issue.minimum} ${items}`
    : `must be ${issue.inclusive === false ? ">" : ">="} ${issue.minimum}`;
}

function format(issue: z.core.$ZodIssueInvalidStringFormat): string {
  if (issue.format === "datetime" || issue.format === "date") {
    return "cannot be recognized as a ISO-8601 compliant date";
  }
  return issue.format === "regex" ? `must be ${issue.message}` : `must be a valid ${issue.format}`;
}
