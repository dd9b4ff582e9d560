import type { Row } from "./row";

const PERSON = {
  name: "Ada",
  email: "ada@shop.example",
  phone: "+49 1",
  description: "A customer",
  birthday: "1990-01-01",
  birthdate: "1990-01-01",
  address: {
    city: "Berlin",
    line_1: "1",
    line_2: "2",
    postal_code: "3",
    country: "DE",
    state: "B",
  },
  metadata: { vip: true },
};

export const people: readonly Row[] = [
  { operation: "GET /v1/customers" },
  {
    operation: "POST /v1/customers",
    least: {},
    most: { source_id: "ada", ...PERSON },
    keep: { customerId: "id" },
  },
  { operation: "GET /v1/customers/:customerId" },
  { operation: "GET /v1/customers/:customerId/activity" },
  { operation: "GET /v1/customers/:customerId/activities" },
  { operation: "GET /v1/customers/:customerId/redeemables" },
  { operation: "GET /v1/customers/:customerId/segments" },
  { operation: "PUT /v1/customers/:customerId", least: {}, most: { ...PERSON, name: "Ada L." } },
  {
    operation: "POST /v1/customers/bulk/async",
    least: [{ source_id: "cyd" }],
    most: [{ source_id: "cyd", ...PERSON }],
  },
  {
    operation: "POST /v1/customers/metadata/async",
    least: { source_ids: ["cyd"], metadata: {} },
    most: { source_ids: ["cyd", "ada"], metadata: { vip: false } },
  },
];

const FILTER = { junction: "and", "metadata.vip": { conditions: { $is: [true] } } };

export const segments: readonly Row[] = [
  { operation: "GET /v1/segments" },
  {
    operation: "POST /v1/segments",
    least: { name: "Nobody" },
    most: ({ customerId }) => ({ name: "Us", type: "static", customers: [customerId] }),
    keep: { static: "id" },
  },
  {
    operation: "POST /v1/segments",
    least: { name: "All", filter: { name: { conditions: { $is: ["Ada"] } } } },
    most: { name: "Important", type: "auto-update", filter: FILTER },
    keep: { segmentId: "id" },
  },
  { operation: "GET /v1/segments/:segmentId" },
  { operation: "GET /v1/segments/:segmentId", at: { segmentId: "static" } },
  { operation: "GET /v1/segments", query: "?limit=1" },
];

export const sent: readonly Row[] = [
  {
    operation: "POST /v1/events",
    least: ({ customerId }) => ({ event: "visit", customer: { id: customerId } }),
    most: ({ customerId, card, friend }) => ({
      event: "visit",
      customer: { id: customerId, ...PERSON },
      loyalty: { code: card },
      referral: { code: friend },
      metadata: { page: "home" },
    }),
  },
];

/** What there is of a customer of whom much is known, with what was redeemed on orders. */
export const known: readonly Row[] = [
  { operation: "GET /v1/orders", query: "?limit=100" },
  { operation: "GET /v1/customers", query: "?limit=1" },
  {
    operation: "GET /v1/customers",
    query: "?starting_after=2026-01-01T00:00:00Z&order=created_at",
  },
  { operation: "GET /v1/customers/:customerId" },
  { operation: "GET /v1/customers/:customerId/activity", query: "?limit=100" },
  { operation: "GET /v1/customers/:customerId/activity", query: "?limit=1" },
  { operation: "GET /v1/customers/:customerId/activities", query: "?limit=100" },
  { operation: "GET /v1/customers/:customerId/redeemables", query: "?limit=100" },
  { operation: "GET /v1/customers/:customerId/redeemables", query: "?limit=1" },
  { operation: "GET /v1/customers/:customerId/segments", query: "?limit=100" },
];

export const peopleRemoved: readonly Row[] = [
  { operation: "DELETE /v1/segments/:segmentId" },
  { operation: "POST /v1/customers/:customerId/permanent-deletion", least: {}, most: {} },
  { operation: "POST /v1/customers", least: {}, most: {}, keep: { customerId: "id" } },
  { operation: "DELETE /v1/customers/:customerId" },
];
