import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../../http/app-env";
import { managementProject } from "../../../http/auth";
import { operation } from "../../../http/openapi";
import { viewList } from "../../../http/page";
import { respond } from "../../../http/respond";
import { body, params } from "../../../http/validate";
import { changeMetadataSchema, createMetadataSchema, removeMetadataSchema } from "./change";
import {
  MetadataSchema,
  MetadataSchemaCreate,
  MetadataSchemaList,
  MetadataSchemaUpdate,
} from "./schema";
import { getMetadataSchema, listMetadataSchemas } from "./store";
import { viewMetadataSchema } from "./view";

const ByProject = z.object({ projectId: z.string() });
const BySchema = ByProject.extend({ metadataSchemaId: z.string() });

export const metadataSchemas = new Hono<AppEnv>()
  .use(managementProject)
  .post(
    "/",
    operation({
      summary: "Define the metadata of a kind of object",
      answer: MetadataSchema,
      errors: ["not_found", "duplicate_found"],
    }),
    params(ByProject),
    body(MetadataSchemaCreate),
    async (c) => respond(c, await createMetadataSchema(scopeOf(c), c.req.valid("json"))),
  )
  .get(
    "/",
    operation({
      summary: "List a project's metadata schemas",
      answer: MetadataSchemaList,
      errors: ["not_found"],
    }),
    params(ByProject),
    async (c) => {
      const { items, total } = await listMetadataSchemas(scopeOf(c));
      return c.json(viewList("schemas", { items: items.map(viewMetadataSchema), total }));
    },
  )
  .get(
    "/:metadataSchemaId",
    operation({ summary: "Get a metadata schema", answer: MetadataSchema, errors: ["not_found"] }),
    params(BySchema),
    async (c) =>
      c.json(
        viewMetadataSchema(
          await getMetadataSchema(scopeOf(c), "id", c.req.valid("param").metadataSchemaId),
        ),
      ),
  )
  .put(
    "/:metadataSchemaId",
    operation({
      summary: "Add or replace definitions of a metadata schema",
      answer: MetadataSchema,
      errors: ["not_found", "multiple_requests"],
    }),
    params(BySchema),
    body(MetadataSchemaUpdate),
    async (c) =>
      respond(
        c,
        await changeMetadataSchema(
          scopeOf(c),
          c.req.valid("param").metadataSchemaId,
          c.req.valid("json"),
        ),
      ),
  )
  .delete(
    "/:metadataSchemaId",
    operation({ summary: "Delete a metadata schema", answer: null, errors: ["not_found"] }),
    params(BySchema),
    async (c) =>
      respond(c, await removeMetadataSchema(scopeOf(c), c.req.valid("param").metadataSchemaId)),
  );
