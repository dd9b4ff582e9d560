import { shownAs, viewList } from "../../../http/page";
import { route } from "../../../http/route";
import { changeApiKey, removeApiKey, rotateApiKey, setBlocked } from "./change";
import { createApiKey } from "./create";
import {
  ApiKey,
  ApiKeyCreate,
  ApiKeyList,
  ApiKeyQuery,
  ApiKeyUpdate,
  ApiKeyWithToken,
} from "./schema";
import { getApiKey, listApiKeys } from "./store";
import { viewApiKey } from "./view";

/** They say who may come in, or what people are: control rows. */
const isControl = true;

export const apiKeys = [
  route(
    "POST",
    "/",
    {
      isControl,
      summary: "Create an API key; the answer alone shows its token",
      body: ApiKeyCreate,
      answer: ApiKeyWithToken,
      errors: ["not_found"],
    },
    (scope, { body }) => createApiKey(scope, body),
  ),
  route(
    "GET",
    "/",
    {
      isControl,
      summary: "List a project's API keys",
      query: ApiKeyQuery,
      answer: ApiKeyList,
      errors: ["not_found", "invalid_query_params"],
    },
    async (scope, { query }) => {
      return viewList("api_keys", shownAs(await listApiKeys(scope, query), viewApiKey));
    },
  ),
  route(
    "GET",
    "/:keyId",
    { isControl, summary: "Get an API key", answer: ApiKey, errors: ["not_found"] },
    async (scope, { params }) => viewApiKey(await getApiKey(scope, params.keyId)),
  ),
  route(
    "PUT",
    "/:keyId",
    {
      isControl,
      summary: "Change what an API key may do; null is all that its kind can",
      body: ApiKeyUpdate,
      answer: ApiKey,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params, body }) => changeApiKey(scope, params.keyId, body),
  ),
  route(
    "DELETE",
    "/:keyId",
    { isControl, summary: "Delete an API key", answer: null, errors: ["not_found"] },
    (scope, { params }) => removeApiKey(scope, params.keyId),
  ),
  route(
    "POST",
    "/:keyId/rotate",
    {
      isControl,
      summary: "Give an API key a new token; the answer alone shows it",
      answer: ApiKeyWithToken,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params }) => rotateApiKey(scope, params.keyId),
  ),
  route(
    "POST",
    "/:keyId/block",
    {
      isControl,
      summary: "Block an API key",
      answer: ApiKey,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params }) => setBlocked(scope, params.keyId, true),
  ),
  route(
    "POST",
    "/:keyId/unblock",
    {
      isControl,
      summary: "Let a blocked API key in again",
      answer: ApiKey,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params }) => setBlocked(scope, params.keyId, false),
  ),
];
