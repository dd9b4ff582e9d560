import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Refusal } from "./engine/stacking/refusal";

interface ErrorEntry {
  status: ContentfulStatusCode;
  message: string;
  when: string;
  remedy: string;
}

const entry = (
  status: ContentfulStatusCode,
  message: string,
  when: string,
  remedy: string,
): ErrorEntry => ({ status, message, when, remedy });

/** THE error table. `docs/errors.md` is generated from it: one row per key. */
export const errors = {
  // who may come in
  unauthorized: entry(
    401,
    "Unauthorized",
    "The credential headers are missing, unknown, blocked or of another family.",
    "Send the two headers of the family you call; rotate the key if its token is lost.",
  ),
  unauthorized_client: entry(
    401,
    "Unauthorized client",
    "The `X-Customer-Token` is forged, of another project, past its time, or its customer was deleted.",
    "Let the back end make a new one: `POST /v1/customers/{id}/client-token`.",
  ),
  forbidden: entry(
    403,
    "Forbidden",
    "The key is right but the action is closed: the origin is not trusted, or the project has switched the action off for clients.",
    "Add the origin to `client_trusted_domains`, or turn the named switch on.",
  ),
  missing_required_permission: entry(
    403,
    "Missing permission",
    "The key may not do this: its `permissions` are others, or it is a management key of one project and asks for something of the whole deployment.",
    "Give the key the permission that the operation tells in `/openapi.json` (`x-permission`), or use the deployment's own management pair.",
  ),
  too_many_requests: entry(
    429,
    "Too many requests hit the API too quickly.",
    "The caller's address is past its request rate, past its budget of failed code look-ups, or holds as much as one address block may.",
    "Wait for the seconds in `Retry-After`.",
  ),

  // what was sent
  not_found: entry(
    404,
    "Resource not found",
    "The route or the named resource does not exist in this project.",
    "Check the id or code; codes must be percent-encoded in paths.",
  ),
  method_not_allowed: entry(
    405,
    "HTTP Method Not Allowed",
    "The path exists, but not for this method.",
    "Use one of the methods in the `Allow` header.",
  ),
  unsupported_media_type: entry(
    415,
    "Unsupported Media Type",
    "The body is neither JSON nor the form the endpoint wants.",
    "Send `Content-Type: application/json`, or `multipart/form-data` or `text/csv` where a file is imported.",
  ),
  query_too_large: entry(
    413,
    "Request too large",
    "The body is over 1 MiB, the file of an import over 10 MiB, or what would be stored of it in one row over 2,000,000 bytes.",
    "Send less in one request.",
  ),
  invalid_payload: entry(
    400,
    "Invalid payload",
    "The body is not valid JSON or does not fit the operation; `details` names the property.",
    "Correct the named property.",
  ),
  invalid_query_params: entry(
    400,
    "Invalid query params",
    "A query parameter is out of range or not understood; `details` names it.",
    "Correct the named parameter.",
  ),
  idempotency_key_reused: entry(
    422,
    "Idempotency key reused",
    "The `Idempotency-Key` was used within 24 hours for another request.",
    "Use a new key for a new request; repeat a request unchanged under its own key.",
  ),
  duplicate_found: entry(
    409,
    "Duplicated resource found",
    "Something with this code, id or name exists.",
    "Read the existing one, or choose another name.",
  ),
  resource_in_use: entry(
    400,
    "Resource in use",
    "Something else refers to the resource; `related_object_ids` lists it.",
    "Remove the references first.",
  ),

  stacking_rules_exist: entry(
    409,
    "Stacking rules exist",
    "The project has set its stacking rules; there is one set for each project.",
    "Update them, or delete them first.",
  ),

  // vouchers and rules
  invalid_voucher: entry(
    400,
    "Invalid Voucher",
    "The parts of the voucher do not fit together, such as a gift card without `gift`.",
    "`details` names what is missing or contradicts.",
  ),
  invalid_code_config: entry(
    400,
    "Invalid code config",
    "The pattern cannot give enough different codes, or contradicts its length.",
    "`details` says how many characters would do.",
  ),
  invalid_add_balance_params: entry(
    400,
    "Invalid add balance params",
    "The amount is missing, zero, would take the balance below zero, or above the largest safe amount.",
    "Send an amount that the balance allows.",
  ),
  missing_param: entry(
    400,
    "Missing required parameter",
    "A part of the body that the rest of it makes necessary is missing.",
    "`details` names it.",
  ),
  invalid_expiration_date: entry(
    400,
    "Invalid Expiration Date",
    "Points would expire on a day that has passed.",
    "Send today or a later day.",
  ),
  invalid_pending_points_state: entry(
    400,
    "Invalid pending points state",
    "The pending points count already, or were canceled.",
    "List the card's pending points for those that still wait.",
  ),
  invalid_validation_rules: entry(
    400,
    "Invalid Validation Rule Definition",
    "A rule has an unknown name or operator, lacks its property, or its logic cannot be read.",
    "`details` names the rule and the reason.",
  ),

  // campaigns, codes and what they refer to
  invalid_campaign: entry(
    400,
    "Invalid Campaign",
    "The parts of the campaign do not fit its type, or its type does not allow what is asked.",
    "`details` names what is missing or contradicts.",
  ),
  invalid_product: entry(
    400,
    "Invalid product",
    "The product cannot be what the request makes of it.",
    "`details` names the property.",
  ),
  invalid_sku: entry(
    400,
    "Invalid SKU",
    "The SKU belongs to another product, or cannot be what the request makes of it.",
    "`details` names the property.",
  ),
  resource_protected: entry(
    400,
    "Resource is protected",
    "The resource is marked as protected.",
    "Remove the protection first.",
  ),
  duplicate_resource_key: entry(
    400,
    "Duplicate resource key",
    "An identifier of the request is in use by another object.",
    "Use another identifier, or update the object that has it.",
  ),
  duplicate_key: entry(
    400,
    "Duplicate codes",
    "Codes of an import exist already, or stand in it twice.",
    "Remove the codes that `details` names.",
  ),
  duplicate_source_id: entry(
    400,
    "Duplicate source_id",
    "The `source_id` was used for a publication of another customer or campaign.",
    "Use a `source_id` of its own for each publication; repeat a publication unchanged under its own.",
  ),
  invalid_import: entry(
    400,
    "Invalid import",
    "The file cannot be read as a whole: its size, its encoding, its shape or its columns are wrong.",
    "`details` names the row or the column.",
  ),
  metadata_validation_failed: entry(
    400,
    "Metadata validation failed",
    "Metadata does not fit the project's schema for its kind of object.",
    "`details` names the field, what it must be and what it is.",
  ),
  missing_vouchers: entry(
    400,
    "Missing vouchers",
    "A publication names neither a campaign nor a voucher.",
    "Send `campaign` or `voucher`.",
  ),
  invalid_publish_params: entry(
    400,
    "Invalid publish params",
    "The publication cannot be made as it is asked for.",
    "`details` names the property.",
  ),
  too_many_vouchers_requested: entry(
    400,
    "Too many vouchers requested",
    "One publication asks for more codes than it may give.",
    "Ask for fewer, in several publications.",
  ),
  no_voucher_suitable_for_publication: entry(
    400,
    "Couldn't find any voucher suitable for publication",
    "The campaign has no free code left and makes no new ones, or is not active.",
    "Add codes to the campaign, or make it `AUTO_UPDATE`.",
  ),
  voucher_already_published: entry(
    400,
    "Voucher already published",
    "The voucher was given to a customer before.",
    "Publish another voucher.",
  ),
  voucher_cannot_be_published: entry(
    400,
    "Voucher cannot be published",
    "The customer joined the campaign before, and it can be joined once only.",
    "Use the code that the customer has.",
  ),
  invalid_export_params: entry(
    400,
    "Invalid export params",
    "The export asks for something that it cannot give.",
    "`details` names the parameter.",
  ),
  invalid_export_fields: entry(
    400,
    "Invalid Export",
    "A field of the export does not exist.",
    "`details` lists the fields that do.",
  ),

  // rewards
  invalid_balance: entry(
    400,
    "Property 'parameters.campaign.balance' is invalid",
    "A reward that adds credits or points does not say how many.",
    "Send a balance greater than zero.",
  ),

  // deciding
  duplicated_redeemables: entry(
    400,
    "Duplicated redeemables detected",
    "One redeemable stands twice in the request.",
    "Send each redeemable once.",
  ),
  invalid_redeemables: entry(
    400,
    "Invalid redeemables",
    "The redeemables cannot be combined in one request.",
    "`details` says which cannot stand together.",
  ),
  no_applicable_redeemables: entry(
    400,
    "No applicable redeemables",
    "None of the redeemables applies.",
    "See `inapplicable_redeemables` of a validation for each reason.",
  ),
  multiple_requests: entry(
    400,
    "Multiple requests for the same resource",
    "Other requests kept changing the same order, customer or voucher while this one was decided.",
    "Send the request again after the second that `Retry-After` names.",
  ),
  voucher_disabled: entry(
    400,
    "voucher is disabled",
    "The voucher's `active` flag is off.",
    "Enable the voucher.",
  ),
  voucher_not_active: entry(
    400,
    "voucher is not active yet",
    "The start date lies ahead.",
    "Wait for `start_date`.",
  ),
  voucher_expired: entry(
    400,
    "voucher expired",
    "The expiration date has passed.",
    "Extend `expiration_date`.",
  ),
  voucher_not_active_now: entry(
    400,
    "voucher not active now",
    "The moment lies outside the validity timeframe, days or hours.",
    "Try inside the window, in the project's time zone.",
  ),
  quantity_exceeded: entry(
    400,
    "quantity exceeded",
    "All redemptions the voucher allows are used.",
    "Raise `redemption.quantity`, or roll one back.",
  ),
  gift_amount_exceeded: entry(
    400,
    "gift amount exceeded",
    "More credits are asked for than the card holds.",
    "Ask for at most the balance.",
  ),
  loyalty_card_points_exceeded: entry(
    400,
    "loyalty card points exceeded",
    "More points are asked for, or needed, than can be spent of the card.",
    "Ask for at most the balance.",
  ),
  missing_reward: entry(
    400,
    "Missing reward",
    "A loyalty card is redeemed without naming a reward.",
    "Send `reward.id`.",
  ),
  missing_order: entry(
    400,
    "Missing order",
    "A rule or the discount needs an order and none was sent.",
    "Send `order`.",
  ),
  missing_amount: entry(
    400,
    "Missing amount",
    "A rule or the discount needs the order's amount and it is not known.",
    "Send `order.amount`, or items with a price.",
  ),
  missing_order_items: entry(
    400,
    "Missing order items",
    "The discount works on the order's items and none were sent.",
    "Send `order.items` with prices.",
  ),
  missing_order_items_amount: entry(
    400,
    "Missing applicable order items",
    "A gift card pays for items, and the order has none that it may pay for.",
    "Send `order.items` with prices, or check the rule's `applicable_to`.",
  ),
  promotion_inactive: entry(
    400,
    "Inactive Promotion",
    "The promotion tier or its campaign is disabled.",
    "Enable it.",
  ),
  promotion_not_active_now: entry(
    400,
    "Promotion not active now",
    "The moment lies outside the tier's or its campaign's window.",
    "Try inside the window, in the project's time zone.",
  ),
  missing_customer: entry(
    400,
    "Missing customer",
    "A rule needs a customer and none was sent.",
    "Send `customer`.",
  ),
  customer_rules_violated: entry(
    400,
    "customer does not match validation rules",
    "A rule on the customer is not met.",
    "`error.message` carries the shop's own text if the rule has one.",
  ),
  order_rules_violated: entry(
    400,
    "order does not match validation rules",
    "A rule on the order or its items is not met.",
    "`error.message` carries the shop's own text if the rule has one.",
  ),
  redemption_rules_violated: entry(
    400,
    "redemption does not match validation rules",
    "A rule on the redemption is not met.",
    "`error.message` carries the shop's own text if the rule has one.",
  ),
  invalid_customer: entry(
    400,
    "Invalid customer",
    "The customer is not the one that the redemption belongs to, or not the holder of the loyalty card.",
    "Send the customer of the redemption, or none; a card is spent by its holder.",
  ),
  invalid_order: entry(
    400,
    "Invalid order",
    "The order's amounts or its change of status are not possible.",
    "`details` says what does not fit.",
  ),
  already_rolled_back: entry(
    400,
    "Already rolled back",
    "The redemption was rolled back before.",
    "Nothing is left to do.",
  ),
  invalid_redemption: entry(
    400,
    "Invalid redemption",
    "The redemption cannot be rolled back this way: it failed, or it is a stack.",
    "Use `/rollbacks` on the parent of a stack.",
  ),
  ambiguous_tracking_id: entry(
    400,
    "Ambiguous trackingId",
    "`tracking_id` and the customer name two different people.",
    "Send one of them, or the customer's own source id.",
  ),

  // ours
  internal_error: entry(
    500,
    "Internal error",
    "A fault of ours; the cause is in the service's log under the request id.",
    "Try again; report the request id if it stays.",
  ),
} satisfies Record<string, ErrorEntry>;

