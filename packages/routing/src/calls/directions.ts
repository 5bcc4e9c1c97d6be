import { isPlaceRefusal, NoRouteError, shiftPointIndex } from '../errors.ts';
import { forProfile } from '../model/capabilities.ts';
import {
  type DirectionsAnswer,
  type DirectionsQuery,
  type DirectionsRequest,
  type DirectionsResult,
  parseDirectionsRequest,
} from '../model/directions.ts';
import { requireDirectionsSupport } from '../model/support.ts';
import { mergeRoutes, mergeWaypoints } from '../split/merge-routes.ts';
import type { Slice } from '../split/slices.ts';
import { planWaypointChunks } from '../split/waypoint-chunks.ts';
import { fanOut } from './fan-out.ts';
import { type ClientContext, createSender, type RoutingCallOptions, type Sender } from './sender.ts';

export async function callDirections(
  context: ClientContext,
  request: DirectionsRequest,
  options: RoutingCallOptions = {},
): Promise<DirectionsResult> {
  const { engine, maxParallelParts } = context;
  const query = parseDirectionsRequest(request);
  requireDirectionsSupport(engine, query);
  const most = forProfile(engine.capabilities.caps.waypoints, query.profile);
  const chunks = planWaypointChunks(query.waypoints.length, most);
  const sender = createSender(context, options);
  const answers = await fanOut(chunks, maxParallelParts, options.signal, (chunk, signal) =>
    askChunk(sender, query, chunk, signal),
  ).catch(async (refusal: unknown) => {
    if (!engine.capabilities.snap || !isPlaceRefusal(refusal)) throw refusal;
    const { explainRefusal } = await import('./explain-place.ts');
    throw await explainRefusal(engine, sender, query, refusal, options.signal);
  });
  return { ...mergeAnswers(answers, engine.name), ...sender.finish(answers) };
}

async function askChunk(
  sender: Sender,
  query: DirectionsQuery,
  { from, to }: Slice,
  signal: AbortSignal,
): Promise<DirectionsAnswer> {
  try {
    return await sender.send('directions', { ...query, waypoints: query.waypoints.slice(from, to) }, signal);
  } catch (error) {
    throw shiftPointIndex(error, from);
  }
}

function mergeAnswers(
  answers: readonly DirectionsAnswer[],
  provider: string,
): Pick<DirectionsResult, 'routes' | 'waypoints'> {
  const bests = answers.map(({ routes }) => routes[0]).filter((route) => route !== undefined);
  if (bests.length < answers.length) {
    throw new NoRouteError({
      message: 'No way leads between these places for this profile.',
      provider,
      operation: 'directions',
    });
  }
  // Alternatives exist between two waypoints only, and those are never split.
  const others = answers.length === 1 ? (answers[0]?.routes.slice(1) ?? []) : [];
  const [only] = bests;
  const best = bests.length === 1 && only !== undefined ? only : mergeRoutes(bests);
  return { routes: [best, ...others], waypoints: mergeWaypoints(answers) };
}
