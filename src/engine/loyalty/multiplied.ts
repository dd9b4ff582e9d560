// Decides what so many times a number of points come to.
import { Exact, exactOf, halfUp, times } from "../formula/exact";

/** Rounded half up to whole points, at most `most`. */
export function multiplied(points: number, multiplier: number, most: number): number {
  const product = times(new Exact(BigInt(points)), exactOf(multiplier));
  return product === null ? most : Math.min(Number(halfUp(product)), most);
}
