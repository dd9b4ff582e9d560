import { answerOf } from "../../clients/typescript/src";
import { server } from "./session";

const POLL_MS = 400;

const pause = () => new Promise((resolve) => setTimeout(resolve, POLL_MS));

async function isOver(asyncActionId: string): Promise<boolean> {
  const path = { params: { path: { asyncActionId } } };
  const call = server().GET("/v1/async-actions/{asyncActionId}", path);
  return (await answerOf(call)).status === "DONE";
}

/**
 * Brings back what was put into the bin. Of a campaign, `after` is the work that takes its codes
 * there: nothing comes back before all of it is gone.
 */
export async function bringBack(resourceId: string, after?: string): Promise<void> {
  while (after !== undefined && !(await isOver(after))) await pause();
  const query = { limit: 1, filters: { resource_id: { conditions: { $is: [resourceId] } } } };
  const list = answerOf(server().GET("/v1/trash-bin", { params: { query } }));
  const [entry] = (await list).data;
  if (!entry) return;
  const restore = { params: { path: { binEntryId: entry.id } } };
  await answerOf(server().POST("/v1/trash-bin/{binEntryId}/restore", restore));
}
