import { Hono } from "hono";
import type { AppEnv } from "../http/app-env";
import { exportDownloads } from "../resources/exports/download-routes";

/** Files behind signed links, which need no keys. */
export const downloads = new Hono<AppEnv>().route("/", exportDownloads);
