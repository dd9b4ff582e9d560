/** Something to pick. */
export interface Option<T> {
  id: string;
  label: string;
  hint?: string | undefined;
  value: T;
}

/** What a search found; `isCut` where the API holds more than was looked through. */
export type Found<T> = readonly Option<T>[] & { readonly isCut?: boolean };

const LIMIT = 100;
/** As many as anybody may be kept waiting for, where the API has no filter. */
export const MOST_SOUGHT = 1_000;
export const MOST_FOUND = 12;

interface Part<T> {
  options: readonly Option<T>[];
  /** Of all that there is, not of the options. */
  total: number;
}

const holds = (text: string | undefined, wanted: string): boolean =>
  text?.toLowerCase().includes(wanted) ?? false;

/** The options whose label, hint or id has the text in it, those that begin with it first. */
export function fitting<T>(options: readonly Option<T>[], text: string): Option<T>[] {
  const wanted = text.toLowerCase();
  const rank = ({ label }: Option<T>) => (label.toLowerCase().startsWith(wanted) ? 0 : 1);
  return options
    .filter(({ id, label, hint }) => [id, label, hint].some((one) => holds(one, wanted)))
    .sort((a, b) => rank(a) - rank(b));
}

const found = <T>(options: readonly Option<T>[], isCut: boolean): Found<T> =>
  Object.assign(options.slice(0, MOST_FOUND), { isCut });

/** Looks through a list that the API does not filter, page after page until enough is found. */
export async function sought<T>(
  text: string,
  load: (query: { page: number; limit: number }) => Promise<Part<T>>,
): Promise<Found<T>> {
  const all: Option<T>[] = [];
  for (let page = 1; page * LIMIT <= MOST_SOUGHT; page++) {
    const { options, total } = await load({ page, limit: LIMIT });
    all.push(...fitting(options, text));
    if (all.length >= MOST_FOUND || page * LIMIT >= total) return found(fitting(all, text), false);
  }
  return found(fitting(all, text), true);
}

/** The same things with other values. */
export const as = <T, U>(options: Found<T>, value: (option: Option<T>) => U): Found<U> =>
  Object.assign(
    options.map((option) => ({ ...option, value: value(option) })),
    { isCut: options.isCut ?? false },
  );

/** What several searches found, as one. */
export const together = <T>(...all: readonly Found<T>[]): Found<T> =>
  Object.assign(all.flat(), { isCut: all.some(({ isCut }) => isCut ?? false) });
