import type { Classify } from '@org/core';
import { classify as valhallaClassify } from '../valhalla/errors.ts';
import type { ValhallaRequest } from '../valhalla/locations.ts';

// Source: stadiamaps/stadiamaps-api-ts, src/generated/models/TimeConstraintV1.ts.
const timeWords: Readonly<Record<number, string>> = { 0: 'depart_now', 1: 'depart_at', 2: 'arrive_at' };

// Source: src/generated/models/CostingModel.ts of the same.
const withTraffic: readonly unknown[] = ['auto', 'bus', 'taxi', 'truck'];

/** A request of Valhalla in the words of the service. */
export function adapt({ action, body }: ValhallaRequest, traffic: boolean | 'premium'): ValhallaRequest {
  // `verbose` of a matrix is not in the description: either form of its answer is read.
  const { date_time: time, verbose, ...rest } = body;
  const { type, ...at } = Object(time);
  // The options stay under the plain name of the costing.
  const isTimed = traffic !== false && action !== 'locate' && withTraffic.includes(body['costing']);
  const costing = `${body['costing']}_traffic${traffic === 'premium' ? '_premium' : ''}`;
  return {
    action,
    body: {
      ...rest,
      ...(action === 'sources_to_targets' || verbose === undefined ? {} : { verbose }),
      ...(isTimed ? { costing } : {}),
      ...(time === undefined ? {} : { date_time: { type: timeWords[type] ?? type, ...at } }),
    },
  };
}

/** Used-up credits have the status 429 as well as too many requests. Source: docs.stadiamaps.com/limits. */
export const classify: Classify = (response, context) => {
  const failure = valhallaClassify(response, context);
  if (failure === undefined || response.status !== 429) return failure;
  const message = 'Too many requests for the moment, or the credits of the billing period are used up.';
  return { ...failure, message };
};
