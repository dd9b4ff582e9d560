import { listOf } from "../../pages/docs/listed";
import { operations as mounted } from "../../src/app";
import { openApiDocument } from "../../src/http/openapi-document";

/** What `/openapi.json` says. */
export const document = JSON.stringify(openApiDocument(mounted));

/** What the reference lists of it. */
export const operations = JSON.stringify(listOf(JSON.parse(document)));