export type ErrorKey = keyof typeof errors;

/** What a failure says beside its key: contract, "Errors". */
export interface ErrorFacts {
  message?: string | undefined;
  details?: string | undefined;
  resource_id?: string | undefined;
  resource_type?: string | undefined;
  related_object_ids?: string[] | undefined;
  related_object_type?: string | undefined;
  related_object_total?: number | undefined;
  error?: { message: string } | undefined;
}

/** Headers that go with a key wherever it is thrown. */
const HEADERS: Partial<Record<ErrorKey, Record<string, string>>> = {
  multiple_requests: { "Retry-After": "1" },
};

/** A failure that leaves as an answer: it names a key of the table, never a status. */
export class ApiError extends Error {
  readonly key: ErrorKey;
  readonly facts: ErrorFacts;
  readonly headers: Record<string, string>;

  constructor(key: ErrorKey, facts: ErrorFacts = {}, headers = HEADERS[key] ?? {}) {
    super(key);
    this.name = "ApiError";
    this.key = key;
    this.facts = facts;
    this.headers = headers;
  }
}

/**
 * The 429 of a caller past a limit; `now` is epoch milliseconds (reference service, rate limits).
 */
export const tooManyRequests = (retrySeconds: number, now: number, details?: string): ApiError =>
  new ApiError("too_many_requests", details === undefined ? {} : { details }, {
    "Retry-After": String(retrySeconds),
    "X-Rate-Limit-Remaining": "0",
    "X-Rate-Limit-Retry": String(Math.ceil(now / 1000) + retrySeconds),
    "X-Rate-Limit-Type": "api_calls",
  });

