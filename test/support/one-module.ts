import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "rolldown";
import type { Plugin } from "vite";
import { ALIASES } from "../../scripts/bundle.ts";
import { once } from "./once.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = join(root, "dist/tested");

/**
 * Libraries that tests ask for too, with where they come from: what the service has of them, not a
 * second one.
 */
const LIBRARIES = {
  "drizzle-orm": "drizzle-orm",
  "drizzle-orm/sqlite-core": "drizzle-orm/sqlite-core",
  hono: "hono",
  zod: "zod/v4",
};

/** The service's entry in its one module. */
export const SERVICE = join(folder, "index.js");

/** Puts the one module in place of sources of the service and of its libraries. */
export const oneModule = (): Plugin => ({
  name: "one-module",
  config: () => ({
    resolve: {
      alias: [
        { find: /^(?:\.\.\/)+src\/(.+?)(?:\.ts)?$/, replacement: `${folder}/$1.js` },
        {
          find: new RegExp(`^(${Object.keys(LIBRARIES).join("|")})$`),
          replacement: `${folder}/$1.js`,
        },
      ],
    },
  }),
  // Each worker would be sent where every word of it stands, which is three times as long.
  load: (path) =>
    path.startsWith(folder) ? { code: readFileSync(path, "utf8"), map: { mappings: "" } } : null,
});

async function make(): Promise<void> {
  const sources = globSync("src/**/*.ts", { cwd: root, exclude: ["**/*.d.ts"] });
  await build({
    cwd: root,
    input: {
      ...LIBRARIES,
      ...Object.fromEntries(
        sources.map((path) => [path.slice("src/".length, -".ts".length), join(root, path)]),
      ),
    },
    external: /^(cloudflare|node):/,
    platform: "browser",
    resolve: {
      alias: ALIASES,
      conditionNames: ["workerd", "worker", "browser", "import"],
    },
    output: {
      dir: folder,
      entryFileNames: "[name].js",
      chunkFileNames: "[name].js",
      codeSplitting: { groups: [{ name: "service", test: /./ }] },
    },
  });
}

/**
 * Makes one module of the service with all its libraries, and beside it, for each of its files, one
 * that tells what that exports. Each worker of the tests reads the service, and a thousand modules
 * one by one take it longer than many files of tests. Whoever changes the service starts them again.
 */
export default (): Promise<void> => once("one module", make);
