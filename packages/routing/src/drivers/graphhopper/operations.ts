import { defineOperation, type HttpRequest, type OperationContext, type ServiceResponse } from '@org/core';
import type { RoutingOperations } from '../../driver.ts';
import type { MatrixAnswer, MatrixQuery } from '../../model/matrix.ts';
import type { EngineAnswer } from '../../model/result.ts';
import type { OptimizeAnswer, OptimizeQuery } from '../../model/services/optimize.ts';
import { completeAnswer, type Decoded } from './answer.ts';
import { creditsOf, pollCredits, ringsCredits } from './credits.ts';
import { decodeIsochrones, decodeMatrix, decodeNearest, decodeStatus } from './decode.ts';
import { decodeOptimize } from './decode-optimize.ts';
import { encodeIsochrones, encodeMatrix, encodeNearest, encodeSolution } from './encode.ts';
import { encodeOptimize } from './encode-optimize.ts';
import { decodeGeocode, decodeReverseGeocode, encodeGeocode, encodeReverseGeocode } from './geocode.ts';
import { hasJobId, type JobQuery, readJob, readJobId } from './jobs.ts';
import { decodeMatch, encodeMatch } from './match.ts';
import { decodeDirections } from './route/decode-directions.ts';
import { encodeDirections } from './route/encode-directions.ts';
import type { ServerSettings } from './settings.ts';

export { classify } from './errors.ts';
export { readRates } from './quota.ts';

/** The operations of a server with these settings. */
export function operationsOf(settings: ServerSettings) {
  const costOf = costIn(settings);
  const reads = <Name extends keyof RoutingOperations & string>(name: Name) => ({
    name,
    safety: 'read' as const,
    cost: costOf((query: RoutingOperations[Name]['input']) => creditsOf(name, query)),
  });
  return {
    directions: defineOperation({
      ...reads('directions'),
      encode: (query) => encodeDirections(query, settings),
      decode: answering(decodeDirections),
    }),
    'isochrones.rings': defineOperation({
      name: 'isochrones',
      safety: 'read',
      cost: costOf(ringsCredits),
      encode: (query: Parameters<typeof encodeIsochrones>[0]) => encodeIsochrones(query, settings),
      decode: answering(decodeIsochrones),
    }),
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
    'matrix.now': defineOperation({
      ...reads('matrix'),
      encode: (query) => encodeMatrix(query, '/matrix'),
      decode: answering(decodeMatrix),
    }),
    ...jobsIn(costOf),
  };
}

type CostOf = ReturnType<typeof costIn>;

// A job is started once: a second one costs as much again.
function jobsIn(costOf: CostOf) {
  const start = { safety: 'unsafe', isAccepted: hasJobId, decode: readJobId } as const;
  const follow = { safety: 'read', cost: costOf(() => pollCredits) } as const;
  return {
    'matrix.start': defineOperation({
      ...start,
      name: 'matrix.start',
      cost: costOf((query: MatrixQuery) => creditsOf('matrix', query)),
      encode: (query: MatrixQuery) => encodeMatrix(query, '/matrix/calculate'),
    }),
    'matrix.solution': defineOperation({
      ...follow,
      name: 'matrix.solution',
      encode: ({ jobId }: JobQuery<MatrixQuery>) => encodeSolution('matrix', jobId),
      decode: (response: ServiceResponse, { query }: JobQuery<MatrixQuery>, context: OperationContext) =>
        readJob(
          response,
          context,
          (solution): MatrixAnswer => completeAnswer(decodeMatrix(solution, query), response, context),
        ),
    }),
    'optimize.start': defineOperation({
      ...start,
      name: 'optimize.start',
      limitGroup: 'optimize',
      cost: costOf((query: OptimizeQuery) => creditsOf('optimize', query)),
      encode: encodeOptimize,
    }),
    'optimize.solution': defineOperation({
      ...follow,
      name: 'optimize.solution',
      encode: ({ jobId }: JobQuery<OptimizeQuery>) => encodeSolution('vrp', jobId),
      decode: (response: ServiceResponse, { query }: JobQuery<OptimizeQuery>, context: OperationContext) =>
        readJob(
          response,
          context,
          (solution): OptimizeAnswer => completeAnswer(decodeOptimize(solution, query), response, context),
        ),
    }),
  };
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
