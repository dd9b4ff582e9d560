import { readFile } from "node:fs/promises";
import { answerOf, type Schemas } from "@vouchsafe/client";
import * as z from "zod";
import { Incomplete, UsageError } from "./exits.ts";
import { follow } from "./following.ts";
import type { Admin } from "./verb.ts";

type Action = Schemas["AsyncAction"];

/** A file that a verb is given, as it is: whether it is text is the service's to judge. */
export async function fileAt(path: string): Promise<Blob> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read (${error.code})`);
  });
  return new Blob([bytes]);
}

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
  vouchers: (admin: Admin, body: Blob) =>
    answerOf(admin.connection.server.POST("/v1/vouchers/importCSV", { body })),
  customers: (admin: Admin, body: Blob) =>
    answerOf(admin.connection.server.POST("/v1/customers/importCSV", { body })),
  products: (admin: Admin, body: Blob) =>
    answerOf(admin.connection.server.POST("/v1/products/importCSV", { body })),
  skus: (admin: Admin, body: Blob) =>
    answerOf(admin.connection.server.POST("/v1/skus/importCSV", { body })),
  orders: async (admin: Admin, file: Blob) => {
    const body = arrayOf(await file.arrayBuffer());
    return answerOf(admin.connection.server.POST("/v1/orders/import", { body }));
  },
} satisfies Record<string, (admin: Admin, file: Blob) => Promise<Schemas["AsyncActionStarted"]>>;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
const Rows = z.array(z.record(z.string(), z.unknown()));

/** Orders come as a JSON array; what stands in it is the service's to judge. */
function arrayOf(bytes: ArrayBuffer) {
  try {
    return Rows.parse(JSON.parse(utf8.decode(bytes)));
  } catch {
    throw new UsageError("The file of orders is no JSON array of objects");
  }
}
