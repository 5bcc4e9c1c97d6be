import { InvalidInputError } from '@org/core';

/** The error of an option that has another kind of value. */
export function invalidOption(name: string, kind = 'a number of at least 0'): InvalidInputError {
  return new InvalidInputError({
    message: `${name} must be ${kind}.`,
    operation: 'track',
    outcome: 'not-sent',
    issues: [{ path: name, message: `must be ${kind}` }],
  });
}

/** @throws InvalidInputError for anything but a list of segments */
export function requireSegments(segments: unknown): void {
  const isSegment = (each: unknown) => Array.isArray((each as { readonly points?: unknown } | null)?.points);
  if (!Array.isArray(segments) || !segments.every(isSegment))
    throw invalidOption('segments', 'a list of segments: those of readTrack()');
}