/** The 404 that a missing resource and another project's resource share. */
export const notFound = (type: string, id: string): ApiError =>
  new ApiError("not_found", {
    details: `Cannot find ${type} with id ${id}`,
    resource_id: id,
    resource_type: type,
  });

/** The error body of the contract, for a failure or for a redeemable that cannot apply. */
export function errorBody(key: ErrorKey, facts: ErrorFacts, requestId: string) {
  const { message, ...rest } = facts;
  const text = message ?? errors[key].message;
  return { code: errors[key].status, key, message: text, ...rest, request_id: requestId };
}

const KIND = {
  PROMOTION_TIER: "Promotion Tier",
  DISCOUNT_VOUCHER: "Discount Coupon",
  GIFT_VOUCHER: "Gift Card",
  LOYALTY_CARD: "Loyalty Card",
} as const;

const NEEDED: Partial<Record<ErrorKey, string>> = {
  missing_customer: "Customer is required to validate rules",
  missing_order: "Order is required to validate rules",
  missing_amount: "Order amount is required to validate rules",
  missing_reward: "A reward is required when redeeming a LOYALTY_CARD",
  missing_order_items: "Order items are required to apply the discount",
  missing_order_items_amount:
    "At least one applicable order item with amount is required to redeem this GIFT_VOUCHER",
};

