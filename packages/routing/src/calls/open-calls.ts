import type { CallOptions, RawRequest, ServiceResponse } from '@org/core';
import { oneCall } from '@org/core/driver';
import { CachedAnswers } from '../cache/cached-answers.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { RoutingCallOptions } from '../call-options.ts';
import type { RequestEstimate } from '../estimates.ts';
import type { MethodName } from '../model/engine/method-names.ts';
import type { DailyCap } from '../quota/daily-cap.ts';
import { guardSession } from '../quota/guard-session.ts';
import type { EngineUsage } from '../usage.ts';
import { callAttributes } from './attributes.ts';
import { callDirections } from './directions.ts';
import { callElevation } from './elevation.ts';
import { type EstimatedName, estimate } from './estimate.ts';
import { callIsochrones } from './isochrones.ts';
import { callMatrix, streamMatrix } from './matrix.ts';
import type { ClientContext } from './sender.ts';
import { callRoundTrip, callSingle, type SingleName } from './single-request.ts';
import { callSnap } from './snap.ts';
import { requireMethod, withoutMethod } from './support.ts';

/** The options of a client for its calls. */
export interface ClientParts {
  readonly cache: ResponseCache | undefined;
  readonly cap: DailyCap | undefined;
}

/** The calls of one client, with its quotas and its cache. */
export interface OpenCalls {
  run(name: MethodName, request: never, options?: RoutingCallOptions): Promise<unknown>;
  stream(request: never, options?: RoutingCallOptions): AsyncIterable<unknown>;
  request(raw: RawRequest, options?: CallOptions): Promise<ServiceResponse>;
  estimate(name: EstimatedName, request: never): Promise<RequestEstimate>;
  usage(): readonly EngineUsage[];
}

type Call = (context: ClientContext, request: never, options: RoutingCallOptions) => Promise<unknown>;

/** The calls that may take several requests, or check their answer. */
const calls: Partial<Record<MethodName, Call>> = {
  directions: callDirections,
  isochrones: callIsochrones,
  matrix: callMatrix,
  snap: callSnap,
  roundTrip: callRoundTrip,
  attributes: callAttributes,
  elevation: callElevation,
};

export function openCalls(given: ClientContext, { cache, cap }: ClientParts): OpenCalls {
  const { engine, runtime } = given;
  const session = guardSession(engine, given.session, runtime, cap);
  const context: ClientContext = { ...given, session, cache: cache && new CachedAnswers(cache, runtime) };
  const { move } = session;
  return {
    async run(name, request, given = {}) {
      requireMethod(engine, name);
      const { options, ended } = oneCall(given);
      const call: Call = calls[name] ?? ((own, ...rest) => callSingle(own, name as SingleName, ...rest));
      try {
        return await (move === undefined
          ? call(context, request, options)
          : move(options, (member, own) => call({ ...context, session: member }, request, own)));
      } catch (error) {
        ended(error);
        throw error;
      }
    },
    async *stream(request, given = {}) {
      requireMethod(engine, 'matrix');
      const { options, ended } = oneCall(given);
      try {
        yield* move === undefined
          ? streamMatrix(context, request, options)
          : streamFrom(() =>
              move(options, async (member, own) => {
                const parts = streamMatrix({ ...context, session: member }, request, own);
                return { parts, first: await parts.next() };
              }),
            );
      } catch (error) {
        ended(error);
        throw error;
      }
    },
    async request(raw, options) {
      if (session.request === undefined) throw withoutMethod(engine, 'request');
      return session.request(raw, options);
    },
    estimate: async (name, request) => estimate(context, name, request),
    usage: () => session.usage?.() ?? [],
  };
}

interface StartedStream<Part> {
  readonly parts: AsyncGenerator<Part, void, undefined>;
  readonly first: IteratorResult<Part, void>;
}

/** A stream moves to another driver only before its first part: a part cannot be taken back. */
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
