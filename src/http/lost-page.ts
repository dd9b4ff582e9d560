import type { Context } from "hono";
import { accepts } from "./accept";
import type { AppEnv } from "./app-env";

/** Below these the API answers everybody in JSON. */
const API = /^\/(v1|client\/v1|management\/v1|assets)(\/|$)/;

/** What stands where there is no route: a page for browsers that go there, else the refusal. */
export async function lostPage(
  { req, env }: Context<AppEnv>,
  refusal: Response,
): Promise<Response> {
  const isShown = req.method === "GET" && accepts(req.header("accept"), "text/html");
  if (!isShown || API.test(req.path) || !env.ASSETS) return refusal;
  const { body, headers } = await env.ASSETS.fetch(new URL("/404", req.url));
  return new Response(body, { status: refusal.status, headers });
}
