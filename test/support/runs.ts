/**
 * How many cases of so many a law is held against: a part of them in each run of the suite, all of
 * them by `npm run laws`.
 */
export const runs = (most: number): number => Math.ceil(most * Number(process.env.LAWS ?? 0.3));
