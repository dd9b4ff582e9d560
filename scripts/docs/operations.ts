import { listOf } from "../../pages/docs/listed";
import { operations as mounted } from "../../src/api/operations";
import { openApiDocument } from "../../src/http/openapi-document";

/** The text of `/openapi.json`. */
export const document = JSON.stringify(openApiDocument(mounted));

/** The operations as the reference lists them. */
export const operations = JSON.stringify(listOf(JSON.parse(document)));
