import { textsOf } from "../../shared/texts";

/** Entries of a card's ledger; types are as the service names them. */
export const useLedgerText = textsOf({
  when: { en: "When", de: "Wann" },
  what: { en: "What", de: "Was" },
  order: { en: "Order", de: "Bestellung" },
  reason: { en: "Reason", de: "Grund" },
  after: { en: "Balance after", de: "Guthaben danach" },
  POINTS_ACCRUAL: { en: "Earned", de: "Gesammelt" },
  POINTS_ADDITION: { en: "Added", de: "Gutgeschrieben" },
  POINTS_REMOVAL: { en: "Taken away", de: "Abgezogen" },
  POINTS_REDEMPTION: { en: "Spent", de: "Ausgegeben" },
  POINTS_REFUND: { en: "Given back", de: "Zurückgegeben" },
  POINTS_EXPIRATION: { en: "Expired", de: "Verfallen" },
  POINTS_TRANSFER_IN: { en: "Transferred here", de: "Hierher übertragen" },
  POINTS_TRANSFER_OUT: { en: "Transferred away", de: "Wegübertragen" },
  PENDING_POINTS_ACTIVATION: { en: "Pending points counted", de: "Ausstehende gutgeschrieben" },
  CREDITS_ADDITION: { en: "Credit added", de: "Guthaben gutgeschrieben" },
  CREDITS_REMOVAL: { en: "Credit taken away", de: "Guthaben abgezogen" },
  CREDITS_REDEMPTION: { en: "Credit spent", de: "Guthaben ausgegeben" },
  CREDITS_REFUND: { en: "Credit given back", de: "Guthaben zurückgegeben" },
});
