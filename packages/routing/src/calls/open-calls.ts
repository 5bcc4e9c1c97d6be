import { type CallOptions, type RawRequest, type ServiceResponse, UnsupportedError } from '@org/core';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { RoutingCallOptions } from '../call-options.ts';
import type { RequestEstimate } from '../estimates.ts';
import type { DailyCap } from '../quota/daily-cap.ts';
import { guardSession } from '../quota/guard-session.ts';
import type { EngineUsage } from '../usage.ts';
import { calls } from './calls.ts';
import type { EstimatedName } from './estimate.ts';
import type { ClientContext } from './sender.ts';

/** What a client was given beside its driver. */
export interface ClientParts {
  readonly cache: ResponseCache | undefined;
  readonly cap: DailyCap | undefined;
}

/** The calls of one client, with its quotas and its cache. */
export interface OpenCalls {
  run(
    name: Exclude<keyof typeof calls, 'stream' | 'estimate'>,
    request: never,
    options?: RoutingCallOptions,
  ): Promise<unknown>;
  stream(request: never, options?: RoutingCallOptions): AsyncIterable<unknown>;
  request(raw: RawRequest, options?: CallOptions): Promise<ServiceResponse>;
  estimate(name: EstimatedName, request: never): Promise<RequestEstimate>;
  usage(): readonly EngineUsage[];
}

export async function openCalls(given: ClientContext, { cache, cap }: ClientParts): Promise<OpenCalls> {
  const { engine, runtime } = given;
  const session = guardSession(engine, given.session, runtime, cap);
  const context: ClientContext = { ...given, session, cache: cache && (await openCache(cache, given)) };
  const { move } = session;
  return {
    run: (name, request, options = {}) =>
      move === undefined
        ? calls[name](context, request, options)
        : move(options, (member, own) => calls[name]({ ...context, session: member }, request, own)),
    stream: (request, options = {}) =>
      move === undefined
        ? calls.stream(context, request, options)
        : streamFrom(() =>
            move(options, async (member, own) => {
              const parts = calls.stream({ ...context, session: member }, request, own);
              return { parts, first: await parts.next() };
            }),
          ),
    async request(raw, options) {
      if (session.request === undefined) {
        const message = `${engine.name} has no raw requests.`;
        throw new UnsupportedError({ message, provider: engine.name, outcome: 'not-sent' });
      }
      return session.request(raw, options);
    },
    estimate: (name, request) => calls.estimate(context, name, request),
    usage: () => session.usage?.() ?? [],
  };
}

async function openCache(cache: ResponseCache, { runtime }: ClientContext) {
  const { CachedAnswers } = await import('../cache/cached-answers.ts');
  return new CachedAnswers(cache, runtime);
}

interface StartedStream<Part> {
  readonly parts: AsyncGenerator<Part, void, undefined>;
  readonly first: IteratorResult<Part, void>;
}

/** A stream moves to another driver only before its first part: nobody can take back a part. */
async function* streamFrom<Part>(start: () => Promise<StartedStream<Part>>): AsyncGenerator<Part> {
  const { parts, first } = await start();
  try {
    if (first.done === true) return;
    yield first.value;
    yield* parts;
  } finally {
    await parts.return();
  }
}
