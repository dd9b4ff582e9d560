import { textsOf } from "../../../shared/texts";

export const useImportText = textsOf({
  title: { en: "Imports", de: "Importe" },
  lead: {
    en: "Files that were read, and all other work that goes on in the background.",
    de: "Gelesene Dateien und alles andere, was im Hintergrund läuft.",
  },
  new: { en: "New import", de: "Neuer Import" },
  back: { en: "All imports", de: "Alle Importe" },
  empty: { en: "No imports yet", de: "Noch keine Importe" },
  "empty.text": {
    en: "Bring vouchers, customers, products or orders along from a file.",
    de: "Bring Gutscheine, Kunden, Produkte oder Bestellungen aus einer Datei mit.",
  },
  until: { en: "Begun before", de: "Begonnen vor" },
  what: { en: "What", de: "Was" },
  begun: { en: "Begun", de: "Begonnen" },
  progress: { en: "Progress", de: "Fortschritt" },
  state: { en: "State", de: "Zustand" },
  took: { en: "Took", de: "Dauer" },
  seconds: { en: "{n} s", de: "{n} s" },
  ms: { en: "{n} ms", de: "{n} ms" },
  kind: { en: "What the file has", de: "Was die Datei hat" },
  "kind.vouchers": { en: "Vouchers", de: "Gutscheine" },
  "kind.vouchers.text": {
    en: "Codes of their own, all of them or none.",
    de: "Eigene Codes, alle oder keiner.",
  },
  "kind.campaign": { en: "Codes of a campaign", de: "Codes einer Kampagne" },
  "kind.campaign.text": {
    en: "Their worth is the campaign’s, unless a row says another.",
    de: "Ihr Wert ist der der Kampagne, wenn eine Zeile keinen anderen nennt.",
  },
  "kind.customers": { en: "Customers", de: "Kunden" },
  "kind.customers.text": {
    en: "New ones, and changes to those whose source ID is known.",
    de: "Neue, und Änderungen an denen, deren Source-ID bekannt ist.",
  },
  "kind.products": { en: "Products", de: "Produkte" },
  "kind.products.text": {
    en: "New ones, and changes to those whose source ID is known.",
    de: "Neue, und Änderungen an denen, deren Source-ID bekannt ist.",
  },
  "kind.skus": { en: "SKUs", de: "SKUs" },
  "kind.skus.text": {
    en: "Variants of products that are there.",
    de: "Varianten von Produkten, die da sind.",
  },
  "kind.orders": { en: "Orders", de: "Bestellungen" },
  "kind.orders.text": {
    en: "A JSON file with a list of orders.",
    de: "Eine JSON-Datei mit einer Liste von Bestellungen.",
  },
  campaign: { en: "Campaign", de: "Kampagne" },
  "campaign.wrong": { en: "Name a campaign", de: "Nenne eine Kampagne" },
  file: { en: "File", de: "Datei" },
  "file.csv": {
    en: "CSV in UTF-8, its first line the titles of the columns",
    de: "CSV in UTF-8, die erste Zeile mit den Titeln der Spalten",
  },
  "file.json": { en: "JSON: a list of objects", de: "JSON: eine Liste von Objekten" },
  "file.wrong": { en: "Choose a file", de: "Wähle eine Datei" },
  "file.list": { en: "The file is not a JSON list", de: "Die Datei ist keine JSON-Liste" },
  columns: { en: "Columns that are understood", de: "Spalten, die verstanden werden" },
  "columns.text": {
    en: "In any order; the service says which one it misses. Further ones become metadata.",
    de: "In beliebiger Reihenfolge; der Dienst sagt, welche ihm fehlt. Weitere werden Metadaten.",
  },
  start: { en: "Import", de: "Importieren" },
});
