import { shownAs, viewList } from "../../../http/page";
import { route } from "../../../http/route";
import { changeMetadataSchema, createMetadataSchema, removeMetadataSchema } from "./change";
import {
  ManagedSchema,
  ManagedSchemaList,
  MetadataSchemaCreate,
  MetadataSchemaUpdate,
} from "./schema";
import { getMetadataSchema, listMetadataSchemas } from "./store";
import { viewManagedSchema } from "./view";

export const metadataSchemas = [
  route(
    "POST",
    "/",
    {
      summary: "Define the metadata of a kind of object",
      body: MetadataSchemaCreate,
      answer: ManagedSchema,
      errors: ["not_found", "duplicate_found"],
    },
    (scope, { body }) => createMetadataSchema(scope, body, viewManagedSchema),
  ),
  route(
    "GET",
    "/",
    {
      summary: "List a project's metadata schemas",
      answer: ManagedSchemaList,
      errors: ["not_found"],
    },
    async (scope) => {
      return viewList("data", shownAs(await listMetadataSchemas(scope), viewManagedSchema));
    },
  ),
  route(
    "GET",
    "/:metadataSchemaId",
    {
      summary: "Get a metadata schema",
      answer: ManagedSchema,
      errors: ["not_found"],
    },
    async (scope, { params }) =>
      viewManagedSchema(await getMetadataSchema(scope, "id", params.metadataSchemaId)),
  ),
  route(
    "PUT",
    "/:metadataSchemaId",
    {
      summary: "Add or replace definitions of a metadata schema",
      body: MetadataSchemaUpdate,
      answer: ManagedSchema,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params, body }) =>
      changeMetadataSchema(scope, ["id", params.metadataSchemaId], body, viewManagedSchema),
  ),
  route(
    "DELETE",
    "/:metadataSchemaId",
    { summary: "Delete a metadata schema", answer: null, errors: ["not_found"] },
    (scope, { params }) => removeMetadataSchema(scope, params.metadataSchemaId),
  ),
];
