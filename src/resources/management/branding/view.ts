import type { BrandingRow } from "../../../db/tables/branding";
import type { Branding } from "./schema";

export const viewBranding = ({ id, details }: BrandingRow): Branding => ({ id, ...details });
