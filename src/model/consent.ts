import * as z from "zod";

/** The word by which a customer takes all consents back. */
export const UNSUBSCRIBED = "unsubscribed";

/** What a customer said of one consent, and when. */
export interface GivenConsent {
  value: boolean;
  date: string;
}

/** By the id of each consent, and `unsubscribed`. */
export type GivenConsents = Record<string, GivenConsent>;

const described = {
  id: z.string(),
  name: z.string(),
  description: z.string(),
  created_at: z.string(),
  updated_at: z.string().optional(),
};

/** Something that customers may agree to, as older clients of the reference service know it. */
export const Consent = z
  .object({ ...described, category: z.string(), object: z.literal("consent") })
  .meta({ id: "Consent" });
export type Consent = z.infer<typeof Consent>;

/** Consents that are asked for together, by their ids. */
export const ConsentGroup = z
  .object({ ...described, consents: z.array(z.string()), object: z.literal("consent_group") })
  .meta({ id: "ConsentGroup" });
export type ConsentGroup = z.infer<typeof ConsentGroup>;
