import { load } from "../../commit/load";
import { type Db, decode, insertRows, jsonIn, type RawRow, type Statement } from "../../db/client";
import { assertChanged, readBatch } from "../../db/commit";
import { columnsFrom } from "../../db/rows";
import { type Fragment, param, raw, sql } from "../../db/sql";
import { type VoucherRow, vouchers } from "../../db/tables/vouchers";
import { halfOf, LIVE } from "../../db/voucher-halves";
import { type Shared, withCampaign, withoutShared } from "../../engine/campaign-voucher";
import { codeKey } from "../../engine/codes";
import { notFound } from "../../errors";
import type { Assignment } from "../../model/assignment";
import type { CampaignType } from "../../model/campaign-types";
import type { Scope } from "../../scope/scope";
import { VOUCHER_COLUMNS, type VoucherNames, vouchersNamed, WITH_ASSIGNMENTS } from "./sql";

/** The part of a campaign that its vouchers carry. */
export interface VoucherCampaign extends Shared {
  id: string;
  name: string;
  campaign_type: CampaignType;
  active: boolean;
  use_voucher_metadata_schema: boolean;
  category: string | null;
  category_id: string | null;
}

/**
 * A voucher with its rule assignments and its campaign. Windows, discount and gift effect are those
 * of the campaign unless its own row says otherwise.
 */
export interface StoredVoucher extends VoucherRow {
  assignments: Assignment[];
  /** The rules of its campaign decide about it too. */
  campaign_assignments: Assignment[];
  campaign: VoucherCampaign | null;
}

export const keyOf = (scope: Scope, code: string): string =>
  codeKey(code, scope.project.case_sensitive_codes);

/**
 * The name under which writers of one voucher wait for each other (`retried`), as the request names
 * it.
 */
export const voucherRow = (scope: Scope, name: string): string => `voucher ${keyOf(scope, name)}`;

/**
 * The voucher with what it says itself alone. The casts hold because the columns are made by
 * `WITH_ASSIGNMENTS` and by what decides alone.
 */
export function decodeOwn(raw: RawRow): StoredVoucher {
  const assignments = JSON.parse(String(raw.assignments ?? "[]")) as Assignment[];
  const ofCampaign = JSON.parse(String(raw.campaign_assignments ?? "[]")) as Assignment[];
  const campaign = jsonIn(raw.campaign) as VoucherCampaign | null;
  const row = decode(vouchers, raw);
  return { ...row, assignments, campaign_assignments: ofCampaign, campaign };
}

/** The voucher as its campaign, if it has one, completes it. */
export const completed = (own: StoredVoucher): StoredVoucher =>
  own.campaign ? withCampaign(own, own.campaign) : own;

export const decodeVoucher = (raw: RawRow): StoredVoucher => completed(decodeOwn(raw));

const isId = (name: string): boolean => name.startsWith("v_");

/** Names that a request gave, as look-ups take them. */
export function voucherNames(scope: Scope, names: readonly string[]): VoucherNames {
  const ids = names.filter(isId);
  return {
    keys: param(JSON.stringify(names.map((name) => keyOf(scope, name)))),
    ids: ids.length > 0 ? param(JSON.stringify(ids)) : null,
  };
}

/** Reads vouchers by code or id; an index look-up for each name. */
export const byNames = (scope: Scope, names: readonly string[]): Fragment =>
  vouchersNamed(param(scope.project.id), voucherNames(scope, names), VOUCHER_COLUMNS);

/** A column of the voucher that a code or id means, as an expression for another query. */
function columnOfNamed(
  scope: Scope,
  column: "id" | "campaign_id" | "holder_id",
  name: string,
): Fragment {
  const project = param(scope.project.id);
  return sql`coalesce(
    (SELECT ${raw(column)} FROM vouchers
      WHERE project_id = ${project} AND code_key = ${keyOf(scope, name)} AND deleted_at IS NULL),
    (SELECT ${raw(column)} FROM vouchers INDEXED BY vouchers_id
      WHERE project_id = ${project} AND ${halfOf("live", "vouchers")} AND id = ${name}))`;
}

export const idOfNamed = (scope: Scope, name: string): Fragment => columnOfNamed(scope, "id", name);

export const campaignOfNamed = (scope: Scope, name: string): Fragment =>
  columnOfNamed(scope, "campaign_id", name);

/** Who holds it; null where nobody does. */
export const holderOfNamed = (scope: Scope, name: string): Fragment =>
  columnOfNamed(scope, "holder_id", name);

/** The one that a code or id means: a code goes before an id. */
export const pick = <V extends StoredVoucher>(
  scope: Scope,
  rows: readonly V[],
  name: string,
): V | undefined => {
  const key = keyOf(scope, name);
  return rows.find((row) => row.code_key === key) ?? rows.find((row) => row.id === name);
};

export async function findVoucher(scope: Scope, name: string): Promise<StoredVoucher | null> {
  const { rows } = await load(scope, { rows: byNames(scope, [name]) });
  return pick(scope, rows.map(decodeVoucher), name) ?? null;
}

export async function getVoucher(scope: Scope, name: string): Promise<StoredVoucher> {
  const found = await findVoucher(scope, name);
  if (!found) throw notFound("voucher", name);
  return found;
}

export const insertVoucher = (voucher: StoredVoucher): Statement =>
  insertRows(vouchers, [voucher.campaign ? withoutShared(voucher, voucher.campaign) : voucher]);

/** Columns of a voucher that an update may set; counters and money are not among them. */
export type VoucherChange = Partial<
  Pick<
    VoucherRow,
    | "category"
    | "category_id"
    | "discount"
    | "gift_effect"
    | "redemption_quantity"
    | "start_date"
    | "expiration_date"
    | "validity_timeframe"
    | "validity_day_of_week"
    | "validity_hours"
    | "active"
    | "additional_info"
    | "metadata"
  >
> & { updated_at: string };

/** Sets columns of the voucher that was read; aborts where another update came between. */
export function updateVoucher(row: VoucherRow, change: VoucherChange): Statement[] {
  return [
    sql`UPDATE vouchers SET ${columnsFrom(change)}
      WHERE project_id = ${row.project_id} AND code_key = ${row.code_key}
        AND updated_at IS ${row.updated_at} AND deleted_at IS NULL`,
    assertChanged("voucher_moved"),
  ];
}

/** The code behind a signed link, which stands outside the scope of any key. */
export async function findCode(
  db: Db,
  { projectId, voucherId }: { projectId: string; voucherId: string },
): Promise<string | null> {
  const [rows] = await readBatch(db, [
    sql`SELECT code FROM vouchers INDEXED BY vouchers_id
      WHERE project_id = ${projectId} AND ${halfOf("live", "vouchers")} AND id = ${voucherId}`,
  ]);
  const code = rows?.[0]?.code;
  return typeof code === "string" ? code : null;
}

/** The vouchers among the objects that a query selects. */
export const vouchersAmong = (scope: Scope, objects: Fragment): Statement =>
  sql`${WITH_ASSIGNMENTS} INDEXED BY vouchers_id
    WHERE v.project_id = ${scope.project.id} AND ${LIVE} AND v.id IN (${objects})`;
