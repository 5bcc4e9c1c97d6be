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
import { planDirections, planElevation, planIsochrones, planMatrix, planSnap } from './plans.ts';
import type { ClientContext } from './sender.ts';
import {
  callRoundTrip,
  callSingle,
  readAttributesQuery,
  readRoundTripQuery,
  readSingle,
  type SingleName,
} from './single-request.ts';
import { callSnap } from './snap.ts';
import { type Engine, withoutMethod } from './support.ts';

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
  estimate(name: EstimatedName, request: never): RequestEstimate;
  usage(): readonly EngineUsage[];
}

/** A method: it reads the request into its own records at once, and then sends it. */
interface Call {
  readonly plan: (engine: Engine, request: never) => unknown;
  readonly run: (context: ClientContext, plan: never, options: RoutingCallOptions) => Promise<unknown>;
}

/** The calls that may take several requests, or check their answer. */
const calls: Partial<Record<MethodName, Call>> = {
  directions: { plan: planDirections, run: callDirections },
  isochrones: { plan: planIsochrones, run: callIsochrones },
  matrix: { plan: planMatrix, run: callMatrix },
  snap: { plan: planSnap, run: callSnap },
  roundTrip: { plan: readRoundTripQuery, run: callRoundTrip },
  attributes: { plan: readAttributesQuery, run: callAttributes },
  elevation: { plan: planElevation, run: callElevation },
};

function singleCall(name: SingleName): Call {
  return {
    plan: (engine, request) => readSingle(engine, name, request),
    run: (context, query, options) => callSingle(context, name, query, options),
  };
}

export function openCalls(given: ClientContext, { cache, cap }: ClientParts): OpenCalls {
  const { engine, runtime } = given;
  const session = guardSession(engine, given.session, runtime, cap);
  const context: ClientContext = { ...given, session, cache: cache && new CachedAnswers(cache, runtime) };
  const { move } = session;
  return {
    async run(name, request, given = {}) {
      if (engine.capabilities[name] !== true) throw withoutMethod(engine, name);
      const { options, ended } = oneCall(given);
      const call = calls[name] ?? singleCall(name as SingleName);
      try {
        const plan = call.plan(engine, request) as never;
        return await (move === undefined
          ? call.run(context, plan, options)
          : move(options, (member, own) => call.run({ ...context, session: member }, plan, own)));
      } catch (error) {
        ended(error);
        throw error;
      }
    },
    async *stream(request, given = {}) {
      if (!engine.capabilities.matrix) throw withoutMethod(engine, 'matrix');
      const { options, ended } = oneCall(given);
      try {
        const plan = planMatrix(engine, request);
        yield* move === undefined
          ? streamMatrix(context, plan, options)
          : streamFrom(() =>
              move(options, async (member, own) => {
                const parts = streamMatrix({ ...context, session: member }, plan, own);
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
    estimate: (name, request) => estimate(context, name, request),
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
