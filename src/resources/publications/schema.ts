import * as z from "zod";
import { afterId, cursorListOf, filteredQuery, ordersOf, pageQuery } from "../../http/page";
import { ClientCustomer, CustomerInput, ShopperInput } from "../../model/customer";
import { Filters } from "../../model/filter";
import { RedeemableHolder } from "../../model/holder";
import { Identity } from "../../model/identity";
import { Metadata } from "../../model/metadata";
import { Publication } from "../../model/publication";
import { ClientVoucher, Voucher } from "../../model/voucher";
import { VOUCHER_TYPES_CALLED } from "../../model/voucher-kinds";

const name = z.string().max(255).nullish();

/** A campaign by name or id, alone or with the number of codes to give. */
const campaignOf = <N extends z.ZodType<number>>(count: N) =>
  z.union([z.string().max(255), z.object({ name, id: name, count: count.nullish() })]).nullish();

const shared = {
  voucher: name,
  channel: z.string().max(255).nullish(),
  metadata: Metadata.nullish(),
  source_id: Identity,
};

/** JSON as it stands for an object; what is none stays text, which the schema refuses. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Whom a publication is for. Text is a source id, or the id of a customer who is stored, or such an
 * object as JSON: that is how messages with templates send it.
 */
const receiver = <T extends z.ZodType>(schema: T) =>
  z.union([
    schema,
    z
      .string()
      .trim()
      .min(1)
      .max(20_000)
      .transform((text) => (text.startsWith("{") ? parsed(text) : { id: text, source_id: text }))
      .pipe(schema),
  ]);

/** Body of a publication. SDKs send `join_once` in the body, other clients in the query. */
export const PublicationCreate = z
  .object({
    ...shared,
    campaign: campaignOf(z.int().min(1)),
    customer: receiver(CustomerInput),
    join_once: z.boolean().nullish(),
  })
  .meta({ anyOf: [{ required: ["campaign"] }, { required: ["voucher"] }] });
export type PublicationCreate = z.infer<typeof PublicationCreate>;

export const JoinOnce = z.object({ join_once: z.stringbool().optional() });

/** The same as a query, for links: everything in it is text. */
export const PublicationLink = z.object({
  ...shared,
  campaign: campaignOf(z.coerce.number().int().min(1)),
  customer: receiver(CustomerInput),
  join_once: z.stringbool().optional(),
});
export type PublicationLink = z.infer<typeof PublicationLink>;

/**
 * From a shopper's device: the customer is whoever the shop calls so, never one by our id, or the
 * one whose token is sent.
 */
export const ClientPublish = PublicationCreate.extend({
  customer: receiver(ShopperInput).nullish(),
});
export type ClientPublish = z.infer<typeof ClientPublish>;

/** SDKs for browsers name the campaign in the query. */
export const ClientPublishQuery = JoinOnce.extend({ campaign: z.string().max(255).optional() });

/**
 * What a shopper's device sees, field by field: the code, and nothing that the shop noted for
 * itself.
 */
export const ClientPublication = Publication.pick({
  id: true,
  object: true,
  created_at: true,
  customer_id: true,
  tracking_id: true,
  metadata: true,
  channel: true,
  source_id: true,
  result: true,
  vouchers_id: true,
  vouchers: true,
})
  .extend({
    customer: ClientCustomer.optional(),
    voucher: ClientVoucher.optional(),
  })
  .meta({ id: "ClientPublication" });

/** Names of types in short, by those in full. */
const SHORT = new Map(
  Object.entries(VOUCHER_TYPES_CALLED).map(([short, full]) => [full.toLowerCase(), short]),
);
const ShortType = z.preprocess(
  (sent) => (typeof sent === "string" ? (SHORT.get(sent.toLowerCase()) ?? sent) : sent),
  z.enum(["discount", "loyalty", "gift"]),
);

/** Ids begin with their time, so both orders are one. */
const order = z.enum(["created_at", "-created_at", "id", "-id"]).default("-created_at");

export const PublicationQuery = z.object({
  ...pageQuery,
  // Beyond the limit it is `page_over_limit` (reference service, limits).
  page: z.coerce.number().int().min(1).default(1),
  order: ordersOf(
    "created_at",
    "id",
    "voucher_code",
    "tracking_id",
    "customer_id",
    "channel",
  ).default("-created_at"),
  campaign: z.string().max(255).optional(),
  customer: z.string().max(255).optional(),
  voucher: z.string().max(255).optional(),
  result: z.enum(["SUCCESS", "FAILURE"]).optional(),
  source_id: z.string().max(255).optional(),
  voucher_type: ShortType.optional(),
  is_referral_code: z.stringbool().optional(),
  ...filteredQuery,
});
export type PublicationQuery = z.infer<typeof PublicationQuery>;

/** Query of one voucher's publications. */
export const VoucherPublicationQuery = z.object({ ...pageQuery, order });
export type VoucherPublicationQuery = z.infer<typeof VoucherPublicationQuery>;

/** Contract, "Redeemable holder", with the redeemable itself. */
export const HeldRedeemable = RedeemableHolder.extend({
  campaign_id: z.string().nullable(),
  campaign_type: z.string().nullable(),
  voucher_type: z.string().nullable(),
  redeemable: z
    .object({
      type: z.literal("voucher"),
      voucher: Voucher,
      status: z.enum(["ACTIVE", "USED", "DISABLED", "NOT_ACTIVE_YET", "EXPIRED", "NO_BALANCE"]),
    })
    .optional(),
}).meta({ id: "HeldRedeemable" });
export type HeldRedeemable = z.infer<typeof HeldRedeemable>;

/** How many there are is told too (reference service, customers). */
export const HeldList = cursorListOf(HeldRedeemable).extend({ total: z.int().min(0) });

export const HeldQuery = z.object({
  limit: pageQuery.limit,
  order,
  starting_after_id: afterId("rh"),
  filters: Filters.optional(),
});
export type HeldQuery = z.infer<typeof HeldQuery>;
