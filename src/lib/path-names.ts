/**
 * For `refine`: what the last part of a path can name. One that ends in dots is that of another
 * folder to whoever sends it.
 */
export const PATH_NAMES = [
  (name: string): boolean => name !== "." && name !== "..",
  "must not be . or .., which no path can name",
] as const;
