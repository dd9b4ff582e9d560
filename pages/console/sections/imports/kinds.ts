import { answerOf } from "../../../../clients/typescript/src";
import { server } from "../../session";
import { COLUMNS } from "./columns";

/** What can be imported. */
export const KINDS = {
  vouchers: { columns: COLUMNS.vouchers, format: "csv" },
  campaign: { columns: COLUMNS.campaign, format: "csv" },
  customers: { columns: COLUMNS.customers, format: "csv" },
  products: { columns: COLUMNS.products, format: "csv" },
  skus: { columns: COLUMNS.skus, format: "csv" },
  orders: { columns: [], format: "json" },
} as const;
export type Kind = keyof typeof KINDS;

export const KIND_NAMES = [
  "vouchers",
  "campaign",
  "customers",
  "products",
  "skus",
  "orders",
] as const satisfies readonly Kind[];

/** What the file of orders is not. */
export class NoList extends Error {}

type Rows = Record<string, never>[];

/** The cast holds: the service looks at each element itself, and says what is wrong with it. */
async function rowsOf(file: File): Promise<Rows> {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  try {
    const parsed: unknown = JSON.parse(utf8.decode(await file.arrayBuffer()));
    if (Array.isArray(parsed)) return parsed as Rows;
  } catch {
    // What is no JSON is no list either.
  }
  throw new NoList();
}

/** Sends a file to be imported; answers the work that reads it. */
export async function start(kind: Kind, campaignId: string, file: File): Promise<string> {
  const body = { file };
  const begin = async () => {
    switch (kind) {
      case "vouchers":
        return server().POST("/v1/vouchers/importCSV", { body });
      case "campaign": {
        const params = { path: { campaignId } };
        return server().POST("/v1/campaigns/{campaignId}/importCSV", { params, body });
      }
      case "customers":
        return server().POST("/v1/customers/importCSV", { body });
      case "products":
        return server().POST("/v1/products/importCSV", { body });
      case "skus":
        return server().POST("/v1/skus/importCSV", { body });
      case "orders":
        return server().POST("/v1/orders/import", { body: await rowsOf(file) });
    }
  };
  return (await answerOf(begin())).async_action_id;
}
