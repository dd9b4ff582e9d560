// Evaluates the entry of a built worker as an isolate does at its start, and prints what that took:
// `node --experimental-vm-modules --import tsx bench/evaluated.ts <entry>`.

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import vm from "node:vm";
import { Temporal } from "temporal-polyfill";

/** What an evaluation takes: milliseconds of CPU, and how much of what there is. */
export interface Evaluated {
  compile_ms: number;
  evaluate_ms: number;
  files: number;
  bytes: number;
  schemas: number;
}

// Workers have it natively.
Object.assign(globalThis, { Temporal });

const RUNTIME = { DurableObject: class {}, WorkerEntrypoint: class {}, env: {} };

let schemas = 0;
// Zod asks for this once for each schema that it makes.
const settings = {
  get localeError() {
    schemas++;
    return () => "";
  },
};
Object.assign(globalThis, { __zod_globalConfig: settings });

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const made = new Map<string, vm.Module>();
let [compileMs, bytes] = [0, 0];

function compiled(path: string): vm.Module {
  const known = made.get(path);
  if (known) return known;
  const text = readFileSync(path, "utf8");
  const before = cpuMs();
  const module = new vm.SourceTextModule(text, { identifier: path });
  compileMs += cpuMs() - before;
  bytes += Buffer.byteLength(text);
  made.set(path, module);
  return module;
}

async function ofRuntime(name: string): Promise<vm.Module> {
  const members: object = name.startsWith("cloudflare:") ? RUNTIME : await import(name);
  const names = Object.keys(members);
  return new vm.SyntheticModule(names, function (this: vm.SyntheticModule) {
    for (const each of names) this.setExport(each, Reflect.get(members, each));
  });
}

const [entry = ""] = process.argv.slice(2);
// Loaded here before, as they are in the runtime.
await Promise.all(["node:crypto", "node:zlib", "node:stream"].map((name) => import(name)));
const module = compiled(resolve(entry));
await module.link((name, { identifier }) =>
  name.startsWith(".") ? compiled(resolve(dirname(identifier), name)) : ofRuntime(name),
);
const before = cpuMs();
await module.evaluate();
const evaluated: Evaluated = {
  compile_ms: compileMs,
  evaluate_ms: cpuMs() - before,
  files: made.size,
  bytes,
  schemas,
};
console.log(JSON.stringify(evaluated));
