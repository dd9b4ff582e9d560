import { describe, expect, it } from "vitest";
import { load } from "../../../src/commit/load";
import { insertRows } from "../../../src/db/client";
import { type CustomerRow, customers } from "../../../src/db/tables/customers";
import { type PublicationRow, publications } from "../../../src/db/tables/publications";
import { type OrderRow, orders } from "../../../src/db/tables/redemptions";
import { firstId } from "../../../src/lib/id";
import type { Filter } from "../../../src/model/filter";
import type { ExportKind } from "../../../src/resources/exports/kind";
import { customer } from "../../../src/resources/exports/kinds/customer";
import { order } from "../../../src/resources/exports/kinds/order";
import { pageOf } from "../../../src/resources/exports/kinds/rows";
import { isWanted, selectionOf } from "../../../src/resources/exports/selection";
import type { Scope } from "../../../src/scope/scope";
import { oneOf } from "../../support/any-filter";
import {
  anyDate,
  fuzzFinding,
  iso,
  maybe,
  random,
  stocked,
  TIMES,
} from "../../support/filter-fuzz";
import { NOON } from "../../support/local-scope";

const DAY_MS = 86_400_000;
const COUNT = 300;
const numbers = Array.from({ length: COUNT }, (_, at) => at);
const madeAt = (at: number): number => NOON - Math.floor(random() * 90) * DAY_MS - at;
const idAt = (prefix: string, made: number, at: number) =>
  `${firstId(prefix, made)}${String(at).padStart(7, "0")}`;
const anyMetadata = () => ({ shop: oneOf(random, ["Berlin", "Kraków", 7, "7", null, ["a", "b"]]) });
const anyAmount = () => Math.floor(random() * 5) * 50;

function anyOrder(at: number): OrderRow {
  const made = madeAt(at);
  return {
    project_id: "proj_1",
    id: idAt("ord", made, at),
    source_id: maybe(() => `o-${at}`),
    status: oneOf(random, ["CREATED", "PAID", "FULFILLED", "CANCELED"]),
    amount: maybe(() => 300 + anyAmount()),
    initial_amount: null,
    claimed: null,
    discount_amount: anyAmount(),
    items_discount_amount: anyAmount(),
    items: null,
    metadata: anyMetadata(),
    customer_id: maybe(() => oneOf(random, ["cust_1", "cust_2"])),
    referrer_id: maybe(() => "cust_3"),
    redemptions: {},
    revision: 0,
    lines_version: 0,
    paid_at: null,
    created_at: iso(made),
    updated_at: maybe(anyDate),
  };
}

const orderValues = (row: OrderRow) => ({
  ...row,
  total_discount_amount: row.discount_amount + row.items_discount_amount,
  total_amount:
    row.amount === null ? null : row.amount - row.discount_amount - row.items_discount_amount,
  "metadata.shop": row.metadata.shop,
});

function anyCustomer(at: number): CustomerRow {
  const made = madeAt(at);
  const orders_count = Math.floor(random() * 4);
  return {
    project_id: "proj_1",
    id: idAt("cust", made, at),
    source_id: maybe(() => `c-${at}`),
    name: maybe(() => oneOf(random, ["Ada", "ada", "Bob 100%"])),
    description: maybe(() => "of old"),
    email: maybe(() => oneOf(random, ["ada@example.com", "bob@example.com"])),
    phone: maybe(() => "+49 30 1"),
    birthday: maybe(() => anyDate().slice(0, 10)),
    birthdate: maybe(() => anyDate().slice(0, 10)),
    made_by_browser: false,
    address: maybe(() => ({ city: oneOf(random, ["Bonn", "bonn"]), line_1: "Weg 1" })),
    metadata: anyMetadata(),
    total_redeemed: anyAmount() / 50,
    total_failed: anyAmount() / 50,
    total_succeeded: anyAmount() / 50,
    total_rolled_back: anyAmount() / 50,
    total_rollback_failed: 0,
    total_rollback_succeeded: 1,
    gift_redeemed_amount: 0,
    loyalty_redeemed_points: 0,
    gift_balance: 0,
    loyalty_cards: 0,
    program_points: {},
    referrals: [],
    consents: {},
    points_balance: anyAmount(),
    referred_customers: 2,
    orders_amount: orders_count * 333,
    orders_count,
    last_order_amount: maybe(anyAmount),
    last_order_date: maybe(anyDate),
    last_order_id: null,
    prior_order_amount: null,
    prior_order_date: null,
    segments_told: 0,
    usage: null,
    created_at: iso(made),
    updated_at: maybe(anyDate),
  };
}

