import type { TimeoutPhase } from '../errors/transport-errors.ts';
import type { TaskStep } from '../task.ts';
import type { AttemptContext, AttemptResult } from './attempts.ts';
import type { TimeLimit } from './bounded.ts';
import type { Call } from './call.ts';
import { type ThrownEnd, tellAttemptEnd } from './call-events.ts';
import { isUnderWay } from './failure-error.ts';

/** One attempt, from its permit to its end. */
export class RunningAttempt implements AttemptContext {
  readonly call: Call;
  readonly attempt: number;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Whose limit `timeoutMs` is. */
  readonly limit: TimeLimit['limit'];
  phase: TimeoutPhase = 'credential';
  /** What a task reports about itself, which is more exact than the phase. */
  step: TaskStep | undefined;
  #isStarted = false;
  readonly #startedAtMs: number;

  constructor(call: Call, signal: AbortSignal) {
    call.attempts += 1;
    const remainingMs = call.remainingMs();
    this.call = call;
    this.attempt = call.attempts;
    this.signal = signal;
    this.timeoutMs = Math.min(call.timeoutMs, remainingMs);
    this.limit = remainingMs <= call.timeoutMs ? 'deadline' : 'attempt';
    this.#startedAtMs = call.engine.runtime.monotonic();
  }

  enter(phase: TimeoutPhase, step?: TaskStep): void {
    this.phase = phase;
    this.step = step;
    this.#isStarted ||= isUnderWay(phase);
  }

  /** May the service have acted, if the attempt ends now? */
  get isOpen(): boolean {
    return this.step === undefined ? isUnderWay(this.phase) : this.step.outcome === 'unknown';
  }

  tellEnd(end: AttemptResult<unknown> | ThrownEnd): void {
    // Without `attempt-start`, for want of a credential, there is no `attempt-end`.
    if (this.#isStarted) tellAttemptEnd(this.call, this.attempt, this.#startedAtMs, end);
  }
}
