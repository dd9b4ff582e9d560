import { ApiError } from "../../errors";

/** Deleted definitions count too; they stay in the schema. */
const MOST = 100;
/** Schemas are at hand in every request, so they stay small. */
const LONGEST_JSON = 50_000;

const invalid = (details: string) => new ApiError("invalid_payload", { details });

/**
 * Definitions after an update: those sent are added or replace their namesakes, others stay.
 * Refuses more than 100 and more text than a schema can be; `path` is where they stand in the body.
 */
export function mergeDefinitions<T>(
  current: Readonly<Record<string, T>>,
  sent: Readonly<Record<string, T>>,
  path: string,
): Record<string, T> {
  const merged = Object.fromEntries([...Object.entries(current), ...Object.entries(sent)]);
  if (Object.keys(merged).length > MOST) {
    throw invalid(`Property ${path} must NOT have more than ${MOST} definitions`);
  }
  if (JSON.stringify(merged).length > LONGEST_JSON) {
    throw invalid(`Property ${path} must NOT have more than ${LONGEST_JSON} characters`);
  }
  return merged;
}
