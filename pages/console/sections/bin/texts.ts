import { textsOf } from "../../../shared/texts";

export const useBinText = textsOf({
  title: { en: "Trash bin", de: "Papierkorb" },
  lead: {
    en: "What was deleted waits here until it is brought back or deleted for good.",
    de: "Gelöschtes wartet hier, bis es zurückgeholt oder endgültig gelöscht wird.",
  },
  name: { en: "Name", de: "Name" },
  kind: { en: "Kind", de: "Art" },
  "kind.voucher": { en: "Voucher", de: "Gutschein" },
  "kind.campaign": { en: "Campaign", de: "Kampagne" },
  "kind.product": { en: "Product", de: "Produkt" },
  "kind.sku": { en: "SKU", de: "Variante" },
  deleted: { en: "Deleted", de: "Gelöscht" },
  actions: { en: "Actions", de: "Aktionen" },
  empty: { en: "The bin is empty", de: "Der Papierkorb ist leer" },
  "empty.text": {
    en: "Deleted vouchers, campaigns and products come here.",
    de: "Gelöschte Gutscheine, Kampagnen und Produkte kommen hierher.",
  },
  restore: { en: "Bring back", de: "Zurückholen" },
  restored: { en: "{name} is back", de: "{name} ist zurück" },
  restoring: {
    en: "{name} is back, its codes follow",
    de: "{name} ist zurück, die Codes folgen",
  },
  delete: { en: "Delete for good", de: "Endgültig löschen" },
  "delete.title": { en: "Delete {name} for good?", de: "{name} endgültig löschen?" },
  "delete.text": {
    en: "Nothing brings it back then. Codes become free, and others may use them.",
    de: "Dann holt es nichts mehr zurück. Codes werden frei, und andere können sie nutzen.",
  },
  gone: { en: "{name} is deleted for good", de: "{name} ist endgültig gelöscht" },
});
