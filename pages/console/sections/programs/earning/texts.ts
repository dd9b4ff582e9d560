import { textsOf } from "../../../../shared/texts";

export const useEarningText = textsOf({
  title: { en: "Earning rules", de: "Sammelregeln" },
  lead: {
    en: "What gives members points, each time it happens.",
    de: "Was Mitgliedern Punkte gibt, jedes Mal, wenn es geschieht.",
  },
  rule: { en: "Rule", de: "Regel" },
  event: { en: "When", de: "Wann" },
  counts: { en: "Counts", de: "Zählt" },
  "counts.now": { en: "At once", de: "Sofort" },
  "counts.later": {
    en: { one: "After {n} day", other: "After {n} days" },
    de: { one: "Nach {n} Tag", other: "Nach {n} Tagen" },
  },
  state: { en: "State", de: "Zustand" },
  "state.on": { en: "On", de: "An" },
  "state.off": { en: "Off", de: "Aus" },
  created: { en: "Made", de: "Angelegt" },
  deeds: { en: "Actions", de: "Aktionen" },
  empty: { en: "No earning rules yet", de: "Noch keine Sammelregeln" },
  "empty.text": {
    en: "Without one, members get points by hand alone.",
    de: "Ohne sie bekommen Mitglieder Punkte nur von Hand.",
  },
  new: { en: "New rule", de: "Neue Regel" },
  create: { en: "Add rule", de: "Regel anlegen" },
  made: { en: "The rule gives points from now on", de: "Die Regel gibt ab jetzt Punkte" },
  "edit.title": { en: "Edit the rule", de: "Regel ändern" },
  save: { en: "Save", de: "Speichern" },
  saved: { en: "The rule is saved", de: "Die Regel ist gespeichert" },
  enable: { en: "Enable", de: "Aktivieren" },
  disable: { en: "Disable", de: "Deaktivieren" },
  enabled: { en: "The rule is on", de: "Die Regel ist an" },
  disabled: { en: "The rule is off", de: "Die Regel ist aus" },
  "delete.title": { en: "Delete this rule?", de: "Diese Regel löschen?" },
  "delete.text": {
    en: "“{rule}” gives no more points. Points that it gave stay. Nothing brings it back; disabling it can be undone.",
    de: "„{rule}“ gibt keine Punkte mehr. Vergebene bleiben. Nichts holt sie zurück; deaktivieren lässt sich rückgängig machen.",
  },
  deleted: { en: "The rule is deleted", de: "Die Regel ist gelöscht" },
  "on.order.paid": { en: "An order is paid", de: "Eine Bestellung wird bezahlt" },
  "on.customer.segment.entered": {
    en: "A customer enters a segment",
    de: "Ein Kunde kommt in ein Segment",
  },
  "on.custom": { en: "An event of your own happens", de: "Ein eigenes Ereignis geschieht" },
  "on.tier": { en: "A customer's tier changes", de: "Die Stufe eines Kunden ändert sich" },
  "tier.joined": { en: "Joins a tier", de: "Kommt in eine Stufe" },
  "tier.left": { en: "Leaves a tier", de: "Verlässt eine Stufe" },
  "tier.upgraded": { en: "Rises to a tier", de: "Steigt in eine Stufe auf" },
  "tier.downgraded": { en: "Falls to a tier", de: "Steigt in eine Stufe ab" },
  "tier.prolonged": { en: "Stays longer in a tier", de: "Bleibt länger in einer Stufe" },
  "on.event": { en: "Event “{event}”", de: "Ereignis „{event}“" },
  "form.event": { en: "When it happens that", de: "Wenn Folgendes geschieht" },
  "form.event.kept": {
    en: "This stays. Make another rule for something else.",
    de: "Das bleibt. Lege für anderes eine weitere Regel an.",
  },
  "form.tier.change": { en: "What happens to it", de: "Was mit ihr geschieht" },
  "form.tier": { en: "Which tier", de: "Welche Stufe" },
  "form.tier.any": { en: "Any tier", de: "Jede Stufe" },
  "form.start": { en: "Valid from (optional)", de: "Gültig ab (freiwillig)" },
  "form.end": { en: "Valid until (optional)", de: "Gültig bis (freiwillig)" },
  "form.end.wrong": { en: "Must be after the start", de: "Muss nach dem Beginn liegen" },
  "form.property": { en: "Property of the metadata", de: "Eigenschaft der Metadaten" },
  "form.property.hint": { en: "One that holds a number", de: "Eine, die eine Zahl enthält" },
  "form.property.wrong": { en: "Name the property", de: "Nenne die Eigenschaft" },
  "form.goods": { en: "Goods that count", de: "Waren, die zählen" },
  "form.goods.wrong": { en: "Choose at least one", de: "Wähle mindestens eine" },
  "form.formula": {
    en: "Points by a formula (optional)",
    de: "Punkte nach einer Formel (freiwillig)",
  },
  "form.formula.hint": {
    en: "Such as ORDER_AMOUNT / 10; takes the place of the number of points",
    de: "Etwa ORDER_AMOUNT / 10; gilt anstelle der Zahl der Punkte",
  },
  "form.name": { en: "What shoppers read (optional)", de: "Was Kunden lesen (freiwillig)" },
  "form.segment": { en: "Segment", de: "Segment" },
  "form.segment.choose": { en: "Choose one", de: "Wähle eines" },
  "form.custom": { en: "Name of the event", de: "Name des Ereignisses" },
  "form.custom.hint": {
    en: "As it is defined among the custom events",
    de: "Wie bei den eigenen Ereignissen festgelegt",
  },
  "form.way": { en: "How points are counted", de: "Wie Punkte gezählt werden" },
  "way.FIXED": { en: "Always the same", de: "Immer gleich viele" },
  "way.ORDER_AMOUNT": { en: "By the order before discounts", de: "Nach Bestellwert vor Rabatten" },
  "way.ORDER_ITEMS_SUBTOTAL_AMOUNT": {
    en: "By what is paid for chosen goods",
    de: "Nach dem, was für gewählte Waren bezahlt wird",
  },
  "way.ORDER_ITEMS_AMOUNT": {
    en: "By chosen goods before discounts",
    de: "Nach dem Wert gewählter Waren vor Rabatten",
  },
  "way.ORDER_ITEMS_QUANTITY": {
    en: "By how many of chosen goods",
    de: "Nach der Stückzahl gewählter Waren",
  },
  "way.ORDER_METADATA": { en: "By a number of the order", de: "Nach einer Zahl der Bestellung" },
  "way.CUSTOMER_METADATA": { en: "By a number of the customer", de: "Nach einer Zahl des Kunden" },
  "way.CUSTOM_EVENT_METADATA": {
    en: "By a number of the event",
    de: "Nach einer Zahl des Ereignisses",
  },
  "way.ORDER_TOTAL_AMOUNT": { en: "By what is paid", de: "Nach dem, was bezahlt wird" },
  "form.points": { en: "Points", de: "Punkte" },
  "form.points.wrong": { en: "Enter a whole number from 1", de: "Gib eine ganze Zahl ab 1 ein" },
  "form.every": { en: "For each", de: "Für je" },
  "form.every.hint": { en: "In {currency}, such as {sample}", de: "In {currency}, etwa {sample}" },
  "form.every.wrong": {
    en: "Enter an amount such as {sample}",
    de: "Gib einen Betrag ein, etwa {sample}",
  },
  "form.days": {
    en: "Count only after days (optional)",
    de: "Zählen erst nach Tagen (freiwillig)",
  },
  "form.days.hint": {
    en: "1 to 90: points are pending until then, as for returns",
    de: "1 bis 90: bis dahin stehen sie aus, etwa für Rückgaben",
  },
  "form.days.wrong": { en: "Enter a number from 1 to 90", de: "Gib eine Zahl von 1 bis 90 ein" },
});

