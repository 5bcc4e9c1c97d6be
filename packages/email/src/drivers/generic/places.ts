import { ConfigurationError } from '@org/core';
import type { FieldPath } from './paths.ts';

/** A value of a request, by its name in the table, and its place in the body. */
export interface Place {
  readonly name: string;
  readonly path: FieldPath;
  /** What tells recipients of one common list apart. */
  readonly mark?: string | undefined;
  /** It is a constant: its names are those of the service. */
  readonly isFixed?: boolean;
}

/** Names that a body cannot have: empty ones, indexes, and those of every object. */
const impossible = /^(?:\d*|__proto__|constructor|prototype)$/;

/**
 * Refuses places where a value would not arrive, or replace another one.
 *
 * @throws ConfigurationError
 */
export function refuseLoss(places: readonly Place[], table: string): void {
  for (const [index, place] of places.entries()) {
    if (!place.isFixed && `${place.path}`.split('.').some((name) => impossible.test(name)))
      throw wrong(
        `${shown(place)} in ${table} is not a place in a request.`,
        'Use names with dots between them, without indexes, `__proto__`, `constructor` and `prototype`.',
      );
    const other = places.slice(0, index).find((earlier) => overlap(earlier, place));
    if (other !== undefined)
      throw wrong(
        `${shown(place)} and ${shown(other)} in ${table} overlap: a request would lose one of them.`,
        'Give each a place of its own.',
      );
  }
}

function overlap(one: Place, other: Place): boolean {
  if (one.path === other.path)
    return one.mark === undefined || other.mark === undefined || one.mark === other.mark;
  return one.path.startsWith(`${other.path}.`) || other.path.startsWith(`${one.path}.`);
}

const shown = ({ name, path }: Place) => `\`${name}\` (${JSON.stringify(path)})`;

function wrong(problem: string, advice: string): ConfigurationError {
  return new ConfigurationError({ message: `generic(): ${problem} ${advice}` });
}
