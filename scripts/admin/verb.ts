import type * as z from "zod";
import type { Connection } from "./connection.ts";
import type { Progress } from "./progress.ts";
import type { Show } from "./show.ts";

/** What a verb works with. */
export interface Admin {
  connection: Connection;
  show: Show;
  progress: Progress;
  /** Says something beside the answers. */
  note: (text: string) => void;
  /** Asks before something is destroyed; `--yes` has answered already. */
  confirm: (question: string) => Promise<boolean>;
  /** Goes off when the program is asked to stop. */
  signal: AbortSignal;
}

/** One row of the table of verbs. */
export interface Verb {
  /** Noun and verb, as they are written. */
  name: string;
  summary: string;
  /** By their place, in this order. */
  args: z.ZodObject;
  /** By their name, `--in-kebab-case`. */
  options: z.ZodObject;
  run: (admin: Admin, sent: object) => Promise<void>;
}

interface Declared<Args extends z.ZodObject, Options extends z.ZodObject> {
  name: string;
  summary: string;
  args: Args;
  options: Options;
  run: (admin: Admin, taken: z.infer<Args> & z.infer<Options>) => Promise<void>;
}

/**
 * A verb whose arguments and options are checked before it runs. The cast holds: `parse` has
 * answered what the two schemas say.
 */
export const verb = <Args extends z.ZodObject, Options extends z.ZodObject>(
  declared: Declared<Args, Options>,
): Verb => ({
  ...declared,
  run: (admin, sent) =>
    declared.run(admin, {
      ...declared.args.parse(sent),
      ...declared.options.parse(sent),
    } as z.infer<Args> & z.infer<Options>),
});
