import { createHash, randomInt } from "node:crypto";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Servers that are killed, and receivers that hang: minutes in which hardly anything is computed. */
const WAITING = ["e2e/faults.thorough.test.ts", "e2e/webhooks.thorough.test.ts"];

/** What takes long begins before what many small files are left of, which fill the end. */
const PROJECTS = ["browser", "e2e", "alone", "copy", "api", "engine"];

function placeOf({ moduleId, project }: TestSpecification): number {
  return WAITING.some((file) => moduleId.endsWith(file)) ? -1 : PROJECTS.indexOf(project.name);
}

/** Orders the files of a project, and so which of them share a worker. */
const seed = process.env.ORDER_SEED ?? String(randomInt(1_000_000));

const drawnFor = ({ moduleId }: TestSpecification): string =>
  createHash("sha256")
    .update(`${seed} ${moduleId.split("/test/").at(-1)}`)
    .digest("hex");

/** Files that wait run first; then one project after the other, its files in the order of the seed. */
export class Sequencer extends BaseSequencer {
  static isTold = false;

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    if (!Sequencer.isTold) console.info(`Order of the files: ORDER_SEED=${seed}`);
    Sequencer.isTold = true;
    const drawn = new Map(files.map((file) => [file, drawnFor(file)]));
    const byDraw = (a: TestSpecification, b: TestSpecification) =>
      String(drawn.get(a)) < String(drawn.get(b)) ? -1 : 1;
    return [...files].sort((a, b) => placeOf(a) - placeOf(b) || byDraw(a, b));
  }
}
