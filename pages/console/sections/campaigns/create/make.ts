import { answerOf } from "../../../../../clients/typescript/src";
import { server } from "../../../session";
import { bodyOf, type Draft } from "./draft";

const LATEST = 20;

/** The work that a request began in the background, which tells by which request it was begun. */
async function workOf(requestId: string | null): Promise<string | null> {
  const query = { limit: LATEST };
  const call = server().GET("/v1/async-actions", { params: { query } });
  const { async_actions } = await answerOf(call);
  return async_actions.find(({ request_id }) => request_id === requestId)?.id ?? null;
}

/** Makes the campaign of a draft; `work` makes its codes, where they are several. */
export async function make(
  draft: Draft,
  currency: string,
): Promise<{ id: string; work: string | null }> {
  const call = server().POST("/v1/campaigns", { body: bodyOf(draft, currency) });
  const { id, vouchers_generation_status } = await answerOf(call);
  if (vouchers_generation_status !== "IN_PROGRESS") return { id, work: null };
  const { response } = await call;
  // It is made by now, whether the key may see the work or not.
  const work = await workOf(response.headers.get("X-Request-Id")).catch(() => null);
  return { id, work };
}
