import { shownAs, viewList } from "../../../http/page";
import { route } from "../../../http/route";
import { MetadataSchema, MetadataSchemaList } from "./schema";
import { getMetadataSchema, listMetadataSchemas } from "./store";
import { viewMetadataSchema } from "./view";

/** What back ends may know of a project's metadata; only management changes it. */
export const definedMetadata = [
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
];
