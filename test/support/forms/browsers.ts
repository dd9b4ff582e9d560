import { full, voucher } from "./deciding";
import type { Row } from "./row";

const IN_QUERY =
  "&customer[source_id]=bob&tracking_id=bob&item[0][product_id]=mug&item[0][quantity]=2" +
  "&item[0][price]=5000&metadata[desk]=4&order[metadata][gift]=true" +
  "&session_type=LOCK&session_key=window&session_ttl=9&session_ttl_unit=MINUTES";

/** What a shopper's device asks; what it redeems is the shop's to undo. */
export const browsed: readonly Row[] = [
  { operation: "GET /client/v1/promotions/tiers" },
  {
    operation: "POST /client/v1/publish",
    least: { voucher: "SPARE", customer: { source_id: "bob" } },
    most: {
      voucher: "SPARE",
      customer: { source_id: "bob" },
      channel: "web",
      metadata: { desk: 5 },
    },
  },
  {
    operation: "POST /client/v1/events",
    least: { event: "visit", customer: { source_id: "bob" } },
    most: { event: "visit", customer: { source_id: "bob" }, metadata: { page: "home" } },
  },
  {
    operation: "POST /client/v1/validations",
    least: { redeemables: [voucher("TEN")], order: { amount: 100 } },
    most: (known) => ({ redeemables: [voucher("TEN")], ...full(known) }),
  },
  {
    operation: "POST /client/v1/validations",
    least: { redeemables: [voucher("NONE")] },
    most: (known) => ({ redeemables: [voucher("NONE")], ...full(known) }),
  },
  { operation: "GET /client/v1/validate", wanted: "?code=TEN&amount=100", query: IN_QUERY },
  {
    operation: "GET /client/v1/validate",
    wanted: "?code=CARD&amount=100",
    query: "&gift[credits]=1",
  },
  { operation: "GET /client/v1/validate", wanted: "?code=NONE", query: IN_QUERY },
  { operation: "POST /client/v1/qualifications", least: {}, most: full },
  {
    operation: "POST /client/v1/redemptions",
    least: { redeemables: [voucher("TEN")], order: { amount: 100 } },
    most: (known) => ({ redeemables: [voucher("TEN")], ...full(known) }),
  },
  {
    operation: "POST /client/v1/redeem",
    wanted: "?code=TEN",
    least: { order: { amount: 100 } },
    most: (known) => ({ ...full(known), order: { amount: 100 } }),
  },
];
