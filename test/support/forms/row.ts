/** Ids and codes that answers gave, by the names that paths and bodies know them by. */
export type Known = Record<string, string>;

type Body = object | ((known: Known) => object);

/** One operation as it is called with as little as it takes, and with all that it takes. */
export interface Row {
  operation: string;
  least?: Body;
  most?: Body;
  /** The query without which it is not understood. */
  wanted?: string;
  /** How the fullest form is asked for. */
  query?: string;
  /** Values of the path that are known by another name. */
  at?: Known;
  /** What is kept of the answer: the path to it, by the name it is known by. */
  keep?: Known;
}

const isFunction = (body: Body | undefined): body is (known: Known) => object =>
  typeof body === "function";

export const bodyFrom = (body: Body | undefined, known: Known): object | undefined =>
  isFunction(body) ? body(known) : body;
