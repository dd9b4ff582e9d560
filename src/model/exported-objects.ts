/** What an export can be of; pages and the command line list the same. */
export const EXPORTED_OBJECTS = [
  "voucher",
  "redemption",
  "customer",
  "publication",
  "order",
  "product",
  "sku",
  "voucher_transactions",
  "points_expiration",
] as const;
