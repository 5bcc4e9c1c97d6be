import type { ElevationResult } from '../model/places/elevation.ts';
import type { SnapResult } from '../model/places/snap.ts';
import type { IsochronesFailure, IsochronesResult } from '../model/reach/isochrones.ts';
import type { MatrixFailure, MatrixResult, MatrixTables } from '../model/reach/matrix.ts';
import type { PlacesFailure } from '../model/result.ts';

export type { IsochronesFailure, MatrixFailure, PlacesFailure };

/** The partial results by operation. @public */
export interface PartialResults {
  /** The requested tables. Cells without an answer are `NaN`. */
  readonly matrix: Omit<MatrixResult, keyof MatrixTables> &
    Partial<MatrixTables> & { readonly failures: readonly MatrixFailure[] };
  /** Locations without an answer are not in `missing`. */
  readonly isochrones: IsochronesResult & { readonly failures: readonly IsochronesFailure[] };
  /** Points without an answer are empty objects. */
  readonly snap: SnapResult & { readonly failures: readonly PlacesFailure[] };
  /** Heights without an answer are `NaN`. */
  readonly elevation: ElevationResult & { readonly failures: readonly PlacesFailure[] };
}

type ReadPartial = (operation: string) => object | undefined;

// A symbol of the registry: another installed copy of this package reads it too.
const key = Symbol.for('org.routing.partial');

/**
 * The answers of a call before it failed: the result that `partial: true` would have given, with
 * `failures` for the parts without an answer. `undefined` if nothing had been answered, and for an error of
 * another operation. The results are places of someone: no log shows them with the error. @public
 *
 * @example
 * const table = await routing.matrix(places).catch((error: unknown) => partialOf(error, 'matrix'));
 */
export function partialOf<Name extends keyof PartialResults>(
  error: unknown,
  operation: Name,
): PartialResults[Name] | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const read: unknown = (error as { readonly [key]?: unknown })[key];
  if (typeof read !== 'function') return undefined;
  return (read as ReadPartial)(operation) as PartialResults[Name] | undefined;
}

// A function, not a value: a print of the error shows no places.
/** Lets `partialOf` find the partial result. */
export function keepPartial(error: unknown, operation: string, build: () => object): void {
  if (typeof error !== 'object' || error === null || !Object.isExtensible(error)) return;
  const read: ReadPartial = (asked) => (asked === operation ? build() : undefined);
  Object.defineProperty(error, key, { value: read, configurable: true });
}
