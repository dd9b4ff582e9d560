import { Hono } from "hono";
import type { AppEnv } from "../http/app-env";
import { voucherAssets } from "../resources/vouchers/asset-routes";

/** Images behind signed links: they need no keys and do not name the code. */
export const assets = new Hono<AppEnv>().route("/", voucherAssets);
