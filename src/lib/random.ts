/** Source of random bytes; the request's scope brings it in. */
export type RandomBytes = (length: number) => Uint8Array;

/**
 * A whole number from 0 below `size` (at most 65,536), each as likely: uneven draws are repeated.
 */
export function randomIndex(size: number, random: RandomBytes): number {
  const fair = 65_536 - (65_536 % size);
  for (;;) {
    const [high = 0, low = 0] = random(2);
    const drawn = high * 256 + low;
    if (drawn < fair) return drawn % size;
  }
}
