import * as z from "zod";
import { CustomerInput } from "./customer";
import { Money } from "./discount";
import { Instant } from "./instant";
import { EntryMetadata } from "./metadata";
import { OrderInput } from "./order";

/** What a request names; promotion tiers and stacks are known words, found once they exist. */
export const RedeemableInput = z
  .object({
    object: z.enum(["voucher", "promotion_tier", "promotion_stack", "gift_card", "loyalty_card"]),
    id: z.string().trim().min(1).max(255),
    gift: z.object({ credits: Money.min(1).nullish() }).nullish(),
    reward: z
      .object({ id: z.string().max(100).nullish(), points: z.int().min(1).nullish() })
      .nullish(),
  })
  .meta({ id: "RedeemableInput" });
export type RedeemableInput = z.infer<typeof RedeemableInput>;

export const TtlUnit = z.enum([
  "DAYS",
  "HOURS",
  "MINUTES",
  "SECONDS",
  "MILLISECONDS",
  "MICROSECONDS",
  "NANOSECONDS",
]);

/**
 * A hold asked for; only `type` means 7 days (contract, "Limits"). A key alone names what a session
 * holds and asks for nothing; how long is refused where nothing would be held so long.
 */
export const SessionInput = z
  .object({
    type: z.enum(["LOCK"]).nullish(),
    key: z.string().min(1).max(255).nullish(),
    ttl: z.int().min(1).nullish(),
    ttl_unit: TtlUnit.nullish(),
  })
  .refine(({ type, ttl }) => type || !ttl, { path: ["type"], message: "is required with ttl" })
  .refine(({ ttl, ttl_unit }) => ttl || !ttl_unit, {
    path: ["ttl"],
    message: "is required with ttl_unit",
  })
  .meta({ id: "SessionInput", dependentRequired: { ttl: ["type"], ttl_unit: ["ttl"] } });
export type SessionInput = z.infer<typeof SessionInput>;

export const Options = z.object({
  expand: z
    .array(z.enum(["order", "redeemable", "category", "redemption", "explanation"]))
    .nullish(),
  /** The instant to decide at (docs/deciding.md, "Dry runs"). */
  as_of: Instant.nullish(),
});

/** What validation and redemption share of a request. */
export const decidable = {
  order: OrderInput.nullish(),
  customer: CustomerInput.nullish(),
  session: SessionInput.nullish(),
  tracking_id: z.string().max(255).nullish(),
  metadata: EntryMetadata.nullish(),
  options: Options.nullish(),
};

/** Body of a validation or a stackable redemption: 1 to 30 redeemables on one order. */
export const DecideRequest = z.object({
  redeemables: z.array(RedeemableInput).min(1).max(30),
  ...decidable,
});
export type DecideRequest = z.infer<typeof DecideRequest>;
