import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { root } from "../scripts/wrangler";

const LOCK = "package-lock.json";

/** The sources of a version in a folder, with the libraries of this one where they are the same. */
export function checkedOut(ref: string, folder: string): string {
  const source = join(folder, "source");
  mkdirSync(join(source, "dist/pages"), { recursive: true });
  const archive = execFileSync("git", ["archive", ref], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["x", "-C", source], { input: archive });
  const [own, other] = [root, source].map((tree) => readFileSync(join(tree, LOCK), "utf8"));
  if (own === other) symlinkSync(join(root, "node_modules"), join(source, "node_modules"));
  else execFileSync("npm", ["ci"], { cwd: source, stdio: "ignore" });
  return source;
}

/** Lays this version's worker of the bench over another one, which need not have its own. */
export function layOver(source: string): void {
  const folder = "bench/replay";
  cpSync(join(root, folder), join(source, folder), { recursive: true });
}
