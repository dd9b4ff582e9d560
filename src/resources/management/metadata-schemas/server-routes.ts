import { shownAs, viewList } from "../../../http/page";
import { route } from "../../../http/route";
import { changeMetadataSchema, createMetadataSchema } from "./change";
import {
  MetadataSchema,
  MetadataSchemaCreate,
  MetadataSchemaList,
  MetadataSchemaUpdate,
} from "./schema";
import { getMetadataSchema, listMetadataSchemas } from "./store";
import { viewMetadataSchema } from "./view";

/** What metadata of a project's objects may be, by the kind of object; management has ids. */
export const definedMetadata = [
  route(
    "POST",
    "/",
    {
      summary: "Define the metadata of a kind of object",
      body: MetadataSchemaCreate,
      answer: MetadataSchema,
      errors: ["duplicate_found"],
    },
    (scope, { body }) => createMetadataSchema(scope, body, viewMetadataSchema),
  ),
  route(
    "GET",
    "/",
    { summary: "List metadata schemas", answer: MetadataSchemaList },
    async (scope) => {
      return viewList("schemas", shownAs(await listMetadataSchemas(scope), viewMetadataSchema));
    },
  ),
  route(
    "GET",
    "/:resource",
    {
      summary: "Get the metadata schema of a kind of object",
      answer: MetadataSchema,
      errors: ["not_found"],
    },
    async (scope, { params }) => {
      return viewMetadataSchema(await getMetadataSchema(scope, "related_object", params.resource));
    },
  ),
  route(
    "PUT",
    "/:resource",
    {
      summary: "Add or replace definitions of the metadata of a kind of object",
      body: MetadataSchemaUpdate,
      answer: MetadataSchema,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params, body }) =>
      changeMetadataSchema(scope, ["related_object", params.resource], body, viewMetadataSchema),
  ),
];
