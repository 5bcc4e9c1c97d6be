import { isOrgError, TimeoutError } from '@org/core';
import type { PartialOptions, ProgressOptions } from '../call-options.ts';
import type { PlacesFailure } from '../model/result.ts';
import { fanOut, numbered } from '../split/fan-out.ts';
import type { Parts, Slice } from '../split/plans.ts';
import { untilAbort } from '../split/until-abort.ts';
import { openStore, type PartStore } from './checkpoints.ts';
import { keepPartial } from './partial.ts';
import type { ClientContext } from './sender.ts';

/** A request in parts. */
export interface PartsJob<Part, Answer> {
  readonly operation: string;
  /** The request and its split, as far as they decide what a part is. */
  readonly plan: unknown;
  readonly parts: Parts<Part>;
  send(part: Part, signal: AbortSignal): Promise<Answer>;
  /** The answer as it is kept in a checkpoint: without the response and the quota of that time. */
  keep(answer: Answer): unknown;
  /** Whether a restored value is an answer of the part. */
  fits(restored: unknown, part: Part): boolean;
}

/** A request in parts with one result. */
export interface MergedJob<Part, Answer, Result> extends PartsJob<Part, Answer> {
  accept(answer: Answer, part: Part, index: number): void;
  /**
   * The result of what was accepted; with `failures` if they are given. `isFinal` is false if the call fails:
   * the result is for `partialOf`.
   */
  merge(failures: readonly FailedPart<Part>[] | undefined, isFinal: boolean): Result;
}

/** A part without an answer. */
export interface FailedPart<Part> {
  readonly part: Part;
  readonly error: unknown;
}

/** A failed slice of a list of places. */
export function placesFailureOf({ part: { from, to }, error }: FailedPart<Slice>): PlacesFailure {
  return { places: [from, to], error };
}

/** The checkpoint and the progress of one call. */
export class PartRunner<Part, Answer> {
  #done = 0;
  #restored = 0;
  #failed = 0;
  readonly #job: PartsJob<Part, Answer>;
  readonly #store: PartStore | undefined;
  readonly #onProgress: ProgressOptions['onProgress'];

  private constructor(
    job: PartsJob<Part, Answer>,
    store: PartStore | undefined,
    onProgress: ProgressOptions['onProgress'],
  ) {
    this.#job = job;
    this.#store = store;
    this.#onProgress = onProgress;
  }

  static async open<Part, Answer>(
    { engine, session }: ClientContext,
    { checkpoint, onProgress }: ProgressOptions,
    job: PartsJob<Part, Answer>,
  ): Promise<PartRunner<Part, Answer>> {
    // Results of engines differ: those of a fail-over share no answers.
    const source = session.source ?? engine.name;
    const plan = [source, job.operation, job.parts.length, job.plan];
    const store = checkpoint && (await openStore(checkpoint, plan));
    return new PartRunner(job, store, onProgress);
  }

