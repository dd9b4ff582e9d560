import { createCipheriv } from "node:crypto";
import type { RandomBytes } from "./random";

/**
 * Bytes that only the seed's owner can foretell: AES-256 in counter mode under a seed of 32 bytes.
 * Streams of one seed have nothing in common; the same seed and stream give the same bytes again.
 */
export function keystream(seed: Uint8Array, stream: number): RandomBytes {
  const counter = new Uint8Array(16);
  new DataView(counter.buffer).setUint32(0, stream);
  const cipher = createCipheriv("aes-256-ctr", seed, counter);
  return (length) => cipher.update(new Uint8Array(length));
}
