import * as z from "zod";
import { SimpleCustomer } from "./customer";
import { Metadata } from "./metadata";
import { Voucher } from "./voucher";

const publication = {
  id: z.string(),
  object: z.literal("publication"),
  created_at: z.string(),
  customer_id: z.string(),
  tracking_id: z.string().optional(),
  metadata: Metadata,
  channel: z.string(),
  source_id: z.string().nullable(),
  result: z.enum(["SUCCESS", "FAILURE"]),
  customer: SimpleCustomer.optional(),
  vouchers_id: z.array(z.string()),
};

/** One code comes whole, several as their codes (as the reference service). */
export const Publication = z
  .object({
    ...publication,
    voucher: Voucher.omit({ validation_rules_assignments: true }).optional(),
    vouchers: z.array(z.string()).optional(),
  })
  .meta({ id: "Publication" });
export type Publication = z.infer<typeof Publication>;

const ListedVoucher = Voucher.pick({
  code: true,
  campaign: true,
  discount: true,
  gift: true,
  loyalty_card: true,
  is_referral_code: true,
  object: true,
});

/** A publication in a list, also one that failed. */
export const ListedPublication = z
  .object({
    ...publication,
    voucher: ListedVoucher.optional(),
    vouchers: z.array(z.string()).optional(),
    failure_code: z.string().optional(),
    failure_message: z.string().optional(),
  })
  .meta({ id: "ListedPublication" });
export type ListedPublication = z.infer<typeof ListedPublication>;
