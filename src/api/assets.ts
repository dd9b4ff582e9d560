import type { Section } from "../http/mount";
import { voucherAssets } from "../resources/vouchers/asset-routes";

/** Images behind signed links: they need no keys and do not name the code. */
export const assets: Section = { family: null, base: "/assets", lists: [["/", voucherAssets]] };
