import type { Failure } from '@org/core';

/** A service's text without decimal numbers: they may be the coordinates of someone's home. @public */
export function withoutCoordinates(text: string): string {
  // Bounded repetition keeps the search linear. No coordinate has more digits.
  return text.replaceAll(/-?\d{1,20}\.\d+/g, '…').trim();
}

/**
 * The failure with its details as a string, from which core removes the coordinates. Details as JSON would
 * keep them as numbers. @public
 */
export function redactDetails(failure: Failure): Failure {
  const { details } = failure;
  const text = details === undefined || typeof details === 'string' ? details : JSON.stringify(details);
  return { ...failure, details: text, redact: withoutCoordinates };
}
