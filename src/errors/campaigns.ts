import { type ErrorEntry, entry } from "./entry";

/** Campaigns, codes, rewards and what they refer to. */
export const campaignErrors = {
  invalid_campaign: entry(
    400,
    "Invalid Campaign",
    "The parts of the campaign do not fit its type, or its type does not allow what is asked.",
  ),
  invalid_product: entry(
    400,
    "Invalid product",
    "The product cannot be what the request makes of it.",
  ),
  invalid_sku: entry(
    400,
    "Invalid SKU",
    "The SKU belongs to another product, or cannot be what the request makes of it.",
  ),
  resource_protected: entry(400, "Resource is protected", "The resource is marked as protected."),
  duplicate_resource_key: entry(
    400,
    "Duplicate resource key",
    "An identifier of the request is in use by another object.",
  ),
  duplicate_key: entry(
    400,
    "Duplicate codes",
    "Codes of an import exist already, or stand in it twice.",
  ),
  duplicate_source_id: entry(
    400,
    "Duplicate source_id",
    "The `source_id` was used for a publication of another customer or campaign.",
  ),
  invalid_import: entry(
    400,
    "Invalid import",
    "The file cannot be read as a whole: its size, its encoding, its shape or its columns are wrong.",
  ),
  metadata_validation_failed: entry(
    400,
    "Metadata validation failed",
    "Metadata does not fit the project's schema for its kind of object.",
  ),
  missing_vouchers: entry(
    400,
    "Missing vouchers",
    "A publication names neither a campaign nor a voucher.",
  ),
  too_many_vouchers_requested: entry(
    400,
    "Too many vouchers requested",
    "One publication asks for more codes than it may give.",
  ),
  no_voucher_suitable_for_publication: entry(
    400,
    "Couldn't find any voucher suitable for publication",
    "The campaign has no free code left and makes no new ones, or is not active; or its codes are still being made.",
  ),
  not_published: entry(
    400,
    "Voucher is not published",
    "A referral code is given to referees before anybody gives it out.",
  ),
  holder_assignement_duplication: entry(
    409,
    "Customer is already assigned to given redeemable",
    "One of the customers holds the code already.",
  ),
  voucher_already_published: entry(
    400,
    "Voucher already published",
    "The voucher was given to a customer before.",
  ),
  voucher_cannot_be_published: entry(
    400,
    "Voucher cannot be published",
    "The customer joined the campaign before, and it can be joined once only.",
  ),
  invalid_export_params: entry(
    400,
    "Invalid export params",
    "The export asks for something that it cannot give.",
  ),
  invalid_export_fields: entry(400, "Invalid Export", "A field of the export does not exist."),
  invalid_balance: entry(
    400,
    "Property 'parameters.campaign.balance' is invalid",
    "A reward that adds credits or points does not say how many.",
  ),
  campaign_not_active: entry(
    400,
    "Campaign is not active",
    "Points were asked to be estimated in a program that is off, not begun or over.",
  ),
  loyalty_card_not_active: entry(
    400,
    "Loyalty card is not active",
    "Points were asked to be estimated for a customer whose card in the program is off or over.",
  ),
  campaign_not_allow_auto_join: entry(
    400,
    "Campaign does not allow to join automatically",
    "Points were asked to be estimated for a customer without a card, in a program that nobody joins by earning.",
  ),
} satisfies Record<string, ErrorEntry>;
