/** What the program ends with, as its help says. */
export const EXITS = {
  done: 0,
  refused: 1,
  usage: 2,
  notFound: 3,
  incomplete: 4,
} as const;

export const EXITS_HELP = `
Ends with 0 when done, 1 when the service refuses or cannot be reached, 2 when the command is
wrong, 3 when there is no such thing, 4 when work was done by halves: rows of a file were refused,
a delivery failed, a ledger does not add up.`;

/** The command is wrong, or says too little. */
export class UsageError extends Error {}

/** Work that came to its end, and not as it should. */
export class Incomplete extends Error {}
