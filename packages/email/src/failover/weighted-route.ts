import { ConfigurationError } from '@org/core';
import type { Route } from './compose-drivers.ts';

/** One driver by weight: the same for a key, a random one without. */
export function weightedRoute(weights: readonly number[], random: () => number): Route {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return async (members, run, options) => {
    const { idempotencyKey: key } = options;
    let rest = (key === undefined ? random() : fractionOf(key)) * total;
    const chosen = members.find((_, place) => {
      rest -= weights[place] ?? 0;
      return rest < 0;
    });
    // Rounding may leave a rest after the last weight.
    const member = chosen ?? members.at(-1);
    if (member === undefined) throw new ConfigurationError({ message: 'weighted() has no driver.' });
    return run(member, options);
  };
}

/** A number in [0, 1), evenly distributed: FNV-1a, then the last step of MurmurHash3. */
function fractionOf(key: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(key)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
