import { TimeoutError } from '@org/core';
import { allParts, type PartsOptions } from '@org/core/parts';
import type { PartialOptions, ProgressOptions } from '../call-options.ts';
import type { PlacesFailure } from '../model/result.ts';
import type { Parts, Slice } from '../split/plans.ts';
import { checkpointLedger, closeCheckpoint, type KeptAnswers, type PartEnd } from './checkpoints.ts';
import { keepPartial } from './partial.ts';
import { isRepeatedError } from './repeated-error.ts';
import type { ClientContext } from './sender.ts';

export interface PartsJob<Part, Answer> extends KeptAnswers<Part, Answer> {
  readonly operation: string;
  /** The request and its split, as far as they decide what a part is. */
  readonly plan: unknown;
  readonly parts: Parts<Part>;
  send(part: Part, signal: AbortSignal | undefined): Promise<Answer>;
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

/** The parts of a job with its checkpoint, and its progress. */
interface OpenParts<Part, Answer>
  extends Pick<PartsOptions<Part, PartEnd<Answer>>, 'parts' | 'concurrency' | 'signal' | 'ledger'> {
  /** Counts a part that ended. */
  readonly report: (end: PartEnd<Answer>) => void;
  readonly close: () => Promise<void>;
}

export async function openParts<Part, Answer>(
  { engine, session, maxParallelParts }: ClientContext,
  { checkpoint, onProgress, signal }: ProgressOptions,
  job: PartsJob<Part, Answer>,
): Promise<OpenParts<Part, Answer>> {
  const { operation, parts } = job;
  // Results of engines differ: those of a fail-over share no answers.
  const plan = [session.source ?? engine.name, operation, parts.length, job.plan];
  const counts = { done: 0, total: parts.length, restored: 0, failed: 0 };
  return {
    parts,
    concurrency: maxParallelParts,
    signal,
    ledger: checkpoint && (await checkpointLedger(checkpoint, plan, job)),
    report(end) {
      counts.done += 1;
      if ('error' in end) counts.failed += 1;
      else if (end.isRestored) counts.restored += 1;
      onProgress?.({ ...counts });
    },
    close: async () => checkpoint && closeCheckpoint(checkpoint, signal),
  };
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
  const answers = new Answers(job);
  const { report, close, ...open } = await openParts(context, options, job);
  const failed = (index: number, error: unknown) => {
    answers.errors.set(index, error);
    return { error };
  };
  const judge = (end: PartEnd<Answer>, part: Part, index: number) => {
    if ('answer' in end && end.isRestored) answers.accept(end.answer, part, index);
    report(end);
    const isFinal = 'error' in end && repeats(end.error, hasDeadline);
    return { skip: isFinal ? end.error : undefined, fail: undefined };
  };
  const run = async (
    part: Part,
    index: number,
    { signal }: Pick<ProgressOptions, 'signal'>,
  ): Promise<PartEnd<Answer>> => {
    let answer: Answer;
    try {
      answer = await job.send(part, signal);
    } catch (error) {
      if (options.partial !== true || signal?.aborted) throw error;
      return failed(index, error);
    }
    answers.accept(answer, part, index);
    return { answer, isRestored: false };
  };
  const skip = async (_part: Part, index: number, error: unknown) => failed(index, error);
  try {
    options.signal?.throwIfAborted();
    if (open.ledger || job.parts.length > 1) await allParts({ ...open, run, skip, judge });
    // A single part has no others to skip or to wait for.
    else for (const part of job.parts) judge(await run(part, 0, options), part, 0);
  } catch (error) {
    // The reason of the caller's own abort stays as it is.
    if (answers.hasAny && options.signal?.aborted !== true)
      keepPartial(error, job.operation, () => job.merge(answers.failures(error), false));
    throw error;
  } finally {
    await close();
  }
  const failures = answers.failures(undefined);
  if (!answers.hasAny && failures[0] !== undefined) throw failures[0].error;
  try {
    return job.merge(options.partial === true ? failures : undefined, true);
  } catch (error) {
    keepPartial(error, job.operation, () => job.merge(failures, false));
    throw error;
  }
}

/** Which parts have an answer, and the errors of the others. */
class Answers<Part, Answer> {
  #count = 0;
  readonly errors = new Map<number, unknown>();
  readonly #job: Pick<MergedJob<Part, Answer, unknown>, 'parts' | 'accept'>;
  readonly #isAnswered: Uint8Array;

  constructor(job: Pick<MergedJob<Part, Answer, unknown>, 'parts' | 'accept'>) {
    this.#job = job;
    this.#isAnswered = new Uint8Array(job.parts.length);
  }

  get hasAny(): boolean {
    return this.#count > 0;
  }

  accept(answer: Answer, part: Part, index: number): void {
    this.#job.accept(answer, part, index);
    this.#count += 1;
    this.#isAnswered[index] = 1;
  }

  /** All parts without an answer. Those that were not sent, or aborted, have the error of the call. */
  failures(error: unknown): FailedPart<Part>[] {
    const failures: FailedPart<Part>[] = [];
    if (this.#count === this.#job.parts.length) return failures;
    let index = 0;
    for (const part of this.#job.parts) {
      if (this.#isAnswered[index] === 0) failures.push({ part, error: this.errors.get(index) ?? error });
      index += 1;
    }
    return failures;
  }
}

function repeats(error: unknown, hasDeadline: boolean): boolean {
  if (TimeoutError.isInstance(error)) return hasDeadline && error.limit === 'deadline';
  return isRepeatedError(error);
}
