import { textsOf } from "../../../shared/texts";

export const useProjectText = textsOf({
  title: { en: "Projects", de: "Projekte" },
  lead: {
    en: "Each has its own keys, customers and codes; none sees another’s.",
    de: "Jedes hat eigene Schlüssel, Kunden und Codes; keines sieht die eines anderen.",
  },
  back: { en: "All projects", de: "Alle Projekte" },
  backups: { en: "All backups", de: "Alle Sicherungen" },
  create: { en: "New project", de: "Neues Projekt" },
  name: { en: "Name", de: "Name" },
  begins: { en: "Name begins with", de: "Name beginnt mit" },
  description: { en: "Description", de: "Beschreibung" },
  id: { en: "ID", de: "ID" },
  currency: { en: "Currency", de: "Währung" },
  timezone: { en: "Time zone", de: "Zeitzone" },
  sandbox: { en: "Sandbox", de: "Testprojekt" },
  made: { en: "Made", de: "Angelegt" },
  deeds: { en: "Actions", de: "Aktionen" },
  open: { en: "Open", de: "Öffnen" },
  opened: { en: "Open now", de: "Gerade offen" },
  "open.title": { en: "Open {name}?", de: "{name} öffnen?" },
  "open.text": {
    en: "The console works with a server key of the project; it makes one of its own, named “Console”.",
    de: "Die Konsole arbeitet mit einem Server-Schlüssel des Projekts; sie legt einen eigenen an, „Console“.",
  },
  settings: { en: "Settings", de: "Einstellungen" },
  save: { en: "Save", de: "Speichern" },
  saved: { en: "{name} is saved", de: "{name} ist gespeichert" },
  make: { en: "Make it", de: "Anlegen" },
  delete: { en: "Delete", de: "Löschen" },
  "delete.title": { en: "Delete {name}?", de: "{name} löschen?" },
  "delete.text": {
    en: "All its keys stop working, and everything it has is removed. Nothing brings it back.",
    de: "Alle Schlüssel gelten nicht mehr, und alles, was es hat, wird entfernt. Nichts bringt es zurück.",
  },
  deleted: { en: "{name} is deleted", de: "{name} ist gelöscht" },
  secrets: { en: "The keys of {name}", de: "Die Schlüssel von {name}" },
  "secret.server": { en: "Server key {id}", de: "Server-Schlüssel {id}" },
  "secret.client": { en: "Client key {id}", de: "Client-Schlüssel {id}" },
  "secret.webhooks": { en: "Signing secret of webhooks", de: "Signaturgeheimnis der Webhooks" },
  browsers: { en: "Browsers may", de: "Browser dürfen" },
  domains: { en: "Trusted origins, one a line", de: "Vertraute Herkünfte, eine je Zeile" },
  "domains.hint": {
    en: "Pages from elsewhere are refused; * lets all in",
    de: "Seiten von anderswo werden abgewiesen; * lässt alle zu",
  },
  events: { en: "Keep events at hand for (days)", de: "Ereignisse griffbereit halten (Tage)" },
  "events.hint": {
    en: "Older ones are read from an archive, which takes a moment longer",
    de: "Ältere werden aus einem Archiv gelesen, was etwas länger dauert",
  },
  hold: { en: "Hold codes for at most (minutes)", de: "Codes höchstens halten (Minuten)" },
  client_redeem_enabled: { en: "redeem", de: "einlösen" },
  client_publish_enabled: { en: "publish codes", de: "Codes ausgeben" },
  client_list_vouchers_enabled: { en: "list vouchers", de: "Gutscheine auflisten" },
  client_create_customer_enabled: { en: "create customers", de: "Kunden anlegen" },
  client_loyalty_events_enabled: {
    en: "send events that earn points",
    de: "Ereignisse senden, die Punkte bringen",
  },
  client_set_voucher_expiration_date_enabled: {
    en: "set when codes expire",
    de: "Ablaufdaten setzen",
  },
  client_wallet_enabled: {
    en: "see a customer’s wallet",
    de: "die Brieftasche eines Kunden sehen",
  },
  client_orders_trusted: {
    en: "pay orders and earn points on their own word (trust them)",
    de: "allein auf ihr Wort Bestellungen bezahlen und Punkte sammeln (vertrauen)",
  },
  keys: {
    en: "Metadata keys that shoppers may write, one a line",
    de: "Metadaten-Schlüssel, die Kunden setzen dürfen, einer je Zeile",
  },
  "keys.hint": {
    en: "Rules and segments read metadata; any other key from a browser is refused",
    de: "Regeln und Segmente lesen Metadaten; andere Schlüssel aus Browsern werden abgewiesen",
  },
  near_miss_dates_enabled: {
    en: "hear of offers that begin later",
    de: "von Angeboten erfahren, die später beginnen",
  },
  busy: {
    en: "Busy: redemptions share batches of the database",
    de: "Betrieb in Wellen: Einlösungen teilen sich Stapel der Datenbank",
  },
  case: {
    en: "Codes tell apart capital and small letters",
    de: "Codes unterscheiden Groß- und Kleinschreibung",
  },
});

/** What a project can let browsers do, each a switch. */
export const SWITCHES = [
  "client_redeem_enabled",
  "client_publish_enabled",
  "client_list_vouchers_enabled",
  "client_create_customer_enabled",
  "client_loyalty_events_enabled",
  "client_set_voucher_expiration_date_enabled",
  "client_wallet_enabled",
  "client_orders_trusted",
  "near_miss_dates_enabled",
] as const;
