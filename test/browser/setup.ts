import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { stockShop } from "../../scripts/demo-shop";
import { startServer } from "../../scripts/local-server";
import { freePort } from "../support/free-port";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the service and its pages are; null where no browser can be had. */
    url: string | null;
    chromium: string;
  }
}

/** The browser that `CHROMIUM` names, or else one of these; where it names none that is there, none. */
const { CHROMIUM } = process.env;
const PATHS = CHROMIUM ? [CHROMIUM] : ["/usr/bin/chromium", "/usr/bin/chromium-browser"];

/** One server with the pages for all files; without a browser, nobody believes that all is well. */
export default async function setup({ provide }: TestProject) {
  const chromium = PATHS.find((path) => existsSync(path));
  provide("chromium", chromium ?? "");
  provide("url", null);
  if (!chromium) {
    const text = "The pages are not tested: no Chromium here. Install it, or name it in CHROMIUM.";
    if (process.env.CI) throw new Error(text);
    console.warn(text);
    return;
  }
  const state = mkdtempSync(join(tmpdir(), "vouchsafe-browser-"));
  const server = await startServer({
    port: await freePort(),
    state,
    hasPages: true,
    prepare: stockShop,
    vars: { REQUEST_LOG: "0" },
  });
  provide("url", server.url);
  return async () => {
    await server.stop();
    rmSync(state, { recursive: true, force: true });
  };
}
