import type { PartLedger } from './ledger.ts';

/** Parts of a run, in order: read one by one, as places become free. @public */
export type PartSource<Part> = Iterable<Part> | AsyncIterable<Part>;

/**
 * What the end of one part means for the others. `skip`: each later part would have this error too, so none
 * starts. `fail`: the run takes no further part, and rejects after the ends of those in flight. @public
 */
export interface PartVerdict<Reason> {
  readonly skip: Reason | undefined;
  readonly fail: { readonly error: unknown } | undefined;
}

/** What the parts of a run share. @public */
export interface PartContext {
  /** Aborts with the caller's signal, when another part rejects, and when the run is left. */
  readonly signal: AbortSignal;
}

/** The parts of one run, and how each of them is run. @public */
export interface PartsOptions<Part, End, Reason = unknown> {
  readonly parts: PartSource<Part>;
  /** How many parts are in flight at once; a part whose end was not taken counts. */
  readonly concurrency: number;
  /** After its abort no part starts; the run rejects with its reason after the ends of those in flight. */
  readonly signal?: AbortSignal | undefined;
  /** `false`: an end is yielded as soon as it is known. @defaultValue true */
  readonly ordered?: boolean | undefined;
  /** The others start after the end of the first: what refuses it refuses them too. @defaultValue false */
  readonly isFirstAlone?: boolean | undefined;
  /**
   * Runs one part. A rejection aborts the others and rejects the run. `start` writes the start of the part
   * where the ledger has `isStartedByRun`.
   */
  readonly run: (part: Part, index: number, context: PartContext, start: () => Promise<void>) => Promise<End>;
  /** Called once for each end, as soon as it is known. */
  readonly judge?: ((end: End, part: Part, index: number) => PartVerdict<Reason>) | undefined;
  /** What earlier runs did, and what this one does. */
  readonly ledger?: PartLedger<Part, End> | undefined;
  /** The end of a part that does not start after the verdict `skip`. @defaultValue `run` */
  readonly skip?: ((part: Part, index: number, reason: Reason) => Promise<End>) | undefined;
}

/** A part that ended. @public */
export interface EndedPart<Part, End> {
  readonly part: Part;
  /** Its place among the parts. */
  readonly index: number;
  readonly end: End;
}
