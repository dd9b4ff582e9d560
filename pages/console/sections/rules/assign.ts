/** What a rule can be assigned to, by the property of the request that names it. */
const TARGETS = [
  "voucher",
  "campaign",
  "promotion_tier",
  "earning_rule",
  "reward_assignment",
  "distribution",
] as const;

export type Target = (typeof TARGETS)[number];

export const isTarget = (type: string): type is Target => TARGETS.some((one) => one === type);

/** The body that assigns a rule to an object. */
export const targetOf = (type: string, id: string) => ({
  ...(isTarget(type) && { related_object_type: type }),
  related_object_id: id,
});
