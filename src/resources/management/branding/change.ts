import { type Answer, DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { changesNothing, nextUpdate } from "../../../commit/next-update";
import { retried } from "../../../commit/retry";
import type { BrandingRow } from "../../../db/tables/branding";
import { ApiError } from "../../../errors";
import { BrandDetails } from "../../../model/branding";
import { isoNow, type Scope } from "../../../scope/scope";
import type { BrandingCreate, BrandingUpdate } from "./schema";
import { deleteBranding, findBranding, getBranding, insertBranding, updateBranding } from "./store";
import { viewBranding } from "./view";

/** A brand about which nothing was said but what must be. */
const UNSAID = {
  brand: {
    privacy_policy_url: null,
    terms_of_use_url: null,
    permission_reminder: null,
    website_url: null,
  },
  address: { state: "" },
  contact: { phone: null },
  cockpits: {
    campaigns_overview_enabled: true,
    loyalty_enabled: true,
    gift_cards_enabled: true,
    coupons_enabled: true,
    referrals_enabled: true,
    theme: "default",
    use_custom_double_opt_in_redirect_url: false,
    custom_double_opt_in_redirect_url: null,
  },
} as const;

/** A redirect of one's own is switched on only where there is one. */
function withRedirect(details: BrandDetails): BrandDetails {
  const { use_custom_double_opt_in_redirect_url: uses, custom_double_opt_in_redirect_url: url } =
    details.cockpits;
  if (!uses || url !== null) return details;
  throw new ApiError("invalid_payload", {
    details:
      "Payload .cockpits must have required property 'custom_double_opt_in_redirect_url' while its use is switched on",
  });
}

/** What is known of a brand, with what was sent in its place: absent keeps, null unsets. */
const merged = (before: BrandDetails | typeof UNSAID, sent: BrandingUpdate): BrandDetails =>
  withRedirect(
    BrandDetails.parse({
      brand: { ...before.brand, ...sent.brand },
      address: { ...before.address, ...sent.address },
      contact: { ...before.contact, ...sent.contact },
      cockpits: { ...before.cockpits, ...sent.cockpits },
    }),
  );

const exists = ({ project_id, id }: BrandingRow) =>
  new ApiError("branding_exist", {
    details: `Project ${project_id} has a brand`,
    resource_id: id,
    resource_type: "branding_details",
  });

/** Tells who the project is to its customers; refuses a second brand. */
export const createBranding = (scope: Scope, input: BrandingCreate): Promise<Answer> =>
  retried(scope, async () => {
    const before = await findBranding(scope);
    if (before) throw exists(before);
    const row: BrandingRow = {
      project_id: scope.project.id,
      id: scope.newId("brd"),
      details: merged(UNSAID, input),
      created_at: isoNow(scope),
      updated_at: null,
    };
    const answer = viewBranding(row);
    const result = await commit(scope, { statements: [insertBranding(row)], answer });
    return result.ok ? answer : null;
  });

/** Changes the brand property by property (reference service, branding). */
export const changeBranding = (scope: Scope, id: string, input: BrandingUpdate): Promise<Answer> =>
  retried(scope, async () => {
    const before = await getBranding(scope, id);
    const details = merged(before.details, input);
    if (changesNothing(before, { details })) return viewBranding(before);
    const after = { ...before, details, updated_at: nextUpdate(scope, before) };
    const answer = viewBranding(after);
    const result = await commit(scope, { statements: updateBranding(before, after), answer });
    return result.ok ? answer : null;
  });

/** Takes the brand away; another one may then be made. */
export const removeBranding = (scope: Scope, id: string): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getBranding(scope, id);
    const result = await commit(scope, { statements: deleteBranding(row), answer: DONE });
    return result.ok ? DONE : null;
  });
