import type { CallOptions, RawRequest } from '@org/core';
import { CachedAnswers } from '../cache/cached-answers.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { RoutingCallOptions } from '../call-options.ts';
import type { MethodName } from '../model/engine/method-names.ts';
import { countedCap } from '../quota/counted-retries.ts';
import type { DailyCap } from '../quota/daily-cap.ts';
import { guardSession } from '../quota/guard-session.ts';
import { attributesCall } from './attributes.ts';
import { type Call, methodOf } from './call.ts';
import { directionsCall } from './directions.ts';
import { elevationCall } from './elevation.ts';
import { estimate } from './estimate.ts';
import { isochronesCall } from './isochrones.ts';
import { matrixCall } from './matrix.ts';
import type { ClientContext } from './sender.ts';
import { roundTripCall, singleCalls } from './single-request.ts';
import { snapCall } from './snap.ts';
import { withoutMethod } from './support.ts';

/** The options of a client for its calls. */
export interface ClientParts {
  readonly cache: ResponseCache | undefined;
  readonly cap: DailyCap | undefined;
}

const calls: readonly Call[] = [
  directionsCall,
  isochronesCall,
  matrixCall,
  snapCall,
  roundTripCall,
  attributesCall,
  elevationCall,
  ...singleCalls,
];

/** The calls of one client, with its quotas and its cache. */
export type OpenCalls = ReturnType<typeof openCalls>;

export function openCalls(given: ClientContext, { cache, cap }: ClientParts) {
  const { engine, runtime } = given;
  const session = guardSession(engine, given.session, runtime, countedCap(cap));
  const context: ClientContext = {
    ...given,
    session,
    cache: cache && new CachedAnswers(cache, runtime),
    ...(engine.capabilities.attributes && attributesCall.helps),
  };
  return {
    methods: new Map(calls.map((call) => [call.name, methodOf(context, call)])),
    stream: (request: never, options?: RoutingCallOptions) => matrixCall.stream(context, request, options),
    async request(raw: RawRequest, options?: CallOptions) {
      if (session.request === undefined) throw withoutMethod(engine, 'request');
      return session.request(raw, options);
    },
    estimate(name: MethodName, request: never) {
      const call = calls.find((each) => each.name === name);
      if (call === undefined) throw withoutMethod(engine, name);
      return estimate(context, call, request);
    },
    usage: () => session.usage?.() ?? [],
  };
}
