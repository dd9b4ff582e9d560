/** Draws whole numbers from 0 below a size. */
export type Draw = (size: number) => number;

/** Mixes the bits of 32. */
function mixed(bits: number): number {
  let mixing = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  mixing = Math.imul(mixing ^ (mixing >>> 15), 0x735a2d97);
  return (mixing ^ (mixing >>> 15)) >>> 0;
}

/** What is drawn for one operation, the same whenever it is asked for. */
export function drawOf(seed: number, at: number): Draw {
  let state = mixed(Math.imul(seed, 0x9e3779b1) ^ at);
  return (size) => {
    state = (state + 0x9e3779b9) | 0;
    return mixed(state) % size;
  };
}
