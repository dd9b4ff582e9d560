import { shownAs, viewList } from "../../../http/page";
import { route } from "../../../http/route";
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

export const customEventSchemas = [
  route(
    "POST",
    "/",
    {
      summary: "Define a custom event",
      body: CustomEventSchemaCreate,
      answer: CustomEventSchema,
      errors: ["not_found", "duplicate_found"],
    },
    (scope, { body }) => createCustomEventSchema(scope, body),
  ),
  route(
    "GET",
    "/",
    {
      summary: "List a project's custom event schemas",
      answer: CustomEventSchemaList,
      errors: ["not_found"],
    },
    async (scope) => {
      return viewList("data", shownAs(await listCustomEventSchemas(scope), viewCustomEventSchema));
    },
  ),
  route(
    "GET",
    "/:customEventSchemaId",
    {
      summary: "Get a custom event schema",
      answer: CustomEventSchema,
      errors: ["not_found"],
    },
    async (scope, { params }) =>
      viewCustomEventSchema(await getCustomEventSchema(scope, params.customEventSchemaId)),
  ),
  route(
    "PUT",
    "/:customEventSchemaId",
    {
      summary: "Add or replace definitions of a custom event schema",
      body: CustomEventSchemaUpdate,
      answer: CustomEventSchema,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params, body }) => changeCustomEventSchema(scope, params.customEventSchemaId, body),
  ),
  route(
    "DELETE",
    "/:customEventSchemaId",
    {
      summary: "Delete a custom event schema",
      answer: null,
      errors: ["not_found"],
    },
    (scope, { params }) => removeCustomEventSchema(scope, params.customEventSchemaId),
  ),
];
