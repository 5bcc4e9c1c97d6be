/** Mulberry32: small, and the same sequence everywhere. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = nextRandom(state);
    return toFraction(state);
  };
}

/** The state after a state, which begins with the seed. */
export function nextRandom(state: number): number {
  return (state + 0x6d2b79f5) >>> 0;
}

/** The number of a state: at least 0 and below 1. */
export function toFraction(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}