const anyPublication =
  (people: readonly CustomerRow[]) =>
  (at: number): PublicationRow => ({
    project_id: "proj_1",
    id: `pub_${at}`,
    source_id: null,
    customer_id: oneOf(random, people).id,
    campaign_id: null,
    voucher_ids: oneOf(random, [["v_1"], ["v_2", "v_3"], []]),
    channel: "API",
    metadata: {},
    result: "SUCCESS",
    failure_code: null,
    failure_message: null,
    tracking_id: null,
    created_at: anyDate(),
    audit: null,
  });

function customerValues(row: CustomerRow, given: readonly PublicationRow[]) {
  const own = given.filter(({ customer_id }) => customer_id === row.id);
  return {
    ...row,
    redemptions_total_redeemed: row.total_redeemed,
    redemptions_total_failed: row.total_failed,
    redemptions_total_succeeded: row.total_succeeded,
    redemptions_total_rolled_back: row.total_rolled_back,
    redemptions_total_rollback_failed: row.total_rollback_failed,
    redemptions_total_rollback_succeeded: row.total_rollback_succeeded,
    city: row.address?.city,
    address_city: row.address?.city,
    address_line_1: row.address?.line_1,
    orders_total_amount: row.orders_amount,
    orders_total_count: row.orders_count,
    orders_average_amount: row.orders_count === 0 ? 0 : 333,
    orders_last_order_amount: row.last_order_amount ?? 0,
    orders_last_order_date: row.last_order_date,
    loyalty_points: row.points_balance,
    loyalty_referred_customers: 2,
    "publications.created_at": own.length === 0 ? null : own.map(({ created_at }) => created_at),
    "publications.related_object_id": own.flatMap(({ voucher_ids }) => voucher_ids),
    "metadata.shop": row.metadata.shop,
  };
}

/** The ids of the rows that an export takes. */
const finding =
  (scope: Scope, kind: ExportKind) =>
  async (filters: Filter): Promise<string[]> => {
    const selection = await selectionOf(scope, kind, { order: "-id", filters, within: null });
    const page = pageOf(scope, kind, selection, { after: "", limit: COUNT });
    const { rows } = await load(scope, { rows: page });
    return rows.filter((row) => isWanted(selection, row)).map(({ id }) => String(id));
  };

describe("filters of exports in SQL and in memory", () => {
  it("are the same of orders", async () => {
    const rows = numbers.map(anyOrder);
    const scope = stocked([insertRows(orders, rows)]);
    const fields = order.filters(scope);
    const things = rows.map((row) => ({ id: row.id, thing: { values: orderValues(row) } }));
    const names = [...fields.named.keys(), "metadata.shop"];
    const find = finding(scope, order);
    const parted = await fuzzFinding({ scope, fields, names, things, find }, TIMES);
    expect(parted).toBeGreaterThan(TIMES / 3);
  });

  it("are the same of customers", async () => {
    const rows = numbers.map(anyCustomer);
    const given = numbers.map(anyPublication(rows));
    const scope = stocked([insertRows(customers, rows), insertRows(publications, given)]);
    const fields = customer.filters(scope);
    const things = rows.map((row) => ({
      id: row.id,
      thing: { values: customerValues(row, given) },
    }));
    const names = [...fields.named.keys(), "metadata.shop"];
    const find = finding(scope, customer);
    const parted = await fuzzFinding({ scope, fields, names, things, find }, TIMES);
    expect(parted).toBeGreaterThan(TIMES / 3);
  });
});