const REWARD = {
  quantity_exceeded: "is out of stock",
  invalid_redeemables: "is not a coin: it is redeemed by the member, not on an order",
} as const;

const NOT_HOLDER = "Customer must be a holder of a loyalty card.";

const TIER_STATE: Partial<Record<ErrorKey, string>> = {
  promotion_inactive: "is disabled.",
  promotion_not_active_now: "is not active now.",
};

/** A refusal of the engine as an entry of the table with its facts. */
export function refusalError(refusal: Refusal): { key: ErrorKey; facts: ErrorFacts } {
  const { reason: key } = refusal;
  if (refusal.kind === "unknown") return { key, facts: notFound(refusal.object, refusal.id).facts };
  if (refusal.kind === "state") {
    const { code } = refusal;
    const ofTier = TIER_STATE[key] && `Promotion Tier with id: ${code} ${TIER_STATE[key]}`;
    const message = key === "invalid_customer" ? NOT_HOLDER : undefined;
    return { key, facts: { details: NEEDED[key] ?? ofTier ?? code, ...(message && { message }) } };
  }
  if (refusal.kind === "reward") {
    const { id, reason } = refusal;
    return { key, facts: { details: `Reward with id ${id} ${REWARD[reason]}` } };
  }
  const violated = `${KIND[refusal.type]} cannot be redeemed because of violated validation rules: ${refusal.rule_id}`;
  return {
    key,
    facts: {
      details: NEEDED[key] ?? violated,
      ...(refusal.message && { error: { message: refusal.message } }),
    },
  };
}
