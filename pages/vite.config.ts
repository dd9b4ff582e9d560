import { resolve } from "node:path";
import { defineConfig, type Plugin } from "vite";
import { docsPages } from "../scripts/docs/plugin.ts";

const here = import.meta.dirname;
const PAGES = ["index", "demo", "console", "docs/frame", "docs/reference", "404"];

const FONT = /figtree-latin-wght-normal.*\.woff2$/;

/** Asks for the font with the styles that name it: text that changes its font moves what is below. */
const earlyFont = (): Plugin => ({
  name: "early-font",
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => FONT.test(name))
        .map((name) => ({
          tag: "link",
          attrs: {
            rel: "preload",
            as: "font",
            type: "font/woff2",
            crossorigin: "",
            href: `/${name}`,
          },
        })),
  },
});

/** Builds the pages into what the worker serves beside the API; `/assets` is the API's own. */
export default defineConfig({
  root: here,
  logLevel: "warn",
  plugins: [earlyFont(), docsPages()],
  resolve: { alias: { react: "preact/compat", "react-dom": "preact/compat" } },
  build: {
    outDir: resolve(here, "../dist/pages"),
    emptyOutDir: true,
    assetsDir: "static",
    // A script or style within the page itself is what the policy of `_headers` refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2023",
    // The viewer of an operation comes with the first that is opened; what a page begins with is
    // weighed by a test.
    chunkSizeWarningLimit: 2_000,
    rollupOptions: {
      // The time goes into the pages of the documentation, and there is nothing to be done about it.
      checks: { pluginTimings: false },
      input: PAGES.map((page) => resolve(here, `${page}.html`)),
      // What several pages begin with travels as one file, not as a dozen of an icon each.
      output: {
        codeSplitting: {
          groups: [
            { name: "base", test: /pages\/shared|node_modules/, minShareCount: 3 },
            { name: "icons", test: /lucide-preact/, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
