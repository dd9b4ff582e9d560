import { readFile } from "node:fs/promises";
import { answerOf, type Schemas } from "@vouchsafe/client";
import * as z from "zod";
import { Incomplete, UsageError } from "./exits.ts";
import { follow } from "./following.ts";
import type { Admin } from "./verb.ts";

type Action = Schemas["AsyncAction"];

/** The text of a file that a verb is given. */
export const textOf = (path: string): Promise<string> =>
  readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read (${error.code})`);
  });

const RowError = z.looseObject({
  row: z.number(),
  column: z.string().optional(),
  reason: z.string(),
});

/** The first rows that were refused, and why. */
const refusedRows = (action: Action) => z.array(RowError).parse(action.result?.failed ?? []);

/** Shows what an import has done, and its first bad rows; those make it incomplete. */
export function showImport({ show }: Admin, action: Action): void {
  const rows = refusedRows(action);
  const failed = action.result?.failed_count ?? 0;
  const message = action.result?.message ?? `${action.progress} % done`;
  if (show.isJson || rows.length === 0) show.said(action, `${message} (${action.id}).`);
  else {
    show.list(action, rows, {
      Row: ({ row }) => row,
      Column: ({ column }) => column,
      Reason: ({ reason }) => reason,
    });
  }
  if (action.operation_status === "FAILED" || failed > 0) {
    throw new Incomplete(`${message}: ${failed} rows were refused (${action.id})`);
  }
}

/** Follows an import that has begun, and shows what came of it. */
export async function importing(
  admin: Admin,
  begun: Promise<Schemas["AsyncActionStarted"]>,
): Promise<void> {
  const { async_action_id } = await begun;
  showImport(admin, await follow(admin, async_action_id, ["Importing", "parts"]));
}

/** What a file of some kind is sent to. */
export const SENDERS = {
  vouchers: (admin: Admin, body: string) =>
    answerOf(admin.connection.server.POST("/v1/vouchers/importCSV", { body })),
  customers: (admin: Admin, body: string) =>
    answerOf(admin.connection.server.POST("/v1/customers/importCSV", { body })),
  products: (admin: Admin, body: string) =>
    answerOf(admin.connection.server.POST("/v1/products/importCSV", { body })),
  skus: (admin: Admin, body: string) =>
    answerOf(admin.connection.server.POST("/v1/skus/importCSV", { body })),
  orders: (admin: Admin, body: string) =>
    answerOf(admin.connection.server.POST("/v1/orders/import", { body: arrayOf(body) })),
} satisfies Record<string, (admin: Admin, text: string) => Promise<Schemas["AsyncActionStarted"]>>;

const Rows = z.array(z.record(z.string(), z.unknown()));

/** Orders come as a JSON array; what stands in it is the service's to judge. */
function arrayOf(text: string) {
  try {
    return Rows.parse(JSON.parse(text));
  } catch {
    throw new UsageError("The file of orders is no JSON array of objects");
  }
}
