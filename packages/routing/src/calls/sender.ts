import { type CallOptions, isOrgError, type Runtime, TimeoutError, UnsupportedError } from '@org/core';
import type { CompositeDetails, FailureType } from '@org/core/driver';
import type { CachedAnswers } from '../cache/cached-answers.ts';
import type { RoutingCallOptions } from '../call-options.ts';
import type { CreditsOf, RoutingOperations, RoutingSession } from '../driver/routing-driver.ts';
import { restate } from '../errors.ts';
import type { EngineAnswer, ResultMeta, RoutingResult, RoutingWarning } from '../model/result.ts';
import type { DirectionsQuery, DirectionsResult } from '../model/routes/directions.ts';
import { withoutCoordinates } from '../wire/redact.ts';
import { withAdvice } from './advice.ts';
import type { Engine } from './support.ts';

/** Options of a call that are not for its requests. */
interface OptionsOfParts {
  readonly partial?: unknown;
  readonly onProgress?: unknown;
  readonly checkpoint?: unknown;
}

/** An answer for a checkpoint: the response is as large, and the quota is of that time. */
export function withoutDetails<Answer extends EngineAnswer>(answer: Answer): Answer {
  return { ...answer, raw: undefined, quota: undefined };
}

/** The parts of a client that its methods use. */
export interface ClientContext {
  readonly engine: Engine;
  readonly session: RoutingSession;
  readonly cache?: CachedAnswers | undefined;
  readonly runtime: Runtime;
  readonly deadlineMs: number | undefined;
  readonly maxParallelParts: number;
  /** Whether extra requests find the place that an engine refused. */
  readonly lookUpPlaces: boolean;
  readonly creditsOf: CreditsOf | undefined;
  /** Adds attributes to routes, for an engine that states them in a response of their own. */
  readonly addAttributes?: AddAttributes;
}

/** The routes with the attributes of the query, and the answers that state them. */
export type AddAttributes = (
  sender: Sender,
  query: DirectionsQuery,
  routes: DirectionsResult['routes'],
) => Promise<[routes: DirectionsResult['routes'], answers: readonly EngineAnswer[]]>;

/** The requests of one call. They share its options and its deadline. */
export class Sender {
  readonly engine: Engine;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  readonly #context: ClientContext;
  readonly #options: CallOptions;
  readonly #includeRaw: boolean;
  readonly #strict: boolean;
  /** Whether `snap` may say which place has no road near it. */
  readonly canLookUp: boolean;
  // For all requests together if the caller set it; otherwise each request has the default deadline.
  readonly #deadlineMs: number | undefined;
  readonly #startedMs: number;
  #requestCount = 0;
  #cachedCount = 0;

  constructor(
    context: ClientContext,
    {
      includeRaw = false,
      strict = false,
      partial: _,
      onProgress: __,
      checkpoint: ___,
      ...options
    }: RoutingCallOptions & OptionsOfParts,
  ) {
    this.engine = context.engine;
    this.signal = options.signal;
    this.#context = context;
    this.#options = options;
    this.#includeRaw = includeRaw;
    this.#strict = strict;
    this.canLookUp = context.lookUpPlaces && context.engine.capabilities.snap;
    this.#deadlineMs = options.deadlineMs ?? context.deadlineMs;
    // Without a deadline nobody asks.
    this.#startedMs = this.#deadlineMs === undefined ? 0 : context.runtime.monotonic();
  }

