import type { Failure } from '@org/core';

/** Refusals that only the service's words distinguish, by status. @public */
export type MeaningsByWords = readonly (readonly [
  status: number,
  words: RegExp,
  meaning: Partial<Failure>,
])[];

/** What the first entry that fits adds to the meaning of a status. @public */
export function meaningByWords(
  meanings: MeaningsByWords,
  status: number | undefined,
  words: string,
): Partial<Failure> | undefined {
  return meanings.find(([own, pattern]) => own === status && pattern.test(words))?.[2];
}
