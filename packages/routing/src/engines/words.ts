import type { Failure } from '@org/core';

const maxCharacters = 300;

/** A service's own words, bounded, and without decimal numbers: they may be the coordinates of somebody's home. */
export function withoutCoordinates(text: string): string {
  return text
    .slice(0, maxCharacters)
    .replaceAll(/-?\d+\.\d+/g, '…')
    .trim();
}

/** The failure with the service's words cleared of coordinates, and shortened. */
export function redactDetails(failure: Failure): Failure {
  const { details } = failure;
  if (details === undefined) return failure;
  const text = typeof details === 'string' ? details : (JSON.stringify(details) ?? '');
  return { ...failure, details: withoutCoordinates(text) };
}
