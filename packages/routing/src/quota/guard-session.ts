import { type CallOptions, QuotaExceededError, type Runtime } from '@org/core';
import type { RoutingDriver, RoutingOperations, RoutingSession } from '../driver/routing-driver.ts';
import type { EngineAnswer } from '../model/result.ts';
import type { CountedCap } from './counted-retries.ts';
import { UsageBook } from './usage-book.ts';

type Guarded = Pick<RoutingDriver, 'name' | 'creditsOf'>;

/**
 * A session that counts its requests, keeps to the daily cap, and sends nothing while the service's quota is
 * used up. A composition of drivers counts and pauses each of its drivers by itself.
 */
export function guardSession(
  engine: Guarded,
  session: RoutingSession,
  runtime: Runtime,
  cap: CountedCap | undefined,
): RoutingSession {
  if (cap === undefined && session.usage !== undefined) return session;
  const guard = new Guard(engine, session, runtime, cap);
  const { request, move, source } = session;
  return {
    ...(source === undefined ? {} : { source }),
    preload: () => session.preload?.(),
    close: () => session.close(),
    execute: (name, query, options) =>
      guard.run(name, engine.creditsOf?.(name, query), options, (own) => session.execute(name, query, own)),
    ...(request && {
      request: (raw, options) => guard.run('request', undefined, options, (own) => request(raw, own)),
    }),
    ...(move && {
      move: (options, run) =>
        move(options, (member, own) => run(guardSession(engine, member, runtime, cap), own)),
    }),
    usage: () => session.usage?.() ?? guard.book.usage(),
  };
}

class Guard {
  readonly book: UsageBook;
  readonly #engine: Guarded;
  readonly #cap: CountedCap | undefined;
  readonly #isComposed: boolean;

  constructor(engine: Guarded, session: RoutingSession, runtime: Runtime, cap: CountedCap | undefined) {
    this.book = new UsageBook(engine.name, runtime);
    this.#engine = engine;
    this.#cap = cap;
    this.#isComposed = session.usage !== undefined;
  }

  async run<Value>(
    name: keyof RoutingOperations | 'request',
    credits: number | undefined,
    options: CallOptions | undefined,
    send: (options: CallOptions | undefined) => Promise<Value>,
  ): Promise<Value> {
    // One account for all operations where the service counts credits.
    const scope = this.#engine.creditsOf === undefined ? name : 'all';
    this.book.requireOpen(scope, name);
    await this.#cap?.take(name, credits, options?.signal);
    this.book.count(scope, 1, credits);
    const retries = this.#cap?.retries(this.book, { name, scope, credits });
    try {
      const answer = await send(retries === undefined ? options : retries.addTo(options));
      // The response of a raw request has none.
      const { quota } = answer as Pick<EngineAnswer, 'quota'>;
      if (quota !== undefined) this.book.learn(scope, quota);
      return answer;
    } catch (error) {
      const { attempts = 1, details } = error as { readonly attempts?: number; readonly details?: unknown };
      // The credits of a job include its requests for the solution.
      const more = 'done' in Object(details) ? undefined : credits;
      if (retries === undefined && attempts > 1) this.book.count(scope, attempts - 1, more);
      const isUsedUp = QuotaExceededError.isInstance(error) && error.provider === this.#engine.name;
      if (isUsedUp && !this.#isComposed) this.book.close(scope, error.resetAt);
      throw retries?.toRefusal(error) ?? error;
    }
  }
}
