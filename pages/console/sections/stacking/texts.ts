import { textsOf } from "../../../shared/texts";

export const useStackingText = textsOf({
  title: { en: "Stacking rules", de: "Regeln fürs Kombinieren" },
  lead: {
    en: "What happens when a cart has several codes, cards and promotions at once.",
    de: "Was gilt, wenn ein Warenkorb mehrere Codes, Karten und Aktionen zugleich hat.",
  },
  "is.default": { en: "Defaults", de: "Standard" },
  "is.own": { en: "Changed by this project", de: "Von diesem Projekt geändert" },
  save: { en: "Save", de: "Speichern" },
  saved: { en: "The rules are saved", de: "Die Regeln sind gespeichert" },
  drop: { en: "Discard changes", de: "Änderungen verwerfen" },
  reset: { en: "Reset to defaults", de: "Auf Standard zurücksetzen" },
  "reset.title": { en: "Reset all of them?", de: "Alle zurücksetzen?" },
  "reset.text": {
    en: "Every setting of this page goes back to its default at once.",
    de: "Jede Einstellung dieser Seite geht sofort auf den Standard zurück.",
  },
  "reset.done": { en: "The defaults hold again", de: "Der Standard gilt wieder" },
  limits: { en: "How many", de: "Wie viele" },
  redeemables_limit: { en: "Sent together", de: "Zusammen geschickt" },
  "redeemables_limit.hint": {
    en: "1 to 30; a request with more is refused",
    de: "1 bis 30; eine Anfrage mit mehr wird abgelehnt",
  },
  applicable_redeemables_limit: { en: "Applied together", de: "Zusammen angewandt" },
  "applicable_redeemables_limit.hint": {
    en: "1 to 30, not above the one before; further ones are skipped",
    de: "1 bis 30, nicht über dem vorigen; weitere werden übergangen",
  },
  applicable_redeemables_per_category_limit: {
    en: "Of each category (optional)",
    de: "Je Kategorie (freiwillig)",
  },
  "applicable_redeemables_per_category_limit.hint": {
    en: "1 to 30; a category below can have a limit of its own",
    de: "1 bis 30; eine Kategorie unten kann eine eigene Grenze haben",
  },
  applicable_exclusive_redeemables_limit: { en: "Exclusive ones", de: "Exklusive" },
  "applicable_exclusive_redeemables_limit.hint": {
    en: "1 to 5; of categories that exclude all common ones",
    de: "1 bis 5; aus Kategorien, die alle gewöhnlichen ausschließen",
  },
  applicable_exclusive_redeemables_per_category_limit: {
    en: "Exclusive ones of each category (optional)",
    de: "Exklusive je Kategorie (freiwillig)",
  },
  "applicable_exclusive_redeemables_per_category_limit.hint": { en: "1 to 30", de: "1 bis 30" },
  "wrong.limit": {
    en: "Enter a whole number from 1 to {most}",
    de: "Gib eine ganze Zahl von 1 bis {most} ein",
  },
  "wrong.above": {
    en: "Must not be above “Sent together”",
    de: "Darf nicht über „Zusammen geschickt“ liegen",
  },
  modes: { en: "What they do to each other", de: "Was sie miteinander tun" },
  redeemables_application_mode: {
    en: "When one of them cannot apply",
    de: "Wenn einer davon nicht gilt",
  },
  "redeemables_application_mode.ALL": { en: "All or nothing", de: "Alle oder keiner" },
  "redeemables_application_mode.ALL.text": {
    en: "One that cannot apply makes the whole invalid.",
    de: "Einer, der nicht gilt, macht das Ganze ungültig.",
  },
  "redeemables_application_mode.PARTIAL": { en: "The others go on", de: "Die anderen gelten" },
  "redeemables_application_mode.PARTIAL.text": {
    en: "It is left out; what can apply does.",
    de: "Er bleibt außen vor; was gelten kann, gilt.",
  },
  redeemables_sorting_rule: { en: "Whose turn it is", de: "Wer an der Reihe ist" },
  "redeemables_sorting_rule.REQUESTED_ORDER": { en: "As they were sent", de: "Wie geschickt" },
  "redeemables_sorting_rule.REQUESTED_ORDER.text": {
    en: "The shop decides by the order of its request.",
    de: "Der Shop entscheidet durch die Reihenfolge seiner Anfrage.",
  },
  "redeemables_sorting_rule.CATEGORY_HIERARCHY": {
    en: "By their categories",
    de: "Nach ihren Kategorien",
  },
  "redeemables_sorting_rule.CATEGORY_HIERARCHY.text": {
    en: "A category with a smaller number goes first.",
    de: "Eine Kategorie mit kleinerer Zahl kommt zuerst.",
  },
  redeemables_products_application_mode: {
    en: "Several discounts on one item",
    de: "Mehrere Rabatte auf einen Artikel",
  },
  "redeemables_products_application_mode.STACK": { en: "Add up", de: "Summieren sich" },
  "redeemables_products_application_mode.STACK.text": {
    en: "Each takes something off what those before it left.",
    de: "Jeder zieht von dem ab, was die vorigen übrig ließen.",
  },
  "redeemables_products_application_mode.ONCE": { en: "Only the first", de: "Nur der erste" },
  "redeemables_products_application_mode.ONCE.text": {
    en: "An item that was discounted is closed to all after it.",
    de: "Ein rabattierter Artikel ist für alle weiteren zu.",
  },
  discount_calculation_mode: { en: "What percentages work on", de: "Wovon Prozente abgehen" },
  "discount_calculation_mode.DISCOUNTED_AMOUNT": {
    en: "What is left",
    de: "Vom verbliebenen Betrag",
  },
  "discount_calculation_mode.DISCOUNTED_AMOUNT.text": {
    en: "20 % after 10.00 off 100.00 are 18.00.",
    de: "20 % nach 10,00 Abzug von 100,00 sind 18,00.",
  },
  "discount_calculation_mode.INITIAL_AMOUNT": {
    en: "The first amount",
    de: "Vom ersten Betrag",
  },
  "discount_calculation_mode.INITIAL_AMOUNT.text": {
    en: "20 % after 10.00 off 100.00 are 20.00.",
    de: "20 % nach 10,00 Abzug von 100,00 sind 20,00.",
  },
  redeemables_no_effect_rule: { en: "When one takes nothing off", de: "Wenn einer nichts abzieht" },
  "redeemables_no_effect_rule.REDEEM_ANYWAY": { en: "Use it up anyway", de: "Trotzdem einlösen" },
  "redeemables_no_effect_rule.REDEEM_ANYWAY.text": {
    en: "It counts as redeemed.",
    de: "Er gilt als eingelöst.",
  },
  "redeemables_no_effect_rule.SKIP": { en: "Skip it", de: "Übergehen" },
  "redeemables_no_effect_rule.SKIP.text": {
    en: "It can be used another time.",
    de: "Er kann ein andermal eingelöst werden.",
  },
  redeemables_rollback_order_mode: { en: "A rollback", de: "Eine Rücknahme" },
  "redeemables_rollback_order_mode.WITH_ORDER": {
    en: "Mends the order",
    de: "Ändert die Bestellung",
  },
  "redeemables_rollback_order_mode.WITH_ORDER.text": {
    en: "What was taken off is put on it again.",
    de: "Was abgezogen war, kommt wieder darauf.",
  },
  "redeemables_rollback_order_mode.WITHOUT_ORDER": {
    en: "Leaves the order",
    de: "Lässt die Bestellung",
  },
  "redeemables_rollback_order_mode.WITHOUT_ORDER.text": {
    en: "Uses and credits come back, the order stays as it is.",
    de: "Einlösungen und Guthaben kommen zurück, die Bestellung bleibt.",
  },
  categories: { en: "Exceptions by category", de: "Ausnahmen nach Kategorie" },
  "categories.text": {
    en: "A campaign or code of a category can differ from all of the above.",
    de: "Eine Kampagne oder ein Code einer Kategorie kann von alldem abweichen.",
  },
  "categories.none": { en: "There are no categories yet", de: "Noch keine Kategorien" },
  "categories.none.text": {
    en: "Categories are made by the API: POST /v1/categories.",
    de: "Kategorien entstehen über die API: POST /v1/categories.",
  },
  category: { en: "Category", de: "Kategorie" },
  group: { en: "Group", de: "Gruppe" },
  "group.of": { en: "Group of {name}", de: "Gruppe von {name}" },
  "group.": { en: "As it says itself", de: "Wie sie selbst sagt" },
  "group.exclusive": { en: "Exclusive", de: "Exklusiv" },
  "group.joint": { en: "Joint", de: "Gemeinsam" },
  effect: { en: "Takes nothing off", de: "Zieht nichts ab" },
  "effect.of": { en: "When {name} takes nothing off", de: "Wenn {name} nichts abzieht" },
  "effect.": { en: "As above", de: "Wie oben" },
  "effect.skip": { en: "Skip it", de: "Übergehen" },
  "effect.redeem": { en: "Use it up", de: "Einlösen" },
  base: { en: "Percentages", de: "Prozente" },
  "base.of": { en: "What percentages of {name} work on", de: "Wovon Prozente von {name} abgehen" },
  "base.": { en: "As above", de: "Wie oben" },
  "base.initial": { en: "The first amount", de: "Vom ersten Betrag" },
  "base.discounted": { en: "What is left", de: "Vom verbliebenen" },
  limit: { en: "At most", de: "Höchstens" },
  "limit.of": { en: "At most so many of {name}", de: "Höchstens so viele von {name}" },
  "group.hint": {
    en: "Exclusive ones go first and shut out common ones; joint ones go last and always along.",
    de: "Exklusive kommen zuerst und schließen gewöhnliche aus; gemeinsame kommen zuletzt und immer mit.",
  },
});
