import * as z from "zod";
import { pageQuery } from "../../http/page";
import { Metadata } from "../../model/metadata";
import { Name } from "../../model/name";

const MOST = 1_000_000_000;

const Count = z.int().min(0);

/** What can be computed with exactly: at most six decimals. */
const isRatio = (ratio: number): boolean =>
  ratio > 0 && ratio <= MOST && /^\d+(\.\d{1,6})?$/.test(String(ratio));

const CoinInput = z.object({
  exchange_ratio: z
    .number()
    .refine(isRatio, `must be > 0 and <= ${MOST}, with at most six decimals`),
  points_ratio: z.int().min(1).max(MOST).nullish(),
});

/** What a reward gives: one of the three, which also is its type. */
export const ParametersInput = z.object({
  campaign: z.object({ id: z.string().max(255), balance: z.int().nullish() }).nullish(),
  product: z.object({ id: z.string().max(255), sku_id: z.string().max(255).nullish() }).nullish(),
  coin: CoinInput.nullish(),
});
export type ParametersInput = z.infer<typeof ParametersInput>;

const settable = {
  name: Name.nullish(),
  stock: Count.nullish(),
  attributes: z
    .object({
      image_url: z.string().max(2000).nullish(),
      description: z.string().max(5000).nullish(),
    })
    .nullish(),
  metadata: Metadata.nullish(),
};

export const RewardCreate = z.object({ parameters: ParametersInput, ...settable });
export type RewardCreate = z.infer<typeof RewardCreate>;

/** Absent keeps; null lifts the stock, and clears attributes and metadata. */
export const RewardUpdate = z.object({ parameters: ParametersInput.nullish(), ...settable });
export type RewardUpdate = z.infer<typeof RewardUpdate>;

/** With an assignment, the one reward that it assigns. */
export const RewardQuery = z.object({
  ...pageQuery,
  assignment_id: z.string().max(255).optional(),
});
export type RewardQuery = z.infer<typeof RewardQuery>;