/** A rule in a few words. */
export const useRuleText = textsOf({
  fixed: {
    en: { one: "{n} point", other: "{n} points" },
    de: { one: "{n} Punkt", other: "{n} Punkte" },
  },
  formula: { en: "By formula {formula}", de: "Nach Formel {formula}" },
  ORDER_AMOUNT: {
    en: {
      one: "{n} point for each {every} before discounts",
      other: "{n} points for each {every} before discounts",
    },
    de: { one: "{n} Punkt je {every} vor Rabatten", other: "{n} Punkte je {every} vor Rabatten" },
  },
  ORDER_TOTAL_AMOUNT: {
    en: { one: "{n} point for each {every} paid", other: "{n} points for each {every} paid" },
    de: { one: "{n} Punkt je bezahlte {every}", other: "{n} Punkte je bezahlte {every}" },
  },
  ORDER_ITEMS_QUANTITY: {
    en: "{n} points for each {every} of chosen goods",
    de: "{n} Punkte je {every} Stück gewählter Waren",
  },
  ORDER_ITEMS_AMOUNT: {
    en: "{n} points for each {every} of chosen goods",
    de: "{n} Punkte je {every} gewählter Waren",
  },
  ORDER_ITEMS_SUBTOTAL_AMOUNT: {
    en: "{n} points for each {every} paid for chosen goods",
    de: "{n} Punkte je bezahlte {every} gewählter Waren",
  },
  ORDER_METADATA: {
    en: "{n} points for each {every} of “{property}” of the order",
    de: "{n} Punkte je {every} von „{property}“ der Bestellung",
  },
  CUSTOMER_METADATA: {
    en: "{n} points for each {every} of “{property}” of the customer",
    de: "{n} Punkte je {every} von „{property}“ des Kunden",
  },
  CUSTOM_EVENT_METADATA: {
    en: "{n} points for each {every} of “{property}” of the event",
    de: "{n} Punkte je {every} von „{property}“ des Ereignisses",
  },
});
