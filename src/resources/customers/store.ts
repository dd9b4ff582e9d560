import { load } from "../../commit/load";
import { decode, insertRows, type RawRow, type Statement } from "../../db/client";
import type { Assertion } from "../../db/commit";
import { deleteRow, updateRow } from "../../db/rows";
import {
  type Fragment,
  joining,
  joiningList,
  param,
  projectSlot,
  raw,
  shared,
  sql,
  valuesOf,
} from "../../db/sql";
import { type CustomerRow, customers } from "../../db/tables/customers";
import { updateRows } from "../../db/update-rows";
import { BLANK, believed } from "../../engine/believed";
import { notFound } from "../../errors";
import type { CustomerFields, CustomerInput } from "../../model/customer";
import { mergeMetadata } from "../../model/metadata";
import { isBrowser, isoNow, type Scope } from "../../scope/scope";
import { idOfEither } from "./sql";

export const decodeCustomer = (raw: RawRow): CustomerRow => decode(customers, raw);

type Identity = Pick<CustomerInput, "id" | "source_id">;

/** Whether the input names somebody; without a name it always means a new customer. */
export const isNamed = (input: Identity): boolean => Boolean(input.id || input.source_id);

/**
 * The names that a customer is looked for by. A shopper who proved to be somebody is looked for by
 * that id alone: whoever it was may be deleted by now.
 */
export const namesOfIdentity = ({ shopper }: Scope, { id, source_id }: Identity) => ({
  id: id || null,
  source: (id && shopper !== null ? null : source_id) || null,
});

function ofIdentity(scope: Scope, identity: Identity): Fragment {
  const { id, source } = namesOfIdentity(scope, identity);
  const project = projectSlot(scope.project.id);
  const slot = (name: string | null) => shared("customer", name);
  const named =
    id !== null && source !== null
      ? sql`id = ${idOfEither(project, slot(id), slot(source))}`
      : sql`${raw(id === null ? "source_id" : "id")} = ${slot(id ?? source)}`;
  return sql`FROM customers WHERE project_id = ${project} AND ${named}`;
}

/** The customer whose id an expression gives. */
export const customerById = (scope: Scope, id: Fragment): Fragment =>
  sql`SELECT * FROM customers WHERE project_id = ${projectSlot(scope.project.id)} AND id = ${id}`;

/** The customer of an id or, where that is nobody's, of a source id; no row where none is given. */
export const byIdentity = (scope: Scope, identity: Identity): Fragment =>
  sql`SELECT * ${ofIdentity(scope, identity)}`;

/** The same customer's id as an expression. */
export const idOfIdentity = (scope: Scope, identity: Identity): Fragment =>
  sql`(SELECT id ${ofIdentity(scope, identity)})`;

/**
 * One look-up for each name: of an OR of the two SQLite would read every customer of the project.
 */
export function byCustomerName(scope: Scope, called: string): Statement {
  const [project, name] = [param(scope.project.id), param(called)];
  return sql`SELECT * FROM customers WHERE project_id = ${project} AND id = ${name}
    UNION ALL SELECT * FROM customers WHERE project_id = ${project} AND source_id = ${name}`;
}

/** The customer among the rows that `byCustomerName` gave: an id goes before a source id. */
export function theCustomer(rows: readonly RawRow[] | undefined, name: string): CustomerRow {
  const found = rows?.find((row) => row.id === name) ?? rows?.[0];
  if (!found) throw notFound("customer", name);
  return decodeCustomer(found);
}

/** A customer by id or source id, as paths name one. */
export async function getCustomer(scope: Scope, name: string): Promise<CustomerRow> {
  const { rows } = await load(scope, { rows: byCustomerName(scope, name) });
  return theCustomer(rows, name);
}

export const insertCustomers = (rows: readonly CustomerRow[]): Statement =>
  insertRows(customers, rows);

export const insertCustomer = (row: CustomerRow): Statement => insertCustomers([row]);

export const bySourceIds = (scope: Scope, sourceIds: readonly string[]): Statement =>
  sql`SELECT c.* FROM json_each(${JSON.stringify([...new Set(sourceIds)])}) n
    CROSS JOIN customers c INDEXED BY customers_source_id
    ON c.project_id = ${scope.project.id} AND c.source_id = n.value`;

/** The customers of these ids, each found by itself. */
export const customersByIds = (scope: Scope, ids: readonly string[]): Fragment =>
  sql`SELECT c.* FROM json_each(${JSON.stringify(ids)}) n
    CROSS JOIN customers c ON c.project_id = ${scope.project.id} AND c.id = n.value`;

/** The id of the customer that an id or a source id means, as an expression for another query. */
export function customerNamed(scope: Scope, called: string): Fragment {
  const name = param(called);
  return idOfEither(param(scope.project.id), name, name);
}

