/** Who can sign in at the shop. The local start makes them and what they hold. */
export const SHOPPERS = [
  { source_id: "ada", name: "Ada Lindqvist" },
  { source_id: "ben", name: "Ben Okafor" },
  {
    source_id: "maximiliane",
    name: "Maximiliane-Theodora von Hohenlohe-Waldenburg-Schillingsfürst",
  },
] as const;
export type Shopper = (typeof SHOPPERS)[number];
