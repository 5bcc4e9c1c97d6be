import { allParts } from '@org/core/parts';
import type { RoutingCallOptions } from '../call-options.ts';
import { isPlaceRefusal, NoRouteError } from '../errors.ts';
import type { DirectionsAnswer, DirectionsQuery, DirectionsResult } from '../model/routes/directions.ts';
import type { Route } from '../model/routes/route.ts';
import { mergeRoutes, mergeWaypoints } from '../split/merge.ts';
import type { Slice } from '../split/plans.ts';
import type { Call } from './call.ts';
import { explainRefusal } from './explain-place.ts';
import { type Plan, planDirections } from './plans.ts';
import { sendPart } from './point-index.ts';
import { type ClientContext, Sender } from './sender.ts';

export const directionsCall: Call<'directions'> = {
  name: 'directions',
  plan: planDirections,
  run: callDirections,
};

async function callDirections(
  context: ClientContext,
  { query, parts, notices, queryOf }: Plan<DirectionsQuery, Slice[]>,
  options: RoutingCallOptions,
): Promise<DirectionsResult> {
  const { engine, maxParallelParts } = context;
  const sender = new Sender(context, options);
  try {
    const answers = await allParts({
      parts,
      concurrency: maxParallelParts,
      signal: options.signal,
      run: (chunk, _index, { signal }) =>
        sendPart(chunk.from, () => sender.send('directions', queryOf(chunk), signal)),
    });
    const merged = mergeAnswers(answers, engine.name);
    const [routes, more] = (lacksAttributes(merged.routes, query) &&
      (await context.addAttributes?.(sender, query, merged.routes))) || [merged.routes, []];
    const { warnings, ...rest } = sender.finish([...answers, ...more]);
    return { ...merged, routes, ...rest, warnings: [...warnings, ...notices] };
  } catch (error) {
    if (!isPlaceRefusal(error)) throw error;
    throw await explainRefusal(sender, query, error);
  }
}

function lacksAttributes(routes: readonly Route[], { attributes }: DirectionsQuery): boolean {
  return attributes.length > 0 && routes.some((route) => route.attributes === undefined);
}

function mergeAnswers(
  answers: readonly DirectionsAnswer[],
  provider: string,
): Pick<DirectionsResult, 'routes' | 'waypoints'> {
  const bests = answers.map(({ routes }) => routes[0]).filter((route) => route !== undefined);
  const [first] = bests;
  if (first === undefined || bests.length < answers.length) {
    const message = 'There is no route between these places for this profile.';
    throw new NoRouteError({ message, provider, operation: 'directions' });
  }
  // Only a request with two waypoints has alternatives, and that is never split.
  const [answer, ...others] = answers;
  const alternatives = others.length === 0 ? (answer?.routes.slice(1) ?? []) : [];
  const best = others.length === 0 ? first : mergeRoutes(bests);
  return { routes: [best, ...alternatives], waypoints: mergeWaypoints(answers) };
}
