import { writeFileSync } from "node:fs";
import { type ErrorKey, errors } from "../src/errors";
import { remedies } from "./error-remedies";

/** `docs/errors.md`, made from the error table: one section per key. */
export function errorsDocument(): string {
  const sections = Object.entries(errors).map(
    ([key, { status, message, when }]) =>
      `## ${key}\n\nStatus ${status}, message \`${message}\`\n\n- When: ${when}\n- What to do: ${remedies[key as ErrorKey]}\n`,
  );
  return [
    "# Errors",
    "",
    "Made from `src/errors.ts` by `npm run docs`; a test keeps the two equal.",
    "",
    "Every failure has the body `{ code, key, message, details, request_id }` and, where it helps,",
    "`resource_id`, `resource_type`, `related_object_ids` and `error.message` (the shop's own text of a",
    "rule). `key` is stable; `details` is for people. With `Accept: application/problem+json` the same",
    "facts leave as RFC 9457, unless it says `q=0` of that type.",
    "",
    ...sections,
  ].join("\n");
}

if (process.argv[1]?.endsWith("errors-doc.ts")) writeFileSync("docs/errors.md", errorsDocument());
