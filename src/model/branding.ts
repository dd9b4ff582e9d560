import * as z from "zod";

const line = z.string().min(1).max(300);
/** A web address as it is linked to: nothing but http(s). */
const link = z.url({ protocol: /^https?$/ }).max(2000);

/** The name and the pages of a brand (contract, "Brand configuration"). */
export const Brand = z.object({
  name: line,
  privacy_policy_url: link.nullable(),
  terms_of_use_url: link.nullable(),
  permission_reminder: z.string().max(2000).nullable(),
  website_url: link.nullable(),
});

/** Where the brand is at home; a state that was never said is empty. */
export const BrandAddress = z.object({
  street: line,
  city: line,
  postal: z.string().max(300).nullable(),
  state: z.string().max(300),
  country: line,
});

export const BrandContact = z.object({
  email: z.email().max(300),
  phone: z.string().max(300).nullable(),
});

/** What customers see of their programs, and how it looks. */
export const Cockpits = z.object({
  campaigns_overview_enabled: z.boolean(),
  loyalty_enabled: z.boolean(),
  gift_cards_enabled: z.boolean(),
  coupons_enabled: z.boolean(),
  referrals_enabled: z.boolean(),
  theme: z.enum(["blue", "dark-green", "default", "green", "grey", "orange", "purple", "red"]),
  use_custom_double_opt_in_redirect_url: z.boolean(),
  custom_double_opt_in_redirect_url: link.nullable(),
});

/** A brand without its id: four parts, none of which is ever absent. */
export const BrandDetails = z.object({
  brand: Brand,
  address: BrandAddress,
  contact: BrandContact,
  cockpits: Cockpits,
});
export type BrandDetails = z.infer<typeof BrandDetails>;
