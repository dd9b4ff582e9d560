import { join } from "node:path";
import { nothing } from "./parameters.ts";
import { flagOf, nounsOf, PROGRAM, parametersOf, SharedOptions } from "./program.ts";
import { type Verb, verb } from "./verb.ts";

const ENTRY = join(import.meta.dirname, "../admin.ts");

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** What may stand somewhere, by the words before it, as branches of a shell's `case`. */
interface Branch {
  pattern: string;
  words: readonly string[];
}

const casesOf = (branches: readonly Branch[]): string =>
  branches
    .map(({ pattern, words }) => `    ${pattern}) offered=${quoted(words.join(" "))} ;;`)
    .join("\n");

/** Verbs of a noun; the choices of options and of the first argument; the options of a verb. */
function branchesOf(verbs: readonly Verb[]): {
  nouns: Branch[];
  choices: Branch[];
  options: Branch[];
} {
  const nouns = nounsOf(verbs).map((noun) => ({
    pattern: quoted(noun),
    words: verbs.flatMap(({ name }) =>
      name.startsWith(`${noun} `) ? [name.slice(noun.length + 1)] : [],
    ),
  }));
  const shared = parametersOf(SharedOptions);
  const options = verbs.map(({ name, options: own }) => ({
    pattern: quoted(name),
    words: [...parametersOf(own), ...shared].map(flagOf),
  }));
  const choices = verbs.flatMap(({ name, args, options: own }) => [
    ...parametersOf(own)
      .filter((each) => each.choices.length > 0)
      .map((each) => ({ pattern: quoted(`${name} ${flagOf(each)}`), words: each.choices })),
    ...parametersOf(args)
      .slice(0, 1)
      .filter((each) => each.choices.length > 0)
      .map((each) => ({ pattern: quoted(`${name} ${name.split(" ")[1]}`), words: each.choices })),
  ]);
  return { nouns, choices, options };
}

/**
 * The part that both shells share: `nth` is the number of the word that is being written, `noun`,
 * `verb`, `before` and `word` are words of the line. Nothing is run to complete, so that it is
 * quick and nothing of the line is ever evaluated.
 */
function suggestions(verbs: readonly Verb[]): string {
  const { nouns, choices, options } = branchesOf(verbs);
  return `  if (( nth == 1 )); then offered=${quoted(nounsOf(verbs).join(" "))}
  elif (( nth == 2 )); then case "$noun" in
${casesOf(nouns)}
  esac
  else
    case "$noun $verb $before" in
${casesOf(choices)}
    esac
    if [[ -z "$offered" && "$word" == -* ]]; then case "$noun $verb" in
${casesOf(options)}
    esac; fi
  fi`;
}

/** The program as a command of the shell, wherever it is called. */
const command = `${PROGRAM}() { ${quoted(process.execPath)} ${quoted(ENTRY)} "$@"; }`;

const bash = (verbs: readonly Verb[]): string => `${command}
_${PROGRAM}() {
  local nth=$COMP_CWORD noun=\${COMP_WORDS[1]:-} verb=\${COMP_WORDS[2]:-} offered=
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
${suggestions(verbs)}
  COMPREPLY=($(compgen -W "$offered" -- "$word"))
}
complete -o default -F _${PROGRAM} ${PROGRAM}`;

const zsh = (verbs: readonly Verb[]): string => `${command}
_${PROGRAM}() {
  local nth=$((CURRENT - 1)) noun=\${words[2]} verb=\${words[3]}
  local word=\${words[CURRENT]} before=\${words[CURRENT-1]}
  local offered=
${suggestions(verbs)}
  if [[ -n "$offered" ]]; then compadd -- \${=offered}; else _files; fi
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
compdef _${PROGRAM} ${PROGRAM}`;

const SHELLS = { bash, zsh };

/** A verb for each shell that can be completed in; they read the whole table, themselves included. */
export const completionVerbs = (verbs: () => readonly Verb[]): Verb[] =>
  (["bash", "zsh"] as const).map((shell) =>
    verb({
      name: `completion ${shell}`,
      summary: `Print the script that makes ${PROGRAM} a command of ${shell} and completes it`,
      args: nothing,
      options: nothing,
      run: async ({ show }) => {
        const script = SHELLS[shell](verbs());
        show.said({ shell, script }, script);
      },
    }),
  );
