import { load } from "../../commit/load";
import { assertChanged } from "../../db/commit";
import type { DomainEvent } from "../../events/outbox";
import type { Scope } from "../../scope/scope";
import { countVouchers } from "../campaigns/store";
import { openingEntries, voucherCounts } from "../vouchers/create";
import { deleteMarked, type Marked, markedVouchers, showMarked } from "../vouchers/import-store";
import { openLedgers } from "../vouchers/opening-store";
import { decodeVoucher, keyOf, type StoredVoucher } from "../vouchers/store";
import { viewVoucher } from "../vouchers/view";
import { type Part, type Plan, type Planner, textAt, type Work } from "./kind";
import type { Line } from "./schema";

/**
 * The value of `deleted_at` while a voucher's import is not finished: like a deleted voucher nobody
 * sees it, and it keeps its code. It sorts behind every time.
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

const markedBy = (scope: Scope, work: Work, lines: readonly Line[]): Marked => ({
  keys: lines.map(([, body]) => keyOf(scope, textAt(body, "code") ?? "")),
  mark: mark(work),
});

async function reservedOf(scope: Scope, marked: Marked): Promise<StoredVoucher[]> {
  const { rows } = await load(scope, { rows: markedVouchers(scope, marked) });
  return rows
    .map((raw): StoredVoucher => ({ ...decodeVoucher(raw), deleted_at: null }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Codes of a campaign are told of once, when all are in. */
const creationEvents = (
  scope: Scope,
  { campaign }: Work,
  rows: readonly StoredVoucher[],
): DomainEvent[] =>
  campaign
    ? []
    : rows.map((row) => ({
        kind: "voucher.created",
        entity_id: row.id,
        data: { voucher: viewVoucher(scope, row), campaign: null },
      }));

function shown(scope: Scope, work: Work, marked: Marked, rows: readonly StoredVoucher[]): Part {
  const entries = openingEntries(scope, rows);
  return {
    statements: [
      showMarked(scope, marked),
      assertChanged("voucher_moved", rows.length),
      ...openLedgers(scope, rows, entries),
      ...(work.campaign ? countVouchers(scope, work.campaign.id, rows.length) : []),
    ],
    ...voucherCounts(rows),
    events: creationEvents(scope, work, rows),
    created: rows.length,
  };
}

/** Lets everybody see the vouchers of the rows, with the opening entries of their ledgers. */
export const reveal: Planner = async (scope, work, lines) => {
  if (work.isGone) return nowhere(lines);
  const marked = markedBy(scope, work, lines);
  const rows = await reservedOf(scope, marked);
  return { refused: [], part: () => shown(scope, work, marked, rows) };
};

/** Takes the vouchers of the rows away again, as if they had never been there. */
export const removeReserved: Planner = async (scope, work, lines) => ({
  refused: [],
  part: () => ({ statements: [deleteMarked(scope, markedBy(scope, work, lines))] }),
});
