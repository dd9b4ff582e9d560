import type { ExecutionContext } from "hono";
import { HonoBase } from "hono/hono-base";
import { methodNotAllowed } from "hono/method-not-allowed";
import { assets } from "./api/assets";
import { client } from "./api/client";
import { downloads } from "./api/downloads";
import { v1 } from "./api/v1";
import { v2 } from "./api/v2";
import type { Env } from "./env";
import { ApiError } from "./errors";
import type { AppEnv } from "./http/app-env";
import { guard } from "./http/guard";
import { lostPage } from "./http/lost-page";
import { mount, type Section } from "./http/mount";
import { onError } from "./http/respond";
import { RememberingRouter } from "./http/router";
import { trace } from "./http/trace";
import { memoised } from "./lib/memoised";

/** An older SDK leaves the code out of the path and sends it in the body. */
const WITHOUT_CODE = /^\/v1\/vouchers\/\/(redemption|validate)$/;

/** SDKs append slashes; codes may hold encoded ones, so the path stays as it was sent. */
const getPath = (request: Request): string => {
  const path = request.url.slice(request.url.indexOf("/", 8)).split(/[?#]/, 1)[0] ?? "/";
  return path.replace(/\/+$/, "").replace(WITHOUT_CODE, "/v1/vouchers/$1") || "/";
};

type App = HonoBase<AppEnv>;

/** Answers what no operation is there for. */
function refuseOthers(app: App): void {
  app.notFound((c) => {
    const details = `No route for ${c.req.method} on this path`;
    return lostPage(c, onError(new ApiError("not_found", { details }), c));
  });
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) => {
        const allowed = methods.join(", ");
        const details = `Allowed methods: ${allowed}`;
        return onError(new ApiError("method_not_allowed", { details }, { Allow: allowed }), c);
      },
    }),
  );
}

/** The operations of these sections, behind what every request passes. */
export function appOf(sections: readonly Section[]): App {
  const app = new HonoBase<AppEnv>({ getPath, router: new RememberingRouter() });
  app.onError(onError);
  app.use(trace);
  app.use(guard);
  refuseOthers(app);
  // For whoever only asks whether somebody answers: nothing is read.
  app.get("/health", (c) => c.json({ status: "ok" }));
  mount(app, sections);
  return app;
}

/** Links come before the keys are asked for: they are signed. */
const shop = appOf([downloads, v1, v2, client, assets]);

const MANAGEMENT = "/management/";

const officeOf = memoised((management: Section) => appOf([management]));

/** What shops and shoppers ask for is there at once; management is loaded when it is asked for. */
export const app = {
  fetch: async (request: Request, env: Env, ctx: ExecutionContext): Promise<Response> => {
    if (!getPath(request).startsWith(MANAGEMENT)) return shop.fetch(request, env, ctx);
    const { management } = await import("./api/management");
    return officeOf(management).fetch(request, env, ctx);
  },
};
