import { expect } from "vitest";
import type { Reply, TestProject } from "./api";
import { complaints } from "./client-schema";
import { bodyFrom, type Known, type Row } from "./forms/row";
import { filled } from "./one-of-each";

/** The value at a path like `data.0.id`. */
const at = (body: unknown, path: string): unknown =>
  // biome-ignore lint/suspicious/noExplicitAny: wire bodies are read field by field, as a client does
  path.split(".").reduce<any>((value, step) => value?.[step], body);

/** Operations that the reference has no shape of answer what another one does. */
const LIKE: Record<string, string> = {
  "PUT /v1/loyalties/:campaignId/tiers/:loyaltyTierId":
    "GET /v1/loyalties/:campaignId/tiers/:loyaltyTierId",
};
/** These answer nothing. */
const NOTHING = ["DELETE /v1/loyalties/:campaignId/tiers/:loyaltyTierId"];

/** With the key of the path's family. */
const CALLS: Record<
  string,
  (project: TestProject, path: string, body: object | undefined) => Promise<Reply>
> = {
  GET: (project, path) => project.get(path),
  POST: (project, path, body) => project.post(path, body),
  PUT: (project, path, body) => project.put(path, body),
  DELETE: (project, path) => project.delete(path),
};

export interface Answered {
  operation: string;
  status: number;
  body: unknown;
}

/** A client that reads every answer strictly, and remembers what answers told it. */
export function strictClient(project: TestProject, known: Known, form: "least" | "most") {
  const answered: Answered[] = [];
  async function ask(row: Row): Promise<Reply> {
    const [method = "", path = ""] = row.operation.split(" ");
    const elsewhere = Object.entries(row.at ?? {}).map(([name, of]) => [name, known[of] ?? ""]);
    const target = filled(path, { ...known, ...Object.fromEntries(elsewhere) });
    const query = (row.wanted ?? "") + (form === "most" ? (row.query ?? "") : "");
    const body = method === "GET" ? undefined : bodyFrom(row[form], known);
    const reply = await CALLS[method]?.(project, target + query, body);
    if (!reply) throw new Error(`no such method: ${method}`);
    const { status } = reply;
    expect([200, 202, 204], `${row.operation} ${JSON.stringify(reply.body)}`).toContain(status);
    if (!NOTHING.includes(row.operation)) {
      answered.push({ operation: LIKE[row.operation] ?? row.operation, status, body: reply.body });
    }
    for (const [name, where] of Object.entries(row.keep ?? {})) {
      known[name] = String(at(reply.body, where));
    }
    return reply;
  }
  const walk = async (rows: readonly Row[]) => {
    for (const row of rows) await ask(row);
  };
  const refused = () => answered.flatMap(({ operation, ...reply }) => complaints(operation, reply));
  return { ask, walk, answered, refused };
}
