import {
  answerOf,
  type ManagementPaths,
  managementClient,
  type Schemas,
  ServiceError,
  serverClient,
} from "../../clients/typescript/src";
import type { Pair, Session } from "./session";

type Project = Schemas["Project"];

type Query = NonNullable<ManagementPaths["/management/v1/projects"]["get"]["parameters"]["query"]>;

/** Some of the projects that the pair administers; refuses by a `ServiceError`. */
export const projectsOf = (pair: Pair, query: Query) =>
  answerOf(managementClient(pair).GET("/management/v1/projects", { params: { query } }));

/** Whether there is such a server key, whatever it may do. */
export async function checkServerKey(pair: Pair): Promise<void> {
  try {
    await answerOf(serverClient(pair).GET("/v1/vouchers", { params: { query: { limit: 1 } } }));
  } catch (error) {
    if (error instanceof ServiceError && error.status === 403) return;
    throw error;
  }
}

/** The project that a server key opens, where the management pair sees it. */
export async function projectOf(server: Pair, management: Pair): Promise<Project | null> {
  const { data } = await projectsOf(management, { app_id: server.id });
  return data[0] ?? null;
}

/** A server key of the project for this console, shown to nobody. */
export async function newServerKey(management: Pair, projectId: string): Promise<Pair> {
  const call = managementClient(management).POST("/management/v1/projects/{projectId}/api-keys", {
    params: { path: { projectId } },
    body: { kind: "server", name: "Console" },
  });
  const { app_id, app_token } = await answerOf(call);
  return { id: app_id, token: app_token };
}

export const named = ({ id, name, currency, timezone }: Project): Session["project"] => ({
  id,
  name,
  currency,
  timezone,
});
