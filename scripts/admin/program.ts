import { Argument, Command, Option } from "commander";
import * as z from "zod";
import { ConnectionOptions, KEYS_HELP } from "./connection.ts";
import { EXITS_HELP } from "./exits.ts";
import type { Verb } from "./verb.ts";

export const PROGRAM = "vouchsafe";

/** Options that every verb takes beside its own. */
export const SharedOptions = ConnectionOptions.extend({
  json: z.boolean().optional().describe("answer in JSON"),
  yes: z.boolean().optional().describe("ask nothing"),
});

const Described = z.object({
  properties: z.record(
    z.string(),
    z.looseObject({
      type: z.string().optional(),
      enum: z.array(z.string()).optional(),
      description: z.string().optional(),
      default: z.unknown().optional(),
    }),
  ),
  required: z.array(z.string()).default([]),
});

/** What is known of one argument or option. */
export interface Parameter {
  name: string;
  summary: string;
  isRequired: boolean;
  isFlag: boolean;
  choices: string[];
}

/** The parameters that a schema declares, in its order. */
export function parametersOf(schema: z.ZodObject): Parameter[] {
  const { properties, required } = Described.parse(z.toJSONSchema(schema, { io: "input" }));
  return Object.entries(properties).map(([name, { description = "", ...each }]) => ({
    name,
    summary:
      each.default === undefined ? description : `${description} (else ${String(each.default)})`,
    isRequired: required.includes(name),
    isFlag: each.type === "boolean",
    choices: each.enum ?? [],
  }));
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (each) => `-${each.toLowerCase()}`);

/** As it is written on the command line. */
export const flagOf = ({ name }: Parameter): string => `--${kebab(name)}`;

function optionOf(parameter: Parameter): Option {
  const { name, summary, isFlag, isRequired, choices } = parameter;
  const value = isFlag ? "" : ` <${choices.length === 0 ? kebab(name) : "choice"}>`;
  const option = new Option(`${flagOf(parameter)}${value}`, summary);
  if (choices.length > 0) option.choices(choices);
  return isRequired && !isFlag ? option.makeOptionMandatory() : option;
}

function argumentOf({ name, summary, isRequired, choices }: Parameter): Argument {
  const argument = new Argument(isRequired ? `<${kebab(name)}>` : `[${kebab(name)}]`, summary);
  return choices.length === 0 ? argument : argument.choices(choices);
}

/** What a command was called with. */
type Called = (verb: Verb, sent: Record<string, unknown>) => Promise<void>;

function commandOf(verb: Verb, called: Called): Command {
  const command = new Command(verb.name.split(" ").at(-1)).description(verb.summary);
  const args = parametersOf(verb.args);
  for (const each of args) command.addArgument(argumentOf(each));
  for (const each of parametersOf(verb.options)) command.addOption(optionOf(each));
  for (const each of parametersOf(SharedOptions)) {
    command.addOption(optionOf(each).helpGroup("Of every verb:"));
  }
  return command.action(() =>
    called(verb, {
      ...Object.fromEntries(args.map(({ name }, at) => [name, command.processedArgs[at]])),
      ...command.opts(),
    }),
  );
}

/** The nouns of the verbs, in their order. */
export const nounsOf = (verbs: readonly Verb[]): string[] => [
  ...new Set(verbs.map(({ name }) => name.split(" ")[0] ?? name)),
];

/** Settings that commander hands on to the commands below, which `addCommand` does not. */
function settled(command: Command, from: Command): Command {
  return command.copyInheritedSettings(from).helpCommand(false);
}

/** All verbs with their help. */
export function programOf(
  verbs: readonly Verb[],
  called: Called,
  write: { out: (text: string) => void; err: (text: string) => void },
): Command {
  const program = new Command(PROGRAM)
    .description("Looks after a deployment of Vouchsafe from the command line.")
    .exitOverride()
    .configureOutput({ writeOut: write.out, writeErr: write.err })
    .helpCommand(false)
    .addHelpText("after", () => `\nVerbs:\n${listing(verbs)}\n${KEYS_HELP}\n${EXITS_HELP}`);
  for (const noun of nounsOf(verbs)) {
    const group = settled(new Command(noun), program).description(nounSummary(verbs, noun));
    for (const verb of verbs.filter(({ name }) => name.startsWith(`${noun} `))) {
      group.addCommand(settled(commandOf(verb, called), group));
    }
    // The listing below says more than the nouns would.
    program.addCommand(group, { hidden: true });
  }
  return program;
}

const nounSummary = (verbs: readonly Verb[], noun: string): string =>
  verbs
    .filter(({ name }) => name.startsWith(`${noun} `))
    .map(({ name }) => name.split(" ")[1])
    .join(", ");

function listing(verbs: readonly Verb[]): string {
  const width = Math.max(...verbs.map(({ name }) => name.length));
  return verbs.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join("\n");
}
