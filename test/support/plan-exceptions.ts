/** A walk that stands, with why. */
export interface Exception {
  /** A part of the statement's text, white space as one blank. */
  statement: string;
  /** What is found wrong with its plan. */
  fault: RegExp;
  reason: string;
  /** A test file that sends it: once that file needs the exception no more, it fails. */
  neededBy: string;
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    statement: "FROM vouchers v",
    fault: /^SEARCH v USING .* rows to find deleted_at$/,
    reason: "A deleted code stays reserved as a row; lists by code or category pass over it.",
    neededBy: "test/api/voucher-list.test.ts",
  },
  {
    statement: "FROM vouchers v INDEXED BY vouchers_id",
    fault:
      /^SEARCH v USING INDEX vouchers_id \(project_id=\? AND is_live=\?\): .* to find updated_at$/,
    reason:
      "An index of the codes that were never updated would cost each new code a fourth row; most never are, so a page passes over few.",
    neededBy: "test/api/voucher-list.test.ts",
  },
  {
    statement: "FROM customers c INDEXED BY customers_updated",
    fault: /^SEARCH c USING COVERING INDEX customers_updated .* sorts \d+ rows$/,
    reason: "A known gap: what was updated in a span, in another order, is sorted whole.",
    neededBy: "test/api/customer-scroll.test.ts",
  },
  {
    statement: "(r.result = 'SUCCESS')",
    fault: /^SEARCH r USING PRIMARY KEY \(project_id=\?\): .* to find result$/,
    reason: "Most entries are successes, so a page passes over few; failures have their index.",
    neededBy: "test/api/redemption-list.test.ts",
  },
  {
    statement: "(p.result = 'SUCCESS')",
    fault: /^SEARCH p USING .* to find result$/,
    reason: "Most entries are successes, so a page passes over few; failures have their index.",
    neededBy: "test/api/publication-list.test.ts",
  },
  {
    statement: "FROM qualifiables p INDEXED BY qualifiables_due",
    fault: /^SEARCH p USING INDEX qualifiables_due .* to find kind$/,
    reason: "It holds what has opened since the last sweep, which is a minute ago.",
    neededBy: "test/api/qualification-search.test.ts",
  },
  {
    statement: "SELECT count(*) AS moved FROM",
    fault: /rows to the end$/,
    reason:
      "A project that is moved is counted, table by table, where it was and where it arrives.",
    neededBy: "test/api/project-moves.thorough.test.ts",
  },
  {
    statement: "'erased_since' FROM erased_customers",
    fault: /^SEARCH erased_customers USING PRIMARY KEY .* to the end$/,
    reason: "A restore has read all of these ids before it looks whether there are more by now.",
    neededBy: "test/api/erased-restores.test.ts",
  },
  {
    statement: "DELETE FROM erased_customers",
    fault: /^SEARCH erased_customers USING PRIMARY KEY .* to the end$/,
    reason: "The removal of a backup goes through the ids of its project once.",
    neededBy: "test/api/erased-restores.test.ts",
  },
  {
    statement: "FROM backups WHERE status <> 'REMOVED'",
    fault: /^SCAN backups: walks \d+ rows to find status$/,
    reason: "A removed backup is a row only until its files are gone, so a page passes over few.",
    neededBy: "test/api/ignored-parameters.thorough.test.ts",
  },
];
