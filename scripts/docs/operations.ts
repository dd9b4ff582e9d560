import { listOf } from "../../pages/docs/listed";
import { api } from "../../src/app";
import { openApiDocument } from "../../src/http/openapi-document";

/** What the reference lists, from the document that the service itself answers with. */
export const operations = JSON.stringify(listOf(JSON.parse(JSON.stringify(openApiDocument(api)))));
