import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { permissionsDocument } from "../scripts/permissions-doc";
import { SERVER_PERMISSIONS } from "../src/model/permission-names";

it("docs/permissions.md says what each permission reaches", () => {
  const written = readFileSync("docs/permissions.md", "utf8");
  expect(written).toBe(permissionsDocument());
  for (const permission of SERVER_PERMISSIONS) expect(written).toContain(`| \`${permission}\` |`);
});
