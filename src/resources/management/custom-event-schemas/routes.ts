import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../../http/app-env";
import { managementProject } from "../../../http/auth";
import { operation } from "../../../http/openapi";
import { viewList } from "../../../http/page";
import { respond } from "../../../http/respond";
import { body, params } from "../../../http/validate";
import {
  changeCustomEventSchema,
  createCustomEventSchema,
  removeCustomEventSchema,
} from "./change";
import {
  CustomEventSchema,
  CustomEventSchemaCreate,
  CustomEventSchemaList,
  CustomEventSchemaUpdate,
} from "./schema";
import { getCustomEventSchema, listCustomEventSchemas } from "./store";
import { viewCustomEventSchema } from "./view";

const ByProject = z.object({ projectId: z.string() });
const BySchema = ByProject.extend({ customEventSchemaId: z.string() });

export const customEventSchemas = new Hono<AppEnv>()
  .use(managementProject)
  .post(
    "/",
    operation({
      summary: "Define a custom event",
      answer: CustomEventSchema,
      errors: ["not_found", "duplicate_found"],
    }),
    params(ByProject),
    body(CustomEventSchemaCreate),
    async (c) => respond(c, await createCustomEventSchema(scopeOf(c), c.req.valid("json"))),
  )
  .get(
    "/",
    operation({
      summary: "List a project's custom event schemas",
      answer: CustomEventSchemaList,
      errors: ["not_found"],
    }),
    params(ByProject),
    async (c) => {
      const { items, total } = await listCustomEventSchemas(scopeOf(c));
      return c.json(viewList("schemas", { items: items.map(viewCustomEventSchema), total }));
    },
  )
  .get(
    "/:customEventSchemaId",
    operation({
      summary: "Get a custom event schema",
      answer: CustomEventSchema,
      errors: ["not_found"],
    }),
    params(BySchema),
    async (c) =>
      c.json(
        viewCustomEventSchema(
          await getCustomEventSchema(scopeOf(c), c.req.valid("param").customEventSchemaId),
        ),
      ),
  )
  .put(
    "/:customEventSchemaId",
    operation({
      summary: "Add or replace definitions of a custom event schema",
      answer: CustomEventSchema,
      errors: ["not_found", "multiple_requests"],
    }),
    params(BySchema),
    body(CustomEventSchemaUpdate),
    async (c) =>
      respond(
        c,
        await changeCustomEventSchema(
          scopeOf(c),
          c.req.valid("param").customEventSchemaId,
          c.req.valid("json"),
        ),
      ),
  )
  .delete(
    "/:customEventSchemaId",
    operation({ summary: "Delete a custom event schema", answer: null, errors: ["not_found"] }),
    params(BySchema),
    async (c) =>
      respond(
        c,
        await removeCustomEventSchema(scopeOf(c), c.req.valid("param").customEventSchemaId),
      ),
  );
