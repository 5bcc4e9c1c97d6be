import type { Failure } from '../retry/failure.ts';

/** Thrown within an attempt whose end is known already. */
export class AttemptFailure {
  readonly failure: Failure;

  constructor(failure: Failure) {
    this.failure = failure;
  }
}
