import { untilAborted } from '../time/until-aborted.ts';

/**
 * What earlier runs wrote of a part. `to-do`: nothing. `in-doubt`: it started, and whether it was done is not
 * known; its end says so where it must not be repeated. `done`: its end. @public
 */
export type EarlierPart<End> =
  | { readonly state: 'to-do' }
  | { readonly state: 'in-doubt'; readonly repeatable: true }
  | { readonly state: 'in-doubt'; readonly repeatable: false; readonly end: End }
  | { readonly state: 'done'; readonly end: End };

/** The entries of a run's parts: they outlive the run, and a later one resumes from them. @public */
export interface PartLedger<Part, End> {
  /** What earlier runs wrote of a part. Its end is not written again. */
  readonly find: (part: Part, index: number) => EarlierPart<End> | Promise<EarlierPart<End>>;
  /**
   * Writes the start of a part to do, durably, before it is sent. Undefined where every part may be repeated:
   * one in doubt is then a part to do.
   */
  readonly start: ((part: Part, index: number) => Promise<void>) | undefined;
  /** `run` calls its `start()` when the part is about to be sent. */
  readonly isStartedByRun: boolean;
  /** Writes the end of a part. */
  readonly end: (part: Part, index: number, end: End) => Promise<void>;
  /**
   * The end of a part whose entry could not be written: with the end that it has, or before it started.
   * Without it the run rejects with the error.
   */
  readonly failed: ((error: unknown, part: Part, end: End | undefined) => End) | undefined;
  /** The signal of the run ends the wait for an entry; otherwise every end is written. */
  readonly isInterruptible: boolean;
}

/** A part that is due. @public */
export interface DuePart<Part> {
  readonly part: Part;
  readonly index: number;
  /** It does not start in this run, and gets no entry. */
  readonly isSkipped: boolean;
  /** Ends the wait for an entry. */
  readonly signal: AbortSignal | undefined;
}

/** Runs a part that earlier runs left, between its entries: what `PartsRun` does with a ledger. @public */
export async function throughLedger<Part, End>(
  ledger: PartLedger<Part, End>,
  { part, index, isSkipped, signal }: DuePart<Part>,
  run: (start: () => Promise<void>) => Promise<End>,
): Promise<End> {
  const { failed } = ledger;
  const earlier = await untilAborted(Promise.resolve(ledger.find(part, index)), signal);
  if (earlier.state === 'done') return earlier.end;
  if (earlier.state === 'in-doubt' && !earlier.repeatable) return earlier.end;
  if (isSkipped) return run(async () => {});
  let starting: Promise<void> | undefined;
  const start = async () => {
    // A part in doubt stays so until it has another end.
    if (earlier.state === 'to-do') starting ??= ledger.start?.(part, index);
    await starting;
  };
  const instead = (error: unknown, end?: End): End => {
    if (failed === undefined) throw error;
    return failed(error, part, end);
  };
  try {
    if (!ledger.isStartedByRun) await start();
  } catch (error) {
    return instead(error);
  }
  const end = await run(start);
  try {
    await untilAborted(ledger.end(part, index, end), signal);
    return end;
  } catch (error) {
    return instead(error, end);
  }
}
