import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../scripts/wrangler";
import type { Evaluated } from "./evaluated";

/** Evaluates the entry of a built worker in a process of its own. */
export function evaluate(entry: string): Evaluated {
  const script = join(root, "bench/evaluated.ts");
  const how = ["--no-warnings", "--experimental-vm-modules", "--import", "tsx", script, entry];
  return JSON.parse(execFileSync(process.execPath, how, { cwd: root, encoding: "utf8" }));
}