/** Writes what callers can set of many customers; aborts where another update came between. */
export function rewriteCustomers(
  rows: readonly { before: CustomerRow; after: CustomerRow }[],
): Statement[] {
  const moved = rows.map(({ before, after }) => ({ ...after, was: before.updated_at }));
  return updateRows(customers, [...CHANGEABLE, "updated_at"], moved);
}

const CHANGEABLE = [
  "name",
  "description",
  "email",
  "phone",
  "birthday",
  "birthdate",
  "address",
  "metadata",
  "made_by_browser",
] as const;

/** Columns that callers set; identity and counters are not among them. */
export type CustomerChange = Partial<
  Pick<CustomerRow, (typeof CHANGEABLE)[number] | "consents" | "updated_at">
>;

/** Sets columns of the customer that was read; aborts where another update came between. */
export const updateCustomer = (
  row: CustomerRow,
  change: CustomerChange & { updated_at: string },
): Statement[] => updateRow(customers, row, change, "customer_moved");

export const deleteCustomer = (row: CustomerRow): Statement[] => [
  ...deleteRow(customers, row, "customer_moved"),
  sql`DELETE FROM segment_members INDEXED BY segment_members_customer
    WHERE project_id = ${row.project_id} AND customer_id = ${row.id}`,
  sql`DELETE FROM segment_standing
    WHERE project_id = ${row.project_id} AND customer_id = ${row.id}`,
];

/** The columns an input changes: absent keeps, null clears, address and metadata merge by key. */
export function customerChange(row: CustomerRow, input: CustomerFields): CustomerChange {
  const { address, metadata } = input;
  const { name, description, email, phone, birthday, birthdate } = input;
  const texts = { name, description, email, phone, birthday, birthdate };
  const sent = Object.entries(texts).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(sent),
    ...(address !== undefined && { address: address && { ...row.address, ...address } }),
    ...(metadata !== undefined && { metadata: mergeMetadata(row.metadata, metadata) }),
  };
}

/**
 * The columns that a back end changes. Of a profile that only browsers have written nothing stays
 * but what the back end sends.
 */
export const backEndChange = (row: CustomerRow, input: CustomerFields): CustomerChange =>
  row.made_by_browser
    ? { ...BLANK, made_by_browser: false, ...customerChange(believed(row), input) }
    : customerChange(row, input);

/** The customer as it will stand once a back end's input is written. */
export const mergeCustomer = (row: CustomerRow, input: CustomerFields): CustomerRow => ({
  ...row,
  ...backEndChange(row, input),
});

/** A customer that did nothing yet, with what the input says of it. */
export function newCustomer(scope: Scope, input: CustomerInput): CustomerRow {
  const row = unknownCustomer(scope, input);
  return { ...row, ...customerChange(row, input) };
}

/** A customer of whom nothing is known but the name. */
export const unknownCustomer = (scope: Scope, input: Identity): CustomerRow => ({
  project_id: scope.project.id,
  id: scope.newId("cust"),
  source_id: input.source_id || null,
  ...BLANK,
  made_by_browser: isBrowser(scope),
  consents: {},
  total_redeemed: 0,
  total_failed: 0,
  total_succeeded: 0,
  total_rolled_back: 0,
  total_rollback_failed: 0,
  total_rollback_succeeded: 0,
  gift_redeemed_amount: 0,
  loyalty_redeemed_points: 0,
  gift_balance: 0,
  points_balance: 0,
  loyalty_cards: 0,
  program_points: {},
  referred_customers: 0,
  referrals: [],
  orders_amount: 0,
  orders_count: 0,
  last_order_amount: null,
  last_order_date: null,
  last_order_id: null,
  prior_order_amount: null,
  prior_order_date: null,
  segments_told: 0,
  usage: null,
  created_at: isoNow(scope),
  updated_at: null,
});

/** Fails where the customer was deleted since it was read. */
export function customerStands(scope: Scope, id: string): Assertion {
  const project = joining("same", scope.project.id);
  return {
    tag: "customer_moved",
    holds: sql`SELECT count(*) FROM customers WHERE project_id = ${project} AND id = ${id}`,
    ofMany: sql`SELECT count(*) = ${joining("sum", 1)}
      FROM json_each(${joiningList("list", [id])}) n
      CROSS JOIN customers c ON c.project_id = ${project} AND c.id = n.value`,
  };
}

/** Aborts where one of these customers was deleted since it was read. */
export const customersStand = (scope: Scope, ids: readonly string[]): Statement =>
  sql`INSERT INTO assert_v (ok, tag) SELECT count(*) = ${ids.length}, 'customer_moved'
    FROM customers WHERE project_id = ${scope.project.id} AND id IN (${valuesOf(ids)})`;
