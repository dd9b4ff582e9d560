import { HonoBase } from "hono/hono-base";
import { methodNotAllowed } from "hono/method-not-allowed";
import { assets } from "./api/assets";
import { client } from "./api/client";
import { downloads } from "./api/downloads";
import { management } from "./api/management";
import { v1 } from "./api/v1";
import { v2 } from "./api/v2";
import { ApiError } from "./errors";
import type { AppEnv } from "./http/app-env";
import { guard } from "./http/guard";
import { lostPage } from "./http/lost-page";
import { mount } from "./http/mount";
import { onError } from "./http/respond";
import { RememberingRouter } from "./http/router";
import { trace } from "./http/trace";

/** An older SDK leaves the code out of the path and sends it in the body. */
const WITHOUT_CODE = /^\/v1\/vouchers\/\/(redemption|validate)$/;

/** SDKs append slashes; codes may hold encoded ones, so the path stays as it was sent. */
const getPath = (request: Request): string => {
  const path = request.url.slice(request.url.indexOf("/", 8)).split(/[?#]/, 1)[0] ?? "/";
  return path.replace(/\/+$/, "").replace(WITHOUT_CODE, "/v1/vouchers/$1") || "/";
};

export const app = new HonoBase<AppEnv>({ getPath, router: new RememberingRouter() });

app.onError(onError);

app.notFound((c) => {
  const details = `No route for ${c.req.method} on this path`;
  return lostPage(c, onError(new ApiError("not_found", { details }), c));
});

app.use(trace);
app.use(guard);
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

// For whoever only asks whether somebody answers: nothing is read.
app.get("/health", (c) => c.json({ status: "ok" }));

/** Every operation there is. Links come before the keys are asked for: they are signed. */
export const operations = mount(app, [downloads, v1, v2, client, management, assets]);
