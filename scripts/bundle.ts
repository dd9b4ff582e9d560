import { basename, join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "rolldown";
import { root } from "./wrangler.ts";

/**
 * What a deployed worker may weigh, minified and gzipped: what an isolate starts with, and all that
 * is sent, of which the rest is loaded when it is first used.
 */
export const MOST_KIB = { start: 400, all: 480 };

/** What the worker has in place of what its sources name. */
export const ALIASES = {
  // What `qs` needs of it is a WeakMap.
  "side-channel": join(root, "src/lib/side-channel.cjs"),
  // Schemas are made when they are used.
  zod$: join(root, "src/lib/lazy-zod.ts"),
};

/** A file of a built worker. */
interface BuiltFile {
  name: string;
  /** Paths from the root. */
  sources: string[];
  gzipKib: number;
  /** Whether an isolate evaluates it at its start. */
  isAtStart: boolean;
}

export interface BuiltWorker {
  /** Path of its entry. */
  main: string;
  files: BuiltFile[];
}

interface Importing {
  fileName: string;
  imports: readonly string[];
}

/** The names of the file and of all that it cannot begin without. */
function neededBy(name: string, files: readonly Importing[], known = new Set<string>()) {
  if (known.has(name)) return known;
  known.add(name);
  const imports = files.find(({ fileName }) => fileName === name)?.imports ?? [];
  for (const each of imports) neededBy(each, files, known);
  return known;
}

/**
 * Builds a worker into the folder: its entry, with what it starts with, and files that are loaded
 * later, all with their source maps.
 */
export async function bundleWorker(folder: string, entry = "src/index.ts"): Promise<BuiltWorker> {
  const name = basename(entry, ".ts");
  const { output } = await build({
    cwd: root,
    input: { [name]: join(root, entry) },
    external: /^(cloudflare|node):/,
    platform: "browser",
    resolve: { alias: ALIASES, conditionNames: ["workerd", "worker", "browser", "import"] },
    // The runtime takes each export of the entry for a handler.
    preserveEntrySignatures: "strict",
    output: {
      dir: folder,
      cleanDir: true,
      minify: true,
      sourcemap: true,
      entryFileNames: "[name].js",
      chunkFileNames: "[name]-[hash].mjs",
    },
  });
  const chunks = output.filter((each) => each.type === "chunk");
  const atStart = neededBy(`${name}.js`, chunks);
  const files = chunks.map(({ fileName, code, moduleIds }) => ({
    name: fileName,
    sources: moduleIds.map((path) => relative(root, path)),
    gzipKib: gzipSync(code).length / 1024,
    isAtStart: atStart.has(fileName),
  }));
  return { main: join(folder, `${name}.js`), files };
}

/** What the worker weighs gzipped, in KiB: at its start, and in all. */
export function weightOf({ files }: BuiltWorker): { start: number; all: number } {
  const sum = (some: readonly BuiltFile[]) => some.reduce((kib, { gzipKib }) => kib + gzipKib, 0);
  return { start: sum(files.filter(({ isAtStart }) => isAtStart)), all: sum(files) };
}
