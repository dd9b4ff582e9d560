import {
  answerOf,
  managementClient,
  type Schemas,
  ServiceError,
  serverClient,
} from "../../clients/typescript/src";
import type { Pair, Session } from "./session";

type Project = Schemas["Project"];

const LIMIT = 100;

/** The projects that the pair administers; refuses by a `ServiceError`. */
export async function projectsOf(pair: Pair): Promise<Project[]> {
  const query = { limit: LIMIT };
  const call = managementClient(pair).GET("/management/v1/projects", { params: { query } });
  return (await answerOf(call)).data;
}

/** Whether there is such a server key, whatever it may do. */
export async function checkServerKey(pair: Pair): Promise<void> {
  try {
    await answerOf(serverClient(pair).GET("/v1/vouchers", { params: { query: { limit: 1 } } }));
  } catch (error) {
    if (error instanceof ServiceError && error.status === 403) return;
    throw error;
  }
}

/** The project that a server key opens, among those that the management pair sees. */
export async function projectOf(
  server: Pair,
  management: Pair,
  projects: readonly Project[],
): Promise<Project | null> {
  const client = managementClient(management);
  for (const project of projects) {
    const params = { path: { projectId: project.id }, query: { limit: LIMIT } };
    const call = client.GET("/management/v1/projects/{projectId}/api-keys", { params });
    const { api_keys } = await answerOf(call);
    if (api_keys.some(({ app_id }) => app_id === server.id)) return project;
  }
  return null;
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
