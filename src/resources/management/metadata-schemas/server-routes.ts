import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../../http/app-env";
import { operation } from "../../../http/openapi";
import { viewList } from "../../../http/page";
import { params } from "../../../http/validate";
import { MetadataSchema, MetadataSchemaList } from "./schema";
import { getMetadataSchema, listMetadataSchemas } from "./store";
import { viewMetadataSchema } from "./view";

const ByResource = z.object({ resource: z.string() });

/** What back ends may know of a project's metadata; only management changes it. */
export const definedMetadata = new Hono<AppEnv>()
  .get(
    "/",
    operation({ summary: "List metadata schemas", answer: MetadataSchemaList }),
    async (c) => {
      const { items, total } = await listMetadataSchemas(scopeOf(c));
      return c.json(viewList("schemas", { items: items.map(viewMetadataSchema), total }));
    },
  )
  .get(
    "/:resource",
    operation({
      summary: "Get the metadata schema of a kind of object",
      answer: MetadataSchema,
      errors: ["not_found"],
    }),
    params(ByResource),
    async (c) => {
      const { resource } = c.req.valid("param");
      return c.json(
        viewMetadataSchema(await getMetadataSchema(scopeOf(c), "related_object", resource)),
      );
    },
  );
