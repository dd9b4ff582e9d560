import { writeFileSync } from "node:fs";
import { operations } from "../src/api/operations";
import {
  CLIENT_PERMISSIONS,
  MANAGEMENT_PERMISSIONS,
  SERVER_PERMISSIONS,
} from "../src/model/permission-names";
import { NEEDED } from "../src/resources/exports/may-export";

/** Permissions cover more than the operations under their paths. */
const BESIDE: Readonly<Record<string, string>> = {
  api: "Everything of back ends, and all of what stands below.",
  customers:
    "Profiles of customers: without it, a customer that a request names is only named. Nothing of who is stored changes, nothing that is said of them counts, and answers tell `id` and `source_id`. It also makes tokens by which shoppers act as themselves.",
  products: "`override` of products and SKUs in orders, which writes the catalog.",
  exports: "Files of the kinds that the caller may read (below).",
  "async-actions":
    "What became of any background work, with the cells of imports that were refused.",
  "trash-bin": "Restores and deletes for good what any permission put there.",
  events: "Events of everything that happens, with the data of each.",
  redemptions: "Marks orders as paid.",
  vouchers: "Redeems vouchers, which marks orders as paid.",
  promotions: "Redeems promotions, which marks orders as paid.",
  read: "Reads the project's settings, keys without their secrets, and log.",
  write:
    "Changes them, and makes keys of back ends with all permissions, by which everything can be read: `write` includes `read` in effect.",
};

const callOf = ({ method, path }: (typeof operations)[number]): string =>
  `\`${method} ${path.replace(/:(\w+)/g, "{$1}")}\``;

function section(permission: string): string {
  const own = operations.filter(({ can }) => can === permission).map(callOf);
  const exported = Object.entries(NEEDED).flatMap(([kind, can]) =>
    can === permission ? [kind] : [],
  );
  return [
    `| \`${permission}\` | ${[
      BESIDE[permission] ?? "",
      exported.length > 0 ? `With \`exports\`: files of ${exported.join(", ")}.` : "",
      own.join("<br>"),
    ]
      .filter(Boolean)
      .join("<br>")} |`,
  ].join("\n");
}

const table = (names: readonly string[]): string =>
  ["| permission | reaches |", "| --- | --- |", ...names.map(section)].join("\n");

/** `docs/permissions.md`, made from the operations. */
export const permissionsDocument = (): string => `# Permissions

Made from the operations by \`npm run docs\`; a test keeps the two equal.

A key or a token has all permissions of its family, or those that it was given. What an operation needs beside the
permission of its path is told with each.

## Back ends

${table(SERVER_PERMISSIONS)}

## Browsers

${table(CLIENT_PERMISSIONS)}

## Management

${table(MANAGEMENT_PERMISSIONS)}
`;

if (process.argv[1]?.endsWith("permissions-doc.ts")) {
  writeFileSync("docs/permissions.md", permissionsDocument());
}