  async send<Name extends keyof RoutingOperations & string>(
    name: Name,
    query: RoutingOperations[Name]['input'],
    signal: AbortSignal | undefined,
  ): Promise<RoutingOperations[Name]['output']> {
    const limit = this.#deadlineMs;
    const deadline = limit === undefined ? {} : { deadlineMs: Math.max(1, limit - this.#elapsedMs()) };
    try {
      return withTexts(await this.#answer(name, query, { ...this.#options, ...deadline, signal }));
    } catch (thrown) {
      const error = withAdvice(removeCoordinates(thrown), name, query, this.engine.capabilities);
      // The error of one request names the rest of the deadline, not the deadline of the call.
      if (limit === undefined || !isDeadline(error)) throw error;
      throw deadlinePassed(error, limit, Math.round(this.#elapsedMs()));
    }
  }

  async #answer<Name extends keyof RoutingOperations & string>(
    name: Name,
    query: RoutingOperations[Name]['input'],
    options: CallOptions,
  ): Promise<RoutingOperations[Name]['output']> {
    const { session, cache, engine } = this.#context;
    const send = (own: CallOptions) => {
      this.#requestCount += 1;
      return session.execute(name, query, own);
    };
    // A cache has neither the engine's own response for `raw`, nor one for the hooks of the call.
    if (cache === undefined || this.#includeRaw || options.hooks !== undefined) return send(options);
    const provider = session.source ?? engine.name;
    const { answer, isCached } = await cache.answer({ provider, name, query, options }, send);
    if (isCached) this.#cachedCount += 1;
    return answer;
  }

  /** The fields of an answer besides its content: the content may be freed. */
  statedBy({ warnings, attribution, quota, raw, provider }: EngineAnswer): EngineAnswer {
    return { warnings, attribution, quota, raw: this.#includeRaw ? raw : undefined, provider };
  }

  /** The fields that all results share. The result of a failed call (not final) is never refused. */
  finish(answers: readonly EngineAnswer[], isFinal = true): RoutingResult {
    const warnings = [...distinctWarnings(answers), ...mixedEngines(answers)];
    if (isFinal) this.requireHonoured(warnings);
    return {
      warnings,
      meta: createMeta(
        answers.findLast(({ provider }) => provider)?.provider ?? this.engine.name,
        { requests: this.#requestCount, cached: this.#cachedCount },
        answers,
      ),
      ...(this.#includeRaw ? { raw: answers.map(({ raw }) => raw) } : {}),
    };
  }

  /** @throws UnsupportedError with `strict`, for what the engine did not honour */
  requireHonoured(warnings: readonly RoutingWarning[]): void {
    const refused = this.#strict && warnings.find(({ kind }) => kind === 'not-honoured');
    if (refused) throw notHonoured(this.engine.name, refused);
  }

  #elapsedMs(): number {
    return this.#context.runtime.monotonic() - this.#startedMs;
  }
}

function notHonoured(provider: string, { message }: RoutingWarning): UnsupportedError {
  return new UnsupportedError({ message: `${message} (strict)`, provider, outcome: 'sent' });
}

// Such as the response that a decoder did not understand.
function removeCoordinates(error: unknown): unknown {
  if (!isOrgError(error) || typeof error.details !== 'object' || error.details === null) return error;
  // The requests of a composite stay readable; its response is the service's.
  const { done, response } = error.details as Partial<CompositeDetails>;
  const details = Array.isArray(done)
    ? { ...error.details, ...(response === undefined ? {} : { response: asText(response) }) }
    : asText(error.details);
  return restate(error.constructor as FailureType, error, { details });
}

function asText(details: unknown): string {
  return withoutCoordinates(typeof details === 'string' ? details : JSON.stringify(details));
}

function isDeadline(error: unknown): error is TimeoutError {
  return TimeoutError.isInstance(error) && error.limit === 'deadline';
}

function deadlinePassed(error: TimeoutError, deadlineMs: number, elapsedMs: number): TimeoutError {
  const message =
    `The call took ${elapsedMs} ms; its limit is ${deadlineMs} ms (deadlineMs), ` +
    'for all its requests together.';
  return restate(TimeoutError, error, { message, elapsedMs });
}

function createMeta(
  provider: string,
  { requests, cached }: { readonly requests: number; readonly cached: number },
  answers: readonly EngineAnswer[],
): ResultMeta {
  const attribution = [...new Set(answers.flatMap((answer) => answer.attribution))];
  const quota = answers.findLast((answer) => answer.quota !== undefined)?.quota;
  const cachedRequests = cached === 0 ? {} : { cachedRequests: cached };
  return { provider, attribution, requests, ...cachedRequests, ...(quota === undefined ? {} : { quota }) };
}

// Only a fail-over that mixes engines has parts of several.
function mixedEngines(answers: readonly EngineAnswer[]): RoutingWarning[] {
  const names = [...new Set(answers.flatMap(({ provider }) => provider ?? []))];
  if (names.length < 2) return [];
  const message = `Parts of this result come from ${names.join(' and ')}. Results of engines differ.`;
  return [{ kind: 'notice', message }];
}

function withTexts<Answer extends EngineAnswer>(answer: Answer): Answer {
  if (answer.warnings.every(({ message }) => message.trim() !== '')) return answer;
  const warnings = answer.warnings.map((warning) =>
    warning.message.trim() === ''
      ? { ...warning, message: 'The engine sent a notice without a text.' }
      : warning,
  );
  return { ...answer, warnings };
}

function distinctWarnings(answers: readonly EngineAnswer[]): RoutingWarning[] {
  const distinct = new Map<string, RoutingWarning>();
  for (const warning of answers.flatMap(({ warnings }) => warnings)) {
    distinct.set(`${warning.providerCode}:${warning.message}`, warning);
  }
  return [...distinct.values()];
}
