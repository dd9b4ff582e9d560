import { route } from "../../http/route";
import { ConsentCreate, ConsentOrGroup, Consents, ConsentUpdate } from "./schema";
import { listConsents, theConsent } from "./store";
import { viewConsent, viewConsents } from "./view";
import { changeConsent, createConsent, removeConsent } from "./write";

/** What customers of a project may agree to, which management alone defines. */
export const consentSettings = [
  route(
    "POST",
    "/",
    {
      summary: "Define a consent, or a group of consents",
      body: ConsentCreate,
      answer: ConsentOrGroup,
      errors: ["not_found"],
    },
    (scope, { body }) => createConsent(scope, body),
  ),
  route(
    "GET",
    "/",
    { summary: "List a project's consents and groups", answer: Consents, errors: ["not_found"] },
    async (scope) => viewConsents(await listConsents(scope)),
  ),
  route(
    "GET",
    "/:consentId",
    { summary: "Get a consent or a group", answer: ConsentOrGroup, errors: ["not_found"] },
    async (scope, { params }) => {
      const rows = await listConsents(scope);
      return viewConsent(theConsent(rows, params.consentId), rows);
    },
  ),
  route(
    "PUT",
    "/:consentId",
    {
      summary: "Update a consent or a group",
      body: ConsentUpdate,
      answer: ConsentOrGroup,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params, body }) => changeConsent(scope, params.consentId, body),
  ),
  route(
    "DELETE",
    "/:consentId",
    { summary: "Delete a consent or a group", answer: null, errors: ["not_found"] },
    (scope, { params }) => removeConsent(scope, params.consentId),
  ),
];

/** The same as back ends read it. */
export const consents = [
  route("GET", "/", { summary: "List consents and groups", answer: Consents }, async (scope) =>
    viewConsents(await listConsents(scope)),
  ),
];
