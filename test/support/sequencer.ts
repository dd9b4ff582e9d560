import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Servers that are killed, and receivers that hang: minutes in which hardly anything is computed. */
const WAITING = ["e2e/faults.thorough.test.ts", "e2e/webhooks.thorough.test.ts"];

/** What takes long begins before what many small files are left of, which fill the end. */
const PROJECTS = ["browser", "e2e", "alone", "copy", "api", "engine"];

function placeOf({ moduleId, project }: TestSpecification): number {
  return WAITING.some((file) => moduleId.endsWith(file)) ? -1 : PROJECTS.indexOf(project.name);
}

/** Files that wait run beside those that work; otherwise one project after the other. */
export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b));
  }
}
