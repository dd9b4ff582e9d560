import * as z from "zod";
import { listOf } from "../../../http/page";
import { Brand, BrandAddress, BrandContact, BrandDetails, Cockpits } from "../../../model/branding";

const brand = Brand.partial().required({ name: true });
const address = BrandAddress.partial({ state: true });
const contact = BrandContact.partial({ phone: true });
const cockpits = Cockpits.partial();

/** Body of a create: what is left out is unset, and of the cockpits everything is on. */
export const BrandingCreate = z.object({ brand, address, contact, cockpits: cockpits.optional() });
export type BrandingCreate = z.infer<typeof BrandingCreate>;

/** Body of an update: absent keeps, null unsets what can be unset. */
export const BrandingUpdate = z
  .object({
    brand: Brand.partial(),
    address: BrandAddress.partial(),
    contact: BrandContact.partial(),
    cockpits,
  })
  .partial();
export type BrandingUpdate = z.infer<typeof BrandingUpdate>;

/** A brand as it is shown. */
export const Branding = BrandDetails.extend({ id: z.string() }).meta({ id: "Branding" });
export type Branding = z.infer<typeof Branding>;

export const BrandingList = listOf("data", Branding).meta({ id: "BrandingList" });
