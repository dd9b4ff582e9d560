/** The languages of the pages, said here so that the table stands alone. */
export type Language = "en" | "de";

/** What a fact's values are, which decides the operators that it takes and how they are entered. */
export type Kind =
  | "money"
  | "number"
  | "text"
  | "flag"
  | "metadata"
  | "segments"
  | "products"
  | "skus"
  | "lines";

export const FACT_GROUPS = [
  "order",
  "lines",
  "goods",
  "customer",
  "redemption",
  "campaign",
] as const;

export interface Fact extends Record<Language, string> {
  kind: Kind;
  group: (typeof FACT_GROUPS)[number];
}

type Row = [name: string, kind: Kind, en: string, de: string];

const grouped = (group: Fact["group"], rows: readonly Row[]): [string, Fact][] =>
  rows.map(([name, kind, en, de]) => [name, { kind, group, en, de }]);

/**
 * Every fact of the engine's table with what is read of it here; a test holds the two together. In
 * the order in which they are offered.
 */
export const FACTS: ReadonlyMap<string, Fact> = new Map([
  ...grouped("order", [
    ["order.amount", "money", "Amount of the order", "Betrag der Bestellung"],
    ["order.initial_amount", "money", "Amount before all discounts", "Betrag vor allen Rabatten"],
    ["order.total_amount", "money", "Amount after this discount", "Betrag nach diesem Rabatt"],
    ["order.items.count", "number", "Units in the order", "Stück in der Bestellung"],
    ["order.metadata", "metadata", "Note on the order", "Notiz an der Bestellung"],
  ]),
  ...grouped("lines", [
    ["order.items.any", "lines", "Some line", "Irgendeine Zeile"],
    ["order.items.every", "lines", "Every line", "Jede Zeile"],
    ["order.items.none", "lines", "No line", "Keine Zeile"],
    ["order.items.cheapest", "lines", "The cheapest line", "Die günstigste Zeile"],
    ["order.items.most_expensive", "lines", "The dearest line", "Die teuerste Zeile"],
    ["order.items.quantity", "number", "Units of a line", "Stück einer Zeile"],
    ["order.items.price", "money", "Price of a line", "Preis einer Zeile"],
    ["order.items.price_any", "money", "Price of some line", "Preis irgendeiner Zeile"],
    ["order.items.price_each", "money", "Price of each line", "Preis jeder Zeile"],
    ["order.items.metadata", "metadata", "Note on a line", "Notiz an einer Zeile"],
    ["order.items.metadata_any", "metadata", "Note on some line", "Notiz an irgendeiner Zeile"],
    ["order.items.metadata_each", "metadata", "Note on each line", "Notiz an jeder Zeile"],
    ["order.items.aggregated_quantity", "number", "Units of these lines", "Stück dieser Zeilen"],
    ["order.items.aggregated_amount", "money", "Amount of these lines", "Betrag dieser Zeilen"],
  ]),
  ...grouped("goods", [
    ["product.id", "products", "Product", "Produkt"],
    ["product.price", "money", "Price of a product", "Preis eines Produkts"],
    ["product.quantity", "number", "Units of a product", "Stück eines Produkts"],
    ["product.metadata", "metadata", "Note on a product", "Notiz an einem Produkt"],
    ["product.metadata.match_all", "metadata", "Note on all products", "Notiz an allen Produkten"],
    [
      "product.metadata.aggregated_quantity",
      "number",
      "Units of products with a note",
      "Stück von Produkten mit einer Notiz",
    ],
    [
      "product.metadata.aggregated_amount",
      "money",
      "Amount of products with a note",
      "Betrag von Produkten mit einer Notiz",
    ],
    [
      "product.discount_applicable",
      "flag",
      "The discount reaches a product",
      "Der Rabatt erreicht ein Produkt",
    ],
    [
      "product.metadata.discount_applicable",
      "flag",
      "It reaches a product with a note",
      "Er erreicht ein Produkt mit einer Notiz",
    ],
    ["sku.id", "skus", "SKU", "SKU"],
    ["sku.price", "money", "Price of a SKU", "Preis einer SKU"],
    ["sku.quantity", "number", "Units of a SKU", "Stück einer SKU"],
    [
      "sku.discount_applicable",
      "flag",
      "The discount reaches a SKU",
      "Der Rabatt erreicht eine SKU",
    ],
  ]),
  ...grouped("customer", [
    ["customer.segment", "segments", "Segments of the customer", "Segmente des Kunden"],
    ["customer.metadata", "metadata", "Note on the customer", "Notiz am Kunden"],
    ["custom_event.metadata", "metadata", "Note on the custom event", "Notiz am eigenen Ereignis"],
    [
      "publication.redeemable_by_linked_customer",
      "flag",
      "The customer holds the code",
      "Der Kunde ist Inhaber des Codes",
    ],
  ]),
  ...grouped("redemption", [
    ["redemption.metadata", "metadata", "Note on the redemption", "Notiz an der Einlösung"],
    ["redemption.gift.amount", "money", "Credits taken of the card", "Genommenes Guthaben"],
    ["redemption.reward.pay_with_points.points_used", "number", "Points paid", "Bezahlte Punkte"],
    ["redemption.api_key", "text", "Key that redeems", "Schlüssel, der einlöst"],
    ["redemption.user.login", "text", "Person who redeems", "Person, die einlöst"],
    ["redemption.count.daily", "number", "Uses today", "Einlösungen heute"],
    ["redemption.count.weekly", "number", "Uses this week", "Einlösungen diese Woche"],
    ["redemption.count.monthly", "number", "Uses this month", "Einlösungen diesen Monat"],
    ["redemption.count.per_customer", "number", "Uses by the customer", "Einlösungen des Kunden"],
    [
      "redemption.count.per_customer.daily",
      "number",
      "Uses by the customer today",
      "Einlösungen des Kunden heute",
    ],
    [
      "redemption.count.per_customer.weekly",
      "number",
      "Uses by the customer this week",
      "Einlösungen des Kunden diese Woche",
    ],
    [
      "redemption.count.per_customer.monthly",
      "number",
      "Uses by the customer this month",
      "Einlösungen des Kunden diesen Monat",
    ],
    ["redemption.count.per_api_key", "number", "Uses by the key", "Einlösungen des Schlüssels"],
  ]),
  ...grouped("campaign", [
    ["campaign.redemptions.count", "number", "Uses of the campaign", "Einlösungen der Kampagne"],
    ["campaign.redemptions.count.daily", "number", "… of it today", "… davon heute"],
    ["campaign.redemptions.count.weekly", "number", "… of it this week", "… davon diese Woche"],
    ["campaign.redemptions.count.monthly", "number", "… of it this month", "… davon diesen Monat"],
    [
      "campaign.redemptions.customers_count",
      "number",
      "Uses of the campaign by the customer",
      "Einlösungen der Kampagne durch den Kunden",
    ],
    [
      "campaign.redemptions.customers_count.daily",
      "number",
      "… by the customer today",
      "… durch den Kunden heute",
    ],
    [
      "campaign.redemptions.customers_count.weekly",
      "number",
      "… by the customer this week",
      "… durch den Kunden diese Woche",
    ],
    [
      "campaign.redemptions.customers_count.monthly",
      "number",
      "… by the customer this month",
      "… durch den Kunden diesen Monat",
    ],
    ["campaign.orders.amount", "money", "Orders of the campaign", "Bestellungen der Kampagne"],
    [
      "campaign.orders.amount_discounted",
      "money",
      "Discounts given by the campaign",
      "Rabatte der Kampagne",
    ],
  ]),
]);

/** As facts are named for people: a name that is not offered stands for itself. */
export const factLabel = (name: string, spoken: Language): string =>
  FACTS.get(name)?.[spoken] ?? name;

export const kindOf = (name: string): Kind => FACTS.get(name)?.kind ?? "metadata";
