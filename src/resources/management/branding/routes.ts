import { viewList, wholeList } from "../../../http/page";
import { route } from "../../../http/route";
import { changeBranding, createBranding, removeBranding } from "./change";
import { Branding, BrandingCreate, BrandingList, BrandingUpdate } from "./schema";
import { findBranding, getBranding } from "./store";
import { viewBranding } from "./view";

export const branding = [
  route(
    "POST",
    "/",
    {
      summary: "Create a project's brand",
      body: BrandingCreate,
      answer: Branding,
      errors: ["not_found", "branding_exist", "multiple_requests"],
    },
    (scope, { body }) => createBranding(scope, body),
  ),
  route(
    "GET",
    "/",
    { summary: "List a project's brand", answer: BrandingList, errors: ["not_found"] },
    async (scope) => {
      const row = await findBranding(scope);
      return viewList("data", wholeList(row ? [viewBranding(row)] : []));
    },
  ),
  route(
    "GET",
    "/:brandingId",
    { summary: "Get a brand", answer: Branding, errors: ["not_found"] },
    async (scope, { params }) => viewBranding(await getBranding(scope, params.brandingId)),
  ),
  route(
    "PUT",
    "/:brandingId",
    {
      summary: "Update a brand; null unsets what can be unset",
      body: BrandingUpdate,
      answer: Branding,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params, body }) => changeBranding(scope, params.brandingId, body),
  ),
  route(
    "DELETE",
    "/:brandingId",
    { summary: "Delete a brand", answer: null, errors: ["not_found", "multiple_requests"] },
    (scope, { params }) => removeBranding(scope, params.brandingId),
  ),
];
