import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import { operations } from "../../src/api/operations";
import { openApiDocument } from "../../src/http/openapi-document";
import { version } from "./node_modules/openapi-typescript/package.json";

const TARGET = join(import.meta.dirname, "generated/schema.d.ts");

/** A property with a default may stay away from a request; answers require it anyway. */
const OPTIONS = { defaultNonNullable: false };

const document = JSON.stringify(openApiDocument(operations));
const hash = createHash("sha256")
  .update(JSON.stringify([version, OPTIONS, document]))
  .digest("hex");
const head = `// Made by \`npm run client\` of the document ${hash}.\n\n`;

const existing = await readFile(TARGET, "utf8").catch(() => "");
if (!existing.startsWith(head)) {
  const types = astToString(await openapiTS(document, OPTIONS));
  await mkdir(dirname(TARGET), { recursive: true });
  await writeFile(TARGET, head + types);
}