  async restore(part: Part, index: number, signal: AbortSignal): Promise<Answer | undefined> {
    if (this.#store === undefined) return undefined;
    const restored = await untilAbort(signal, this.#store.load(index));
    return restored !== undefined && this.#job.fits(restored, part) ? (restored as Answer) : undefined;
  }

  async keep(answer: Answer, index: number, signal: AbortSignal): Promise<void> {
    if (this.#store !== undefined) await untilAbort(signal, this.#store.save(index, this.#job.keep(answer)));
  }

  report(ending: 'answered' | 'restored' | 'failed'): void {
    this.#done += 1;
    if (ending === 'failed') this.#failed += 1;
    if (ending === 'restored') this.#restored += 1;
    const counts = { restored: this.#restored, failed: this.#failed };
    this.#onProgress?.({ done: this.#done, total: this.#job.parts.length, ...counts });
  }

  /** Each part is saved: what goes wrong here changes no result, and hides no error. */
  async close(signal: AbortSignal | undefined): Promise<void> {
    const closing = this.#store?.close().catch(() => {});
    if (closing !== undefined) await untilAbort(signal, closing).catch(() => {});
  }
}

/**
 * Runs all parts. With `partial` a failed part does not end the call; without it the error that ends the
 * call keeps what arrived, for `partialOf`.
 */
export async function runParts<Part, Answer, Result extends object>(
  context: ClientContext,
  options: PartialOptions,
  job: MergedJob<Part, Answer, Result>,
): Promise<Result> {
  const hasDeadline = (options.deadlineMs ?? context.deadlineMs) !== undefined;
  const ledger = new Ledger(job.parts, hasDeadline);
  const runner = await PartRunner.open(context, options, job);
  const run = async (part: Part, signal: AbortSignal, index: number) => {
    const restored = await runner.restore(part, index, signal);
    const answer = restored ?? (await sendPart(part, signal, index));
    if (answer === undefined) return runner.report('failed');
    job.accept(answer, part, index);
    ledger.answered(index);
    if (restored === undefined) await runner.keep(answer, index, signal);
    runner.report(restored === undefined ? 'answered' : 'restored');
  };
  const sendPart = async (part: Part, signal: AbortSignal, index: number) => {
    try {
      if (ledger.ending !== undefined) throw ledger.ending.error;
      return await job.send(part, signal);
    } catch (error) {
      if (options.partial !== true || signal.aborted) throw error;
      ledger.failed(index, error);
      return undefined;
    }
  };
  try {
    await fanOut(job.parts, context.maxParallelParts, options.signal, run);
  } catch (error) {
    // The reason of the caller's own abort stays as it is.
    if (ledger.hasAnswer && options.signal?.aborted !== true)
      keepPartial(error, job.operation, () => job.merge(ledger.failures(error), false));
    throw error;
  } finally {
    await runner.close(options.signal);
  }
  const failures = ledger.failures(undefined);
  if (!ledger.hasAnswer && failures[0] !== undefined) throw failures[0].error;
  try {
    return job.merge(options.partial === true ? failures : undefined, true);
  } catch (error) {
    keepPartial(error, job.operation, () => job.merge(failures, false));
    throw error;
  }
}

/** Which parts have an answer, and the errors of the others. */
class Ledger<Part> {
  hasAnswer = false;
  /** The error that all later parts would have too. */
  ending: { readonly error: unknown } | undefined;
  readonly #parts: Parts<Part>;
  readonly #isAnswered: Uint8Array;
  readonly #hasDeadline: boolean;
  readonly #errors = new Map<number, unknown>();

  constructor(parts: Parts<Part>, hasDeadline: boolean) {
    this.#parts = parts;
    this.#hasDeadline = hasDeadline;
    this.#isAnswered = new Uint8Array(parts.length);
  }

  answered(index: number): void {
    this.hasAnswer = true;
    this.#isAnswered[index] = 1;
  }

  failed(index: number, error: unknown): void {
    this.#errors.set(index, error);
    if (this.#repeats(error)) this.ending ??= { error };
  }

  /** All parts without an answer. Those that were not sent, or aborted, have the error of the call. */
  failures(error: unknown): FailedPart<Part>[] {
    const failures: FailedPart<Part>[] = [];
    for (const [index, part] of numbered(this.#parts)) {
      if (this.#isAnswered[index] === 0) failures.push({ part, error: this.#errors.get(index) ?? error });
    }
    return failures;
  }

  // With a wrong key or an empty quota every further part fails, and some services count it.
  #repeats(error: unknown): boolean {
    if (TimeoutError.isInstance(error)) return this.#hasDeadline && error.limit === 'deadline';
    return isOrgError(error) && repeatedCodes.includes(error.code);
  }
}

const repeatedCodes: readonly string[] = [
  'authentication',
  'permission',
  'credential',
  'configuration',
  'quota-exceeded',
  'closed',
];
