import { textsOf } from "../../shared/texts";

/** What is said of work in the background; types are as the service names them. */
export const useWorkText = textsOf({
  imported: {
    en: "{done} of {total} rows were imported",
    de: "{done} von {total} Zeilen wurden importiert",
  },
  "CAMPAIGN.VOUCHERS_GENERATE": { en: "Codes of a campaign", de: "Codes einer Kampagne" },
  "CAMPAIGN.VOUCHERS_DELETE": { en: "Deletion of a campaign", de: "Löschen einer Kampagne" },
  CAMPAIGN_RESTORATION: {
    en: "Return of a campaign from the bin",
    de: "Rückkehr einer Kampagne aus dem Papierkorb",
  },
  "CAMPAIGN.VOUCHERS_IMPORT_CSV": { en: "Import of codes", de: "Import von Codes" },
  "CAMPAIGN.VOUCHERS_IMPORT": { en: "Import of codes (JSON)", de: "Import von Codes (JSON)" },
  "VOUCHERS.IMPORT_CSV": { en: "Import of vouchers", de: "Import von Gutscheinen" },
  "VOUCHERS.IMPORT": {
    en: "Import of vouchers (JSON)",
    de: "Import von Gutscheinen (JSON)",
  },
  "VOUCHERS.BULK_UPDATE": { en: "Update of vouchers", de: "Änderung von Gutscheinen" },
  "VOUCHERS.METADATA_UPDATE": {
    en: "Update of vouchers' metadata",
    de: "Änderung der Metadaten von Gutscheinen",
  },
  "CUSTOMERS.IMPORT_CSV": { en: "Import of customers", de: "Import von Kunden" },
  "CUSTOMERS.BULK_UPDATE": { en: "Update of customers", de: "Änderung von Kunden" },
  "CUSTOMERS.METADATA_UPDATE": {
    en: "Update of customers' metadata",
    de: "Änderung der Metadaten von Kunden",
  },
  CUSTOMER_PERMANENT_DELETION: { en: "Forgetting a customer", de: "Vergessen eines Kunden" },
  "PRODUCTS.IMPORT_CSV": { en: "Import of products", de: "Import von Produkten" },
  "PRODUCTS.BULK_UPDATE": { en: "Update of products", de: "Änderung von Produkten" },
  "PRODUCTS.METADATA_UPDATE": {
    en: "Update of products' metadata",
    de: "Änderung der Metadaten von Produkten",
  },
  "SKUS.IMPORT_CSV": { en: "Import of SKUs", de: "Import von SKUs" },
  "ORDERS.IMPORT": { en: "Import of orders", de: "Import von Bestellungen" },
  CUSTOMER_RELEASE: {
    en: "Release of a customer’s codes",
    de: "Freigabe der Codes eines Kunden",
  },
  CODE_RELEASE: { en: "Release of a code", de: "Freigabe eines Codes" },
  VALIDATION_RULE_REPOSTING: {
    en: "Carrying a rule to what it is assigned to",
    de: "Übertragen einer Regel auf alles, dem sie zugewiesen ist",
  },
  AUTO_REDEEM_MARKING: {
    en: "Search for points to redeem by themselves",
    de: "Suche nach Punkten, die sich selbst einlösen",
  },
  LOYALTY_TIERS_RECALCULATION: {
    en: "Members’ tiers decided anew",
    de: "Stufen der Mitglieder neu bestimmt",
  },
  LOYALTY_TIERS_CHANGE: {
    en: "Members’ tiers after a change of the program’s tiers",
    de: "Stufen der Mitglieder nach einer Änderung der Stufen",
  },
  EXPORT: { en: "Writing of an export", de: "Schreiben eines Exports" },
  doing: { en: "Working", de: "Es läuft" },
  done: { en: "Done", de: "Fertig" },
  partly: { en: "Done, but not all of it", de: "Fertig, aber nicht alles" },
  failed: { en: "Failed", de: "Fehlgeschlagen" },
  counts: { en: "{done} of {total}", de: "{done} von {total}" },
  row: { en: "Row", de: "Zeile" },
  column: { en: "Column", de: "Spalte" },
  reason: { en: "What is wrong", de: "Was nicht stimmt" },
  rows: { en: "Rows that were refused", de: "Abgelehnte Zeilen" },
  "rows.more": { en: "Show all {n}", de: "Alle {n} zeigen" },
  "rows.rest": {
    en: "{n} rows were refused; these are the first.",
    de: "{n} Zeilen wurden abgelehnt; das sind die ersten.",
  },
  "columns.unknown": {
    en: "Unknown columns became metadata: {names}.",
    de: "Unbekannte Spalten wurden zu Metadaten: {names}.",
  },
  gone: { en: "Hide", de: "Ausblenden" },
});
