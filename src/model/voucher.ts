import * as z from "zod";
import { PATH_NAMES } from "../lib/path-names";
import { Assignment } from "./assignment";
import { Category } from "./category";
import { Discount, Money } from "./discount";
import { inlineList, inlineListOf } from "./list";
import { Metadata } from "./metadata";
import { PLAIN_TEXT, VISIBLE } from "./plain-text";
import { DayOfWeek, ValidityHours, ValidityTimeframe } from "./time-window";
import { VOUCHER_TYPES } from "./voucher-kinds";

export const VoucherType = z.enum(VOUCHER_TYPES);

const [PLAIN_FORM, PLAIN_NAME] = PLAIN_TEXT;
/** What a code, and each part that codes are drawn from, is made of. */
const isPlain = (text: string): boolean => PLAIN_FORM.test(text);
const PLAIN = `must be ${PLAIN_NAME}`;

export const Code = z.string().trim().min(1).max(255).refine(isPlain, PLAIN);

/**
 * What stands behind `/v1/vouchers/` in paths of this service or of its older clients: as a code it
 * would be made by who means that path, and given to somebody.
 */
const PATHS = new Set([
  ...["publish", "enable", "disable", "import", "importCSV", "export"],
  ...["bulk", "metadata", "validate", "redemption", "qualification"],
]);

/** A code to be made. */
export const NewCode = Code.refine(...PATH_NAMES)
  .refine(...VISIBLE)
  .refine(
    (code) => !PATHS.has(code),
    `must not be one of ${[...PATHS].join(", ")}, which paths name`,
  );

export const Gift = z.object({
  amount: Money,
  balance: Money.nullish(),
  effect: z.enum(["APPLY_TO_ORDER", "APPLY_TO_ITEMS"]).nullish(),
});
export type Gift = z.infer<typeof Gift>;
export const LoyaltyCard = z.object({ points: z.int().min(0), balance: z.int().min(0).nullish() });
export const Quantity = z.object({ quantity: z.int().min(0).nullish() });

/** A drawn space would be trimmed off the ends of a code. */
const isInk = (text: string): boolean => isPlain(text) && !/\s/u.test(text.normalize("NFKC"));
export const CodeConfig = z.object({
  length: z.int().min(1).max(100).nullish(),
  charset: z
    .string()
    .min(1)
    .max(1000)
    .refine(isInk, "must be visible characters")
    .refine(...VISIBLE)
    .nullish(),
  pattern: z
    .string()
    .min(1)
    .max(255)
    .refine(isPlain, PLAIN)
    .refine(...VISIBLE)
    .nullish(),
  prefix: z
    .string()
    .max(100)
    .refine(isPlain, PLAIN)
    .refine(...VISIBLE)
    .nullish(),
  postfix: z
    .string()
    .max(100)
    .refine(isPlain, PLAIN)
    .refine(...VISIBLE)
    .nullish(),
});

/** Where the first page of what happened to a code is, as a path of this service. */
export const listPath = (code: string, list: "publications" | "redemptions"): string =>
  `/v1/vouchers/${encodeURIComponent(code)}/${list}?page=1&limit=10`;

const asset = z.object({ id: z.string(), url: z.url() });

/** Contract, "Voucher". */
export const Voucher = z
  .object({
    id: z.string(),
    code: z.string(),
    campaign: z.string().nullable(),
    campaign_id: z.string().nullable(),
    category: z.string().nullable(),
    category_id: z.string().nullable(),
    categories: z.array(Category),
    type: VoucherType,
    discount: Discount.nullable(),
    gift: z
      .object({
        amount: z.int(),
        balance: z.int(),
        subtracted_amount: z.int(),
        effect: z.string().nullable(),
      })
      .nullable(),
    loyalty_card: z
      .object({
        points: z.int(),
        balance: z.int(),
        next_expiration_date: z.string().optional(),
        next_expiration_points: z.int().optional(),
        pending_points: z.int(),
        expired_points: z.int(),
        subtracted_points: z.int(),
      })
      .nullable(),
    start_date: z.string().nullable(),
    expiration_date: z.string().nullable(),
    validity_timeframe: ValidityTimeframe.nullable(),
    validity_day_of_week: z.array(DayOfWeek).nullable(),
    validity_hours: ValidityHours.optional(),
    active: z.boolean().nullable(),
    additional_info: z.string().nullable(),
    metadata: Metadata,
    assets: z.object({ qr: asset, barcode: asset }),
    is_referral_code: z.boolean(),
    created_at: z.string(),
    updated_at: z.string().nullable(),
    holder_id: z.string().optional(),
    referrer_id: z.string().optional(),
    publish: z.object({ object: z.literal("list"), count: z.int(), url: z.string() }),
    redemption: z.object({
      quantity: z.int().nullable(),
      redeemed_quantity: z.int(),
      redeemed_amount: z.int().optional(),
      redeemed_points: z.int().optional(),
      object: z.literal("list"),
      url: z.string(),
    }),
    validation_rules_assignments: inlineListOf(Assignment),
    object: z.literal("voucher"),
  })
  .meta({ id: "Voucher" });
export type Voucher = z.infer<typeof Voucher>;

/**
 * What a shopper's device is shown of a voucher: not what the shop notes for itself, not its rules,
 * and not whose it is.
 */
export const ClientVoucher = Voucher.pick({
  id: true,
  code: true,
  campaign: true,
  campaign_id: true,
  category: true,
  category_id: true,
  categories: true,
  type: true,
  discount: true,
  gift: true,
  loyalty_card: true,
  start_date: true,
  expiration_date: true,
  validity_timeframe: true,
  validity_day_of_week: true,
  validity_hours: true,
  active: true,
  metadata: true,
  assets: true,
  is_referral_code: true,
  created_at: true,
  updated_at: true,
  publish: true,
  redemption: true,
  object: true,
})
  .extend({
    /** Read by clients of the reference service, and told to no browser, whatever they hold. */
    additional_info: z.null().catch(null),
    validation_rules_assignments: inlineListOf(z.never()).catch(inlineList([])),
  })
  .meta({ id: "ClientVoucher" });
export type ClientVoucher = z.infer<typeof ClientVoucher>;
