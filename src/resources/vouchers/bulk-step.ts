import { metadataError, metadataKindOf } from "../../checks/metadata";
import { load } from "../../commit/load";
import { changesNothing, nextUpdate } from "../../commit/next-update";
import { notFound } from "../../errors";
import { mergeMetadata } from "../../model/metadata";
import type { Scope } from "../../scope/scope";
import { type BulkPart, bulkAction, failed } from "../async-actions/bulk";
import type { Action } from "../async-actions/define";
import type { BulkResult } from "../async-actions/schema";
import { BULK_VOUCHER_METADATA, BULK_VOUCHERS } from "./bulk";
import { rewriteMetadata } from "./bulk-store";
import type { BulkVoucher } from "./schema";
import { byNames, decodeVoucher, keyOf, type StoredVoucher } from "./store";

/** A voucher as it was read, and with what entries so far have said of it. */
interface Noted {
  before: StoredVoucher;
  after: StoredVoucher;
}

type Known = Map<string, Noted>;

/** Writes one entry over what is stored and over what entries before it said. */
function apply(scope: Scope, known: Known, { code, metadata }: BulkVoucher): BulkResult {
  const key = keyOf(scope, code);
  const noted = known.get(key);
  if (!noted) {
    const error = failed(scope, notFound("voucher", code));
    return { code, found: false, updated: false, error };
  }
  const { before, after } = noted;
  const merged = mergeMetadata(after.metadata, metadata ?? {});
  const refusal = metadataError(scope, metadataKindOf(before.campaign), merged);
  if (refusal) return { code, found: true, updated: false, error: failed(scope, refusal) };
  known.set(key, { before, after: { ...after, metadata: merged } });
  return { code, found: true, updated: true };
}

/** What writes the metadata of vouchers by their codes. No event tells of it (reference 1.10). */
async function planVouchers(scope: Scope, entries: readonly BulkVoucher[]): Promise<BulkPart> {
  const codes = entries.map(({ code }) => code);
  const { rows } = await load(scope, { rows: byNames(scope, codes) });
  const found = rows.map(decodeVoucher);
  const known: Known = new Map(found.map((row) => [row.code_key, { before: row, after: row }]));
  const results = entries.map((entry) => apply(scope, known, entry));
  const changed = [...known.values()].filter(({ before, after }) => !changesNothing(before, after));
  const noted = changed.map(({ before, after: { project_id, id, code_key, metadata } }) => ({
    ...{ project_id, id, code_key, metadata },
    updated_at: nextUpdate(scope, before),
    was: before.updated_at,
  }));
  return { results, statements: rewriteMetadata(noted) };
}

/** Both kinds of bulk update are written alike. */
export const VOUCHER_BULKS: readonly Action[] = [BULK_VOUCHERS, BULK_VOUCHER_METADATA].map((type) =>
  bulkAction(type, planVouchers),
);
