import { type CallOptions, HookError, type Hooks, QuotaExceededError } from '@org/core';
import { restate } from '../errors.ts';
import type { DailyCap } from './daily-cap.ts';
import type { UsageBook } from './usage-book.ts';

/** A cap with what counts the retries of a call: only a session with a cap needs it. */
export interface CountedCap extends DailyCap {
  readonly retries: (book: UsageBook, counted: Counted) => CountedRetries;
}

export function countedCap(cap: DailyCap | undefined): CountedCap | undefined {
  return cap && { ...cap, retries: (book, counted) => new CountedRetries(cap, book, counted) };
}

interface Counted {
  readonly name: string;
  readonly scope: string;
  readonly credits: number | undefined;
}

/** Counts the attempts of one call after the first. Only attempts over HTTP cost anything. */
export class CountedRetries {
  readonly #cap: DailyCap;
  readonly #book: UsageBook;
  readonly #counted: Counted;
  #attempts = 0;
  #refusal: QuotaExceededError | undefined;

  constructor(cap: DailyCap, book: UsageBook, counted: Counted) {
    this.#cap = cap;
    this.#book = book;
    this.#counted = counted;
  }

  addTo(options: CallOptions | undefined): CallOptions {
    const hook: Hooks = { beforeRequest: (_request, { signal }) => this.#count(signal) };
    const { hooks = [] } = options ?? {};
    return {
      ...options,
      hooks: [...(Array.isArray(hooks) ? (hooks as readonly Hooks[]) : [hooks as Hooks]), hook],
    };
  }

  /** The refusal of the cap in place of the `HookError` that carries it. */
  toRefusal(error: unknown): QuotaExceededError | undefined {
    if (this.#refusal === undefined || !HookError.isInstance(error)) return undefined;
    const { attempts, outcome, elapsedMs, requestId } = error;
    return restate(QuotaExceededError, this.#refusal, { attempts, outcome, elapsedMs, requestId });
  }

  async #count(signal: AbortSignal): Promise<void> {
    this.#attempts += 1;
    if (this.#attempts === 1) return;
    const { name, scope, credits } = this.#counted;
    try {
      await this.#cap.take(name, credits, signal);
    } catch (error) {
      if (QuotaExceededError.isInstance(error)) this.#refusal = error;
      throw error;
    }
    this.#book.count(scope, 1, credits);
  }
}
