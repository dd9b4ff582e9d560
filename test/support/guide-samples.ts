/** A fenced block of a document: what runs, or what came back. */
export interface Block {
  language: string;
  /** What follows the language: the name of a file, or that it is the keys of all guides. */
  label: string;
  text: string;
  /** Of the fence that opens it, from 1. */
  line: number;
}

/** Something to run, and what it answers where the document shows it. */
export interface Sample {
  command: Block;
  answer: Block | null;
}

const FENCE = /^```(\w*) ?(.*)$/;

/** The fenced blocks of a Markdown document, in their order. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: { block: Block; lines: string[] } | null = null;
  for (const [at, line] of markdown.split("\n").entries()) {
    const fence = FENCE.exec(line);
    if (open !== null && line === "```") {
      blocks.push({ ...open.block, text: open.lines.join("\n") });
      open = null;
    } else if (open !== null) open.lines.push(line);
    else if (fence) {
      const [, language = "", label = ""] = fence;
      open = { block: { language, label, text: "", line: at + 1 }, lines: [] };
    }
  }
  return blocks;
}

const isCommand = ({ language }: Block): boolean => language === "bash" || language === "js";
const isAnswer = ({ language }: Block): boolean => language === "json" || language === "text";

/** Every sample of a document; an answer belongs to the command right before it. */
export const samplesOf = (markdown: string): Sample[] =>
  blocksOf(markdown).flatMap((command, at, blocks) => {
    if (!isCommand(command)) return [];
    const next = blocks[at + 1];
    return [{ command, answer: next && isAnswer(next) ? next : null }];
  });

const END = "\u001e";

/** A text between single quotes as a shell reads it. */
const literal = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function commandOf({ language, label, text, line }: Block): string {
  if (language === "bash") return text;
  const file = label || `sample-${line}.mjs`;
  const write = `printf %s ${literal(text)} > ${file}`;
  return label ? write : `${write}; node ${file}`;
}

/** One script of all samples, in one shell, that tells after each what its exit status was. */
export const scriptOf = (samples: readonly Sample[]): string =>
  samples.map(({ command }) => `${commandOf(command)}\nprintf '${END}%s${END}' $?\n`).join("");

export interface Run {
  output: string;
  status: string;
}

/** What each sample of a script printed, and its exit status; fewer where the script ended early. */
export function runsOf(printed: string): Run[] {
  const parts = printed.split(END);
  const runs: Run[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    runs.push({ output: parts[at] ?? "", status: parts[at + 1] ?? "" });
  }
  return runs;
}
