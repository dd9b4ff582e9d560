import { ApiError } from "../../../errors";
import { isRecord } from "../../../lib/json-value";
import { readBody } from "../../../model/exact-numbers";
import { describeIssue } from "../../../model/issue";
import { Earning, type EarningChange } from "../../../model/loyalty/earning";

const invalid = (details: string) => new ApiError("invalid_payload", { details });

/** Objects part by part; anything else as it was sent. */
const merged = (was: unknown, sent: unknown): unknown =>
  isRecord(was) && isRecord(sent)
    ? {
        ...was,
        ...Object.fromEntries(
          Object.entries(sent).map(([name, value]) => [name, merged(was[name], value)]),
        ),
      }
    : sent;

const OF_FIXED: ReadonlySet<string> = new Set(["points", "points_formula"]);

/** A part that the type of the rule has no place for would change nothing. */
function refuseStrange({ type }: Earning, sent: EarningChange): void {
  const strange = Object.keys(sent).find((name) => OF_FIXED.has(name) !== (type === "FIXED"));
  if (strange === undefined) return;
  throw invalid(
    `Property .loyalty.${strange.slice(0, 100)} is not of a rule of type ${type}: send .loyalty.type, too`,
  );
}

/** How many points an event is worth after an update. */
export function mergedEarning(was: Earning, sent: EarningChange): Earning {
  const whole = Earning.safeParse(sent);
  if (whole.success) return whole.data;
  refuseStrange(was, sent);
  const read = readBody(Earning, merged(was, sent));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw invalid(
    issue ? describeIssue({ ...issue, path: ["loyalty", ...issue.path] }) : "Property .loyalty",
  );
}
