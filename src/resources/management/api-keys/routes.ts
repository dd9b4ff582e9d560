import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../../http/app-env";
import { managementProject } from "../../../http/auth";
import { operation } from "../../../http/openapi";
import { viewList } from "../../../http/page";
import { respond } from "../../../http/respond";
import { body, params, query } from "../../../http/validate";
import { removeApiKey, rotateApiKey, setBlocked } from "./change";
import { createApiKey } from "./create";
import { ApiKey, ApiKeyCreate, ApiKeyList, ApiKeyQuery, ApiKeyWithToken } from "./schema";
import { getApiKey, listApiKeys } from "./store";
import { viewApiKey } from "./view";

const ByProject = z.object({ projectId: z.string() });
const ByKey = ByProject.extend({ keyId: z.string() });

export const apiKeys = new Hono<AppEnv>()
  .use(managementProject)
  .post(
    "/",
    operation({
      summary: "Create an API key; the answer alone shows its token",
      answer: ApiKeyWithToken,
      errors: ["not_found"],
    }),
    params(ByProject),
    body(ApiKeyCreate),
    async (c) => respond(c, await createApiKey(scopeOf(c), c.req.valid("json"))),
  )
  .get(
    "/",
    operation({
      summary: "List a project's API keys",
      answer: ApiKeyList,
      errors: ["not_found", "invalid_query_params"],
    }),
    params(ByProject),
    query(ApiKeyQuery),
    async (c) => {
      const { items, total } = await listApiKeys(scopeOf(c), c.req.valid("query"));
      return c.json(viewList("api_keys", { items: items.map(viewApiKey), total }));
    },
  )
  .get(
    "/:keyId",
    operation({ summary: "Get an API key", answer: ApiKey, errors: ["not_found"] }),
    params(ByKey),
    async (c) => c.json(viewApiKey(await getApiKey(scopeOf(c), c.req.valid("param").keyId))),
  )
  .delete(
    "/:keyId",
    operation({ summary: "Delete an API key", answer: null, errors: ["not_found"] }),
    params(ByKey),
    async (c) => respond(c, await removeApiKey(scopeOf(c), c.req.valid("param").keyId)),
  )
  .post(
    "/:keyId/rotate",
    operation({
      summary: "Give an API key a new token; the answer alone shows it",
      answer: ApiKeyWithToken,
      errors: ["not_found", "multiple_requests"],
    }),
    params(ByKey),
    async (c) => respond(c, await rotateApiKey(scopeOf(c), c.req.valid("param").keyId)),
  )
  .post(
    "/:keyId/block",
    operation({
      summary: "Block an API key",
      answer: ApiKey,
      errors: ["not_found", "multiple_requests"],
    }),
    params(ByKey),
    async (c) => respond(c, await setBlocked(scopeOf(c), c.req.valid("param").keyId, true)),
  )
  .post(
    "/:keyId/unblock",
    operation({
      summary: "Let a blocked API key in again",
      answer: ApiKey,
      errors: ["not_found", "multiple_requests"],
    }),
    params(ByKey),
    async (c) => respond(c, await setBlocked(scopeOf(c), c.req.valid("param").keyId, false)),
  );
