// More doublings give infinity, and infinity times a base of 0 is NaN.
const mostDoublings = 1_000;

/**
 * Full jitter: from 0 to the ceiling, which doubles with each retry (`index` 0 is the first) up to the cap.
 */
export function fullJitter(index: number, baseMs: number, capMs: number, random: () => number): number {
  return random() * Math.min(capMs, baseMs * 2 ** Math.min(index, mostDoublings));
}

// Clients with the same hint must not return together. 1.5 s keep a thousand of them under a tenth of their
// number in any 100 ms; after long waits a tenth of the wait does.
const spreadMs = 1_500;
const spreadShare = 0.1;

/**
 * The wait after a server's hint: never shorter than the hint, never shorter than our own back-off (so "0" is
 * not "at once"), and spread after that, so that a fleet does not return at once.
 */
export function hintedWait(hintMs: number, backoffMs: number, random: () => number): number {
  return Math.max(hintMs, backoffMs) + random() * Math.max(spreadMs, hintMs * spreadShare);
}
