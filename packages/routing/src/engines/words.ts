import type { Failure } from '@org/core';

/** A service's own words without decimal numbers: they may be the coordinates of somebody's home. */
export function withoutCoordinates(text: string): string {
  return text.replaceAll(/-?\d+\.\d+/g, '…').trim();
}

/** The failure with the service's words cleared of coordinates, also where JSON has them as numbers. */
export function redactDetails(failure: Failure): Failure {
  const { details } = failure;
  const text = details === undefined || typeof details === 'string' ? details : JSON.stringify(details);
  return { ...failure, details: text, redact: withoutCoordinates };
}
