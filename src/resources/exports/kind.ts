import type { Tally } from "../../commit/commit";
import type { RawRow } from "../../db/client";
import { isRecord } from "../../lib/json-value";
import type { ListFields } from "../../listing/fields";
import type { Scope } from "../../scope/scope";

/** What a cell holds: numbers and dates as the API shows them, objects as JSON. */
export type Cell = string | number | boolean | object | null;

/**
 * How one kind of object is exported: a new kind is a file and a row of the table in `kinds.ts`.
 */
export interface ExportKind<Field extends string = string> {
  /** Every field, each a column. */
  fields: readonly Field[];
  /** Columns where the request names none. */
  defaults: readonly Field[];
  /** The columns that cells are made of. */
  columns: string;
  /** The table with its alias, and what it is joined with. */
  from: string;
  joins?: string;
  /** The alias with its dot, such as `o.`. */
  alias: string;
  /**
   * The columns that the rows are read along, together of one row alone: by an index, or by the
   * primary key where none is named.
   */
  key: {
    columns: readonly [string, ...string[]];
    index?: string;
    /** Which rows of the index are read, where it holds others as well or not all of them. */
    where?: string;
    /** The condition by which the index finds the row of a key, whether that is read or not. */
    found?: string;
  };
  /** Rows from this key on are not read. */
  before?: string;
  /** The smallest key of an instant, where keys begin with their time. */
  firstKey?: (at: number) => string;
  /** The total of the project's that counts these rows, if one does. */
  tally?: Tally;
  /** The names of the order of the key. */
  orders: readonly string[];
  /** Other orders, whose rows are sorted by a text: of a key of one column. */
  sorts?: Readonly<Record<string, string>>;
  /** What can be filtered by. */
  filters: (scope: Scope) => ListFields;
  /** The field that a filter may name vouchers in, by code or id. */
  vouchers?: Field;
  /** The row's values; null leaves it out. */
  cells: (row: RawRow, scope: Scope) => Record<Field, Cell> | null;
}

const CAPITALS: Record<string, string> = { id: "ID", qr: "QR", sku: "SKU", url: "URL" };

/** The key of the metadata that a field such as `metadata.x` is; null of any other. */
const metadataKey = (field: string): string | null => /^metadata\.(.+)$/s.exec(field)?.[1] ?? null;

/** Whether the kind has a field; each key of its metadata is one. */
export const hasField = ({ fields }: ExportKind, field: string): boolean =>
  fields.includes(field) || (metadataKey(field) !== null && fields.includes("metadata"));

/** The value of a row's field; null where its metadata have no such key. */
export function cellOf(cells: Readonly<Record<string, Cell>>, field: string): Cell {
  const key = metadataKey(field);
  const { metadata } = cells;
  if (key === null) return cells[field] ?? null;
  return isRecord(metadata) && Object.hasOwn(metadata, key) ? (metadata[key] ?? null) : null;
}

/** The title of a field's column: `voucher_type` is `Voucher Type` (reference service, exports). */
export function titleOf(field: string): string {
  const key = metadataKey(field);
  if (key !== null) return `Metadata.${key}`;
  return field
    .split("_")
    .map((word) => CAPITALS[word] ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
