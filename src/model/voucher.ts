import * as z from "zod";
import { Money } from "./discount";
import { VOUCHER_TYPES } from "./voucher-kinds";

export const VoucherType = z.enum(VOUCHER_TYPES);

/** What a code, and each part that codes are drawn from, is made of. */
const isPlain = (text: string): boolean => text.isWellFormed() && /^\P{Cc}*$/u.test(text);
const PLAIN = "must be text without control characters";

export const Code = z.string().trim().min(1).max(255).refine(isPlain, PLAIN);

export const Gift = z.object({
  amount: Money,
  balance: Money.nullish(),
  effect: z.enum(["APPLY_TO_ORDER", "APPLY_TO_ITEMS"]).nullish(),
});
export const LoyaltyCard = z.object({ points: Money, balance: Money.nullish() });
export const Quantity = z.object({ quantity: z.int().min(0).nullish() });

/** A drawn space would be trimmed off the ends of a code. */
const isInk = (text: string): boolean => isPlain(text) && !/\s/u.test(text.normalize("NFKC"));
export const CodeConfig = z.object({
  length: z.int().min(1).max(100).nullish(),
  charset: z.string().min(1).max(1000).refine(isInk, "must be visible characters").nullish(),
  pattern: z.string().min(1).max(255).refine(isPlain, PLAIN).nullish(),
  prefix: z.string().max(100).refine(isPlain, PLAIN).nullish(),
  postfix: z.string().max(100).refine(isPlain, PLAIN).nullish(),
});

/** Where the first page of what happened to a code is, as a path of this service. */
export const listPath = (code: string, list: "publications" | "redemptions"): string =>
  `/v1/vouchers/${encodeURIComponent(code)}/${list}?page=1&limit=10`;
