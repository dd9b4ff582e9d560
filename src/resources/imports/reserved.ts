import { load } from "../../commit/load";
import { insertRows, statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { voucherTransactions } from "../../db/tables/vouchers";
import type { DomainEvent } from "../../events/outbox";
import type { Scope } from "../../scope/scope";
import { countVouchers } from "../campaigns/store";
import { openingEntries, voucherCounts } from "../vouchers/create";
import { decodeVoucher, keyOf, type StoredVoucher, WITH_ASSIGNMENTS } from "../vouchers/store";
import { viewVoucher } from "../vouchers/view";
import { type Part, type Plan, type Planner, textAt, type Work } from "./kind";
import type { Line } from "./schema";

/**
 * What `deleted_at` of a voucher says while its import is not through: as all that are deleted it is
 * seen by nobody, and keeps its code. It sorts behind every time.
 */
export const mark = ({ id }: Pick<Work, "id">): string => `import:${id}`;

/** A campaign that was deleted has no place for the rest of the file. */
export const nowhere = (lines: readonly Line[]): Plan => ({
  refused: lines
    .slice(0, 1)
    .map(([row]) => ({ row, reason: "the campaign was deleted meanwhile" })),
  part: () => ({ statements: [] }),
  isOver: true,
});

const keysOf = (scope: Scope, lines: readonly Line[]): string =>
  JSON.stringify(lines.map(([, body]) => keyOf(scope, textAt(body, "code") ?? "")));

async function reservedOf(scope: Scope, work: Work, keys: string): Promise<StoredVoucher[]> {
  const [rows = []] = await load(scope, [
    statement(
      `${WITH_ASSIGNMENTS} WHERE v.project_id = ?1 AND v.deleted_at = ?3
       AND v.code_key IN (SELECT value FROM json_each(?2))`,
      scope.project.id,
      keys,
      mark(work),
    ),
  ]);
  // Sorted by the database it would walk all vouchers of the project in the order of their ids.
  return rows
    .map((raw): StoredVoucher => ({ ...decodeVoucher(raw), deleted_at: null }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Codes of a campaign are told of once, when all are in. */
const told = (scope: Scope, { campaign }: Work, rows: readonly StoredVoucher[]): DomainEvent[] =>
  campaign
    ? []
    : rows.map((row) => ({
        kind: "voucher.created",
        entity_id: row.id,
        data: { voucher: viewVoucher(scope, row), campaign: null },
      }));

function shown(scope: Scope, work: Work, keys: string, rows: readonly StoredVoucher[]): Part {
  const entries = openingEntries(scope, rows);
  return {
    statements: [
      statement(
        `UPDATE vouchers SET deleted_at = NULL WHERE project_id = ?1 AND deleted_at = ?3
         AND code_key IN (SELECT value FROM json_each(?2))`,
        scope.project.id,
        keys,
        mark(work),
      ),
      assertChanged("voucher_moved", rows.length),
      ...(entries.length > 0 ? [insertRows(voucherTransactions, entries)] : []),
      ...(work.campaign ? countVouchers(scope, work.campaign.id, rows.length) : []),
    ],
    ...voucherCounts(rows),
    events: told(scope, work, rows),
    created: rows.length,
  };
}

/** Lets everybody see the vouchers of the rows, with the opening entries of their ledgers. */
export const reveal: Planner = async (scope, work, lines) => {
  if (work.isGone) return nowhere(lines);
  const keys = keysOf(scope, lines);
  const rows = await reservedOf(scope, work, keys);
  return { refused: [], part: () => shown(scope, work, keys, rows) };
};

/** Takes the vouchers of the rows away again, as if they had never been there. */
export const removeReserved: Planner = async (scope, work, lines) => ({
  refused: [],
  part: () => ({
    statements: [
      statement(
        `DELETE FROM vouchers WHERE project_id = ?1 AND deleted_at = ?3
         AND code_key IN (SELECT value FROM json_each(?2))`,
        scope.project.id,
        keysOf(scope, lines),
        mark(work),
      ),
    ],
  }),
});
