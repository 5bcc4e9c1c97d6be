import {
  defineComposite,
  defineOperation,
  type HttpRequest,
  type OperationContext,
  type ServiceResponse,
} from '@org/core';
import type {
  EngineAnswer,
  IsochronesAnswer,
  IsochronesQuery,
  MatrixAnswer,
  MatrixQuery,
  OptimizeQuery,
  RoutingOperations,
} from '../../driver.ts';
import { creditsOf, pollCredits, ringsCredits } from './credits.ts';
import { decodeIsochrones, decodeMatrix, decodeNearest, decodeStatus } from './decode.ts';
import { decodeOptimize } from './decode-optimize.ts';
import { encodeIsochrones, encodeMatrix, encodeNearest } from './encode.ts';
import { encodeOptimize } from './encode-optimize.ts';
import { decodeGeocode, decodeReverseGeocode, encodeGeocode, encodeReverseGeocode } from './geocode.ts';
import { defineJob } from './jobs.ts';
import { decodeMatch, encodeMatch } from './match.ts';
import { planRings } from './rings.ts';
import { decodeDirections } from './route/decode-directions.ts';
import { encodeDirections } from './route/encode-directions.ts';
import { completeAnswer, type Decoded } from './service/answer.ts';
import type { ServerSettings } from './service/settings.ts';

export { classify } from './errors.ts';
export { readRates } from './service/quota.ts';

export function operationsOf(settings: ServerSettings) {
  const reads = readsIn(settings);
  return {
    directions: directionsOf(settings),
    isochrones: isochronesOf(settings),
    matrix: matrixOf(settings),
    optimize: optimizeOf(settings),
    match: defineOperation({
      ...reads('match'),
      encode: (query) => encodeMatch(query, settings),
      decode: answering(decodeMatch),
    }),
    nearest: defineOperation({
      ...reads('nearest'),
      encode: encodeNearest,
      decode: answering(decodeNearest),
    }),
    status: defineOperation({
      ...reads('status'),
      encode: (): HttpRequest => ({ method: 'GET', path: '/info' }),
      decode: answering(decodeStatus),
    }),
    geocode: defineOperation({
      ...reads('geocode'),
      encode: encodeGeocode,
      decode: answering(decodeGeocode),
    }),
    reverseGeocode: defineOperation({
      ...reads('reverseGeocode'),
      encode: encodeReverseGeocode,
      decode: answering(decodeReverseGeocode),
    }),
  };
}

function readsIn(settings: ServerSettings) {
  const costOf = costIn(settings);
  return <Name extends keyof RoutingOperations & string>(name: Name) => ({
    name,
    safety: 'read' as const,
    cost: costOf((query: RoutingOperations[Name]['input']) => creditsOf(name, query)),
  });
}

export const directionsOf = (settings: ServerSettings) =>
  defineOperation({
    ...readsIn(settings)('directions'),
    encode: (query) => encodeDirections(query, settings),
    decode: answering(decodeDirections),
  });

/** Rings of unequal steps are several requests. */
export function isochronesOf(settings: ServerSettings) {
  const rings = defineOperation({
    name: 'isochrones.rings',
    safety: 'read',
    cost: costIn(settings)(ringsCredits),
    encode: (query: Parameters<typeof encodeIsochrones>[0]) => encodeIsochrones(query, settings),
    decode: answering(decodeIsochrones),
  });
  return defineComposite({
    name: 'isochrones',
    safety: 'read',
    async run(query: IsochronesQuery, { request }): Promise<IsochronesAnswer> {
      const answers: IsochronesAnswer[] = [];
      for (const each of planRings(query)) answers.push(await request(rings, { ...query, rings: each }));
      const [first] = answers;
      if (first === undefined) throw new Error('An isochrones query has a range.');
      const isochrones = answers.flatMap((answer) => answer.isochrones);
      const raw = answers.length === 1 ? first.raw : answers.map((answer) => answer.raw);
      return { ...first, quota: answers.at(-1)?.quota, isochrones, raw };
    },
  });
}

/**
 * The documentation prefers the synchronous endpoint, and jobs for "long running problems only", without a
 * number: this one is a matrix of 50 by 50.
 */
const largestSynchronousMatrix = 2500;

export function matrixOf(settings: ServerSettings) {
  const costOf = costIn(settings);
  const cost = costOf((query: MatrixQuery) => creditsOf('matrix', query));
  const matrixNow = defineOperation({
    name: 'matrix.now',
    safety: 'read',
    cost,
    encode: (query: MatrixQuery) => encodeMatrix(query, '/matrix'),
    decode: answering(decodeMatrix),
  });
  const matrixJob = defineJob({
    name: 'matrix',
    cost,
    pollCost: costOf(() => pollCredits),
    encode: (query: MatrixQuery) => encodeMatrix(query, '/matrix/calculate'),
    solutionPath: '/matrix/solution/{jobId}',
    decode: decodeMatrix,
  });
  return defineComposite({
    ...matrixJob,
    run(query: MatrixQuery, context): Promise<MatrixAnswer> {
      const cells = query.origins.length * query.destinations.length;
      return context.request(cells <= largestSynchronousMatrix ? matrixNow : matrixJob, query);
    },
  });
}

function optimizeOf(settings: ServerSettings) {
  const costOf = costIn(settings);
  return defineJob({
    name: 'optimize',
    limitGroup: 'optimize',
    cost: costOf((query: OptimizeQuery) => creditsOf('optimize', query)),
    pollCost: costOf(() => pollCredits),
    encode: encodeOptimize,
    solutionPath: '/vrp/solution/{jobId}',
    decode: decodeOptimize,
  });
}

// Limits count whole numbers. A request above the credits of a minute waits for a whole minute.
function costIn({ creditsPerMinute }: ServerSettings) {
  return <Query>(credits: (query: Query) => number) =>
    (query: Query): number =>
      creditsPerMinute === undefined ? 1 : Math.min(creditsPerMinute, Math.max(1, Math.ceil(credits(query))));
}

function answering<Query, Answer extends EngineAnswer>(
  decode: (body: unknown, query: Query) => Decoded<Answer>,
) {
  return (response: ServiceResponse, query: Query, context: OperationContext) =>
    completeAnswer(decode(response.json(), query), response, context);
}
