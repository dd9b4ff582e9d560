/**
 * What the service's refusals say, by their keys: all that an operation which the console calls can
 * answer. What the service says of the case at hand is told beside.
 */
export const FAILURES = {
  internal_error: { en: "The service failed", de: "Der Dienst hat versagt" },
  unauthorized: { en: "These keys open nothing", de: "Diese Schlüssel öffnen nichts" },
  forbidden: { en: "That is not allowed", de: "Das ist nicht erlaubt" },
  missing_required_permission: {
    en: "The key lacks a permission",
    de: "Dem Schlüssel fehlt eine Berechtigung",
  },
  place_unavailable: {
    en: "The place where this project lives cannot be reached",
    de: "Der Ort, an dem dieses Projekt liegt, ist nicht erreichbar",
  },
  project_moving: {
    en: "The project is being moved; try again in a moment",
    de: "Das Projekt zieht gerade um; versuch es gleich noch einmal",
  },
  no_place_open: { en: "No place takes new projects", de: "Kein Ort nimmt neue Projekte" },
  move_going_on: { en: "The project is on its way", de: "Das Projekt ist schon unterwegs" },
  place_closed: { en: "That place is closed", de: "Dieser Ort ist geschlossen" },
  backup_not_ready: { en: "The backup is not ready", de: "Die Sicherung ist nicht fertig" },
  backup_going_on: {
    en: "A backup of the project is being made; wait for it, or delete it",
    de: "Eine Sicherung des Projekts entsteht gerade; warte auf sie, oder lösche sie",
  },
  too_many_requests: {
    en: "Too many requests at once; wait a little",
    de: "Zu viele Anfragen auf einmal; warte etwas",
  },
  multiple_requests: {
    en: "Somebody else is changing this; try again",
    de: "Jemand anderes ändert das gerade; versuch es noch einmal",
  },
  not_found: { en: "That does not exist (any more)", de: "Das gibt es nicht (mehr)" },
  query_too_large: { en: "That is too much at once", de: "Das ist zu viel auf einmal" },
  unsupported_media_type: {
    en: "The service cannot read a file of this kind",
    de: "Dateien dieser Art kann der Dienst nicht lesen",
  },
  idempotency_key_reused: {
    en: "Something else was sent under this key already",
    de: "Unter diesem Schlüssel wurde schon etwas anderes geschickt",
  },
  invalid_payload: { en: "Something that was entered is wrong", de: "Eine Eingabe stimmt nicht" },
  invalid_query_params: {
    en: "This list cannot be asked for so",
    de: "So lässt sich diese Liste nicht abfragen",
  },
  missing_param: { en: "Something is missing", de: "Es fehlt etwas" },
  duplicate_found: { en: "This exists already", de: "Das gibt es schon" },
  duplicate_resource_key: { en: "This exists already", de: "Das gibt es schon" },
  duplicate_source_id: { en: "This ID is taken", de: "Diese ID ist vergeben" },
  duplicate_key: { en: "A code is there twice", de: "Ein Code ist doppelt" },
  resource_in_use: { en: "It is still in use", de: "Es wird noch gebraucht" },
  resource_protected: { en: "It is protected", de: "Es ist geschützt" },
  stacking_rules_exist: {
    en: "The project has stacking rules already; load the page again",
    de: "Das Projekt hat schon Regeln fürs Kombinieren; lade die Seite neu",
  },
  metadata_validation_failed: {
    en: "The metadata does not fit its schema",
    de: "Die Metadaten passen nicht zu ihrem Schema",
  },
  invalid_campaign: { en: "The campaign is not valid", de: "Die Kampagne ist nicht gültig" },
  invalid_voucher: { en: "The voucher is not valid", de: "Der Gutschein ist nicht gültig" },
  invalid_code_config: {
    en: "The code pattern is not valid",
    de: "Das Codemuster ist nicht gültig",
  },
  invalid_expiration_date: {
    en: "The day on which it ends is not valid",
    de: "Der Tag, an dem es endet, ist nicht gültig",
  },
  invalid_add_balance_params: {
    en: "The balance cannot change so",
    de: "So lässt sich das Guthaben nicht ändern",
  },
  invalid_validation_rules: { en: "The rule is not valid", de: "Die Regel ist nicht gültig" },
  invalid_balance: {
    en: "A reward of credit or points has to say how many",
    de: "Eine Prämie aus Guthaben oder Punkten muss sagen, wie viele",
  },
  invalid_sku: { en: "The variant does not fit", de: "Die Variante passt nicht" },
  invalid_pending_points_state: {
    en: "These points are not pending any more",
    de: "Diese Punkte stehen nicht mehr aus",
  },
  invalid_import: {
    en: "The file cannot be imported",
    de: "Die Datei lässt sich nicht importieren",
  },
  invalid_export_params: {
    en: "So it cannot be exported",
    de: "So lässt es sich nicht exportieren",
  },
  invalid_export_fields: {
    en: "The export has no such column",
    de: "Diese Spalte hat der Export nicht",
  },
  campaign_not_active: { en: "The campaign is not active", de: "Die Kampagne ist nicht aktiv" },
  loyalty_card_not_active: {
    en: "The loyalty card is not active",
    de: "Die Treuekarte ist nicht aktiv",
  },
  no_voucher_suitable_for_publication: {
    en: "The campaign has no free code left",
    de: "Die Kampagne hat keinen freien Code mehr",
  },
  missing_vouchers: {
    en: "It has to be said from which campaign the code is",
    de: "Es fehlt, aus welcher Kampagne der Code ist",
  },
  too_many_vouchers_requested: {
    en: "So many codes cannot be given at once",
    de: "So viele Codes lassen sich nicht auf einmal vergeben",
  },
  voucher_already_published: {
    en: "The code was given to somebody already",
    de: "Der Code ist schon vergeben",
  },
  voucher_cannot_be_published: {
    en: "The customer has a code of this campaign already",
    de: "Der Kunde hat schon einen Code dieser Kampagne",
  },
  voucher_disabled: { en: "The voucher is disabled", de: "Der Gutschein ist deaktiviert" },
  voucher_not_active: { en: "The voucher does not hold yet", de: "Der Gutschein gilt noch nicht" },
  voucher_not_active_now: {
    en: "The voucher does not hold at this hour",
    de: "Der Gutschein gilt zu dieser Zeit nicht",
  },
  voucher_expired: { en: "The voucher has expired", de: "Der Gutschein ist abgelaufen" },
  quantity_exceeded: {
    en: "It has been used as often as it may",
    de: "Es wurde so oft genutzt, wie es darf",
  },
  gift_amount_exceeded: {
    en: "The card has less credit",
    de: "Die Karte hat weniger Guthaben",
  },
  loyalty_card_points_exceeded: {
    en: "The card has fewer points",
    de: "Die Karte hat weniger Punkte",
  },
  missing_reward: { en: "A reward has to be named", de: "Es fehlt die Prämie" },
  missing_order: { en: "It needs an order", de: "Es braucht eine Bestellung" },
  missing_amount: { en: "It needs an amount", de: "Es braucht einen Betrag" },
  missing_order_items: {
    en: "It needs a cart with lines",
    de: "Es braucht einen Warenkorb mit Zeilen",
  },
  missing_order_items_amount: {
    en: "No line of the cart fits",
    de: "Keine Zeile des Warenkorbs passt",
  },
  missing_customer_token: {
    en: "It needs the customer's token",
    de: "Es braucht das Token des Kunden",
  },
  missing_customer: { en: "It needs a customer", de: "Es braucht einen Kunden" },
  ambiguous_tracking_id: {
    en: "Two different customers are named",
    de: "Es sind zwei verschiedene Kunden genannt",
  },
  invalid_customer: { en: "It belongs to another customer", de: "Es gehört einem anderen Kunden" },
  invalid_order: { en: "The order is not valid", de: "Die Bestellung ist nicht gültig" },
  promotion_inactive: { en: "The promotion is not active", de: "Die Aktion ist nicht aktiv" },
  promotion_not_active_now: {
    en: "The promotion does not hold at this hour",
    de: "Die Aktion gilt zu dieser Zeit nicht",
  },
  customer_rules_violated: {
    en: "The customer does not meet its rules",
    de: "Der Kunde erfüllt die Regeln nicht",
  },
  order_rules_violated: {
    en: "The order does not meet its rules",
    de: "Die Bestellung erfüllt die Regeln nicht",
  },
  redemption_rules_violated: {
    en: "The use does not meet its rules",
    de: "Die Einlösung erfüllt die Regeln nicht",
  },
  no_applicable_redeemables: {
    en: "Nothing of it can be used",
    de: "Nichts davon ist einsetzbar",
  },
  duplicated_redeemables: { en: "One is there twice", de: "Eines ist doppelt" },
  invalid_redeemables: {
    en: "These cannot be used together",
    de: "Diese lassen sich nicht zusammen einsetzen",
  },
  referrer_not_permitted_to_redeem: {
    en: "Who refers cannot use the code",
    de: "Wer wirbt, kann den Code nicht einlösen",
  },
  already_rolled_back: { en: "It was rolled back already", de: "Es ist schon zurückgenommen" },
  invalid_redemption: {
    en: "This use cannot be rolled back so",
    de: "So lässt sich diese Einlösung nicht zurücknehmen",
  },
  invalid_redemption_parent: {
    en: "It is part of a use, which is rolled back as a whole",
    de: "Es ist Teil einer Einlösung, die als Ganzes zurückgenommen wird",
  },
  no_effect: { en: "It would change nothing", de: "Es würde nichts ändern" },
  preceding_validation_failed: {
    en: "One before it was refused",
    de: "Eines davor wurde abgelehnt",
  },
  exclusion_rules_not_met: {
    en: "An exclusive one is used already",
    de: "Ein ausschließendes ist schon eingesetzt",
  },
  applicable_redeemables_limit_exceeded: {
    en: "As many as allowed are used already",
    de: "Es sind schon so viele eingesetzt wie erlaubt",
  },
  applicable_redeemables_per_category_limit_exceeded: {
    en: "As many of this category as allowed are used already",
    de: "Von dieser Kategorie sind schon so viele eingesetzt wie erlaubt",
  },
  applicable_exclusive_redeemables_limit_exceeded: {
    en: "As many exclusive ones as allowed are used already",
    de: "Es sind schon so viele ausschließende eingesetzt wie erlaubt",
  },
  applicable_exclusive_redeemables_per_category_limit_exceeded: {
    en: "As many exclusive ones of this category as allowed are used already",
    de: "Von dieser Kategorie sind schon so viele ausschließende eingesetzt wie erlaubt",
  },
} as const;
