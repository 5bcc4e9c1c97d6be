import { type CallOptions, isOrgError, type Runtime, TimeoutError } from '@org/core';
import type { FailureType } from '@org/core/driver';
import type { RoutingOperations } from '../driver/routing-driver.ts';
import { restate } from '../errors.ts';
import type { EngineAnswer } from '../model/result.ts';
import { readAnswer, writeAnswer } from './answer-text.ts';
import { cacheKey } from './cache-key.ts';
import { type Flight, joinFlight } from './flight.ts';
import type { ResponseCache } from './response-cache.ts';

// A cache that does not reply is left alone for a while, so that it delays one call and not all.
const replyWithinMs = 500;
const restMs = 5_000;
const maxPendingSets = 64;

export interface EngineRequest<Name extends keyof RoutingOperations> {
  /** The driver that answers. Engines differ: they share no answers. */
  readonly provider: string;
  readonly name: Name;
  readonly query: RoutingOperations[Name]['input'];
  readonly options: CallOptions;
}

interface Found<Answer> {
  readonly answer: Answer;
  readonly isCached: boolean;
}

/** The answers in a cache, and the requests in flight that equal requests wait for. */
export class CachedAnswers {
  readonly #cache: ResponseCache;
  readonly #runtime: Runtime;
  readonly #flights = new Map<string, Flight<Found<EngineAnswer>>>();
  #restsUntilMs = -Infinity;
  #pendingSets = 0;

  constructor(cache: ResponseCache, runtime: Runtime) {
    this.#cache = cache;
    this.#runtime = runtime;
  }

  /** The answer from the cache, from an equal request in flight, or from `send`. */
  async answer<Name extends keyof RoutingOperations>(
    request: EngineRequest<Name>,
    send: (options: CallOptions) => Promise<RoutingOperations[Name]['output']>,
  ): Promise<Found<RoutingOperations[Name]['output']>> {
    const { options } = request;
    // The state of a service is worth nothing later.
    const key = request.name === 'status' ? undefined : await cacheKey(request);
    if (key === undefined) return { answer: await send(options), isCached: false };
    // A call with other limits for its attempts has a separate request.
    const way = `${key} ${options.timeoutMs} ${options.maxAttempts}`;
    for (;;) {
      const known = this.#flights.get(way);
      const flight =
        known ?? this.#start(way, (signal) => this.#find(key, () => send({ ...options, signal })));
      try {
        const { answer, isCached } = (await joinFlight(flight, options, this.#runtime)) as Found<
          RoutingOperations[Name]['output']
        >;
        if (known === undefined) return { answer, isCached };
        // Callers may change their results: no two share one.
        return { answer: structuredClone({ ...answer, raw: undefined }), isCached: true };
      } catch (error) {
        // Another caller's deadline is not ours.
        if (known === undefined) throw error;
        // Nor is its error: a call keeps its partial result with it.
        if (flight.isOpen || !isDeadline(error)) throw ownError(error);
      }
    }
  }

  #start(key: string, run: (signal: AbortSignal) => Promise<Found<EngineAnswer>>) {
    const controller = new AbortController();
    const flight: Flight<Found<EngineAnswer>> = {
      waiting: 0,
      isOpen: true,
      controller,
      result: run(controller.signal).finally(() => {
        flight.isOpen = false;
        if (this.#flights.get(key) === flight) this.#flights.delete(key);
      }),
    };
    // Every caller may have left before it fails.
    flight.result.catch(() => {});
    controller.signal.addEventListener('abort', () => this.#flights.delete(key), { once: true });
    this.#flights.set(key, flight);
    return flight;
  }

  async #find(key: string, send: () => Promise<EngineAnswer>): Promise<Found<EngineAnswer>> {
    const cached = readAnswer(await this.#get(key));
    if (cached !== undefined) return { answer: cached, isCached: true };
    const answer = await send();
    this.#set(key, answer);
    return { answer, isCached: false };
  }

  async #get(key: string): Promise<unknown> {
    const { monotonic, sleep } = this.#runtime;
    if (monotonic() < this.#restsUntilMs) return undefined;
    const timer = new AbortController();
    const late = sleep(replyWithinMs, timer.signal).then(() => {
      throw new Error('The cache did not reply.');
    });
    try {
      return await Promise.race([Promise.resolve(this.#cache.get(key)), late]);
    } catch {
      this.#restsUntilMs = monotonic() + restMs;
      return undefined;
    } finally {
      late.catch(() => {});
      timer.abort();
    }
  }

  /** Not awaited: a slow cache delays no call. */
  #set(key: string, answer: EngineAnswer): void {
    if (this.#pendingSets >= maxPendingSets || this.#runtime.monotonic() < this.#restsUntilMs) return;
    this.#pendingSets += 1;
    const write = async () => this.#cache.set(key, writeAnswer(answer));
    write()
      .catch(() => {
        this.#restsUntilMs = this.#runtime.monotonic() + restMs;
      })
      .finally(() => {
        this.#pendingSets -= 1;
      });
  }
}

function ownError(error: unknown): unknown {
  return isOrgError(error) ? restate(error.constructor as FailureType, error, {}) : error;
}

function isDeadline(error: unknown): boolean {
  return TimeoutError.isInstance(error) && error.limit === 'deadline';
}
