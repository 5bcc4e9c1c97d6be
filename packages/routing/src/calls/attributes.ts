import type { RoutingCallOptions } from '../call-options.ts';
import { NoRouteError } from '../errors.ts';
import type { RequestCaps } from '../model/engine/request-caps.ts';
import { distanceBetween, type Position } from '../model/geometry/position.ts';
import type { EngineAnswer } from '../model/result.ts';
import type { DirectionsQuery, DirectionsResult } from '../model/routes/directions.ts';
import {
  type AttributesAnswer,
  type AttributesQuery,
  type AttributesResult,
  attributesDoor,
} from '../model/routes/match.ts';
import type { Route } from '../model/routes/route.ts';
import { type AttributeRuns, attributeNames } from '../model/travel/road-attributes.ts';
import { mergeAttributes } from '../split/merge-attributes.ts';
import type { Slice } from '../split/plans.ts';
import type { Call } from './call.ts';
import { type ClientContext, Sender } from './sender.ts';
import { nothingStated } from './snap.ts';
import { type Engine, requireSupport } from './support.ts';

/** A part of a line with its answer. */
interface Part {
  readonly from: number;
  readonly answer: AttributesAnswer;
}

export const attributesCall: Call<'attributes'> = {
  name: 'attributes',
  plan: readAttributesQuery,
  run: callAttributes,
  helps: { addAttributes },
};

/** The query of attributes: all that the engine states, unless the request names some. */
function readAttributesQuery(engine: Engine, request: unknown): AttributesQuery {
  const query = attributesDoor.read(request);
  requireSupport(engine, attributesDoor, query);
  const { attributes = engine.capabilities.options.attributes ?? attributeNames } = query;
  return { ...query, attributes };
}

async function callAttributes(
  context: ClientContext,
  query: AttributesQuery,
  options: RoutingCallOptions,
): Promise<AttributesResult> {
  const sender = new Sender(context, options);
  const parts = await sendLine(sender, query);
  return { attributes: mergeParts(parts), ...sender.finish(parts.map(({ answer }) => answer)) };
}

/** The routes with the attributes of the query, for an engine whose directions state none. */
export async function addAttributes(
  sender: Sender,
  query: DirectionsQuery,
  [best, ...alternatives]: DirectionsResult['routes'],
): Promise<[routes: DirectionsResult['routes'], answers: readonly EngineAnswer[]]> {
  let answers: readonly EngineAnswer[] = [];
  const add = async (route: Route): Promise<Route> => {
    const parts = route.attributes === undefined ? await lookUp(sender, query, route) : [];
    answers = [...answers, ...parts.map(({ answer }) => answer)];
    return parts.length === 0 ? route : { ...route, attributes: mergeParts(parts) };
  };
  const complete: [Route, ...Route[]] = [await add(best)];
  for (const route of alternatives) complete.push(await add(route));
  return [complete, answers];
}

// The engine cannot follow a line that turns around between two crossings, as at a waypoint: each leg alone
// does not.
async function lookUp(sender: Sender, query: DirectionsQuery, route: Route): Promise<readonly Part[]> {
  const { profile, attributes } = query;
  const lineOf = (from: number, to: number): AttributesQuery => ({
    profile,
    attributes,
    line: route.geometry.coordinates.slice(from, to + 1),
  });
  const whole = await tryLine(sender, lineOf(0, route.geometry.coordinates.length - 1));
  if (whole !== undefined) return whole;
  const parts: Part[] = [];
  for (const { geometryRange } of route.legs) {
    const [from, to] = geometryRange;
    if (from === to) continue;
    const line = lineOf(from, to);
    const found = (route.legs.length > 1 ? await tryLine(sender, line) : undefined) ?? [unknown(line)];
    for (const part of found) parts.push({ ...part, from: part.from + from });
  }
  return parts;
}

async function tryLine(sender: Sender, query: AttributesQuery): Promise<Part[] | undefined> {
  try {
    return await sendLine(sender, query);
  } catch (error) {
    if (!NoRouteError.isInstance(error)) throw error;
    return undefined;
  }
}

async function sendLine(sender: Sender, query: AttributesQuery): Promise<Part[]> {
  const parts: Part[] = [];
  for (const { from, to } of planLine(query.line, sender.engine.capabilities.caps)) {
    const line = query.line.slice(from, to);
    parts.push({ from, answer: await sender.send('attributes', { ...query, line }, sender.signal) });
  }
  return parts;
}

/** Parts of a line within the caps. Neighbours share one point. */
export function planLine(
  line: readonly Position[],
  { attributesPositions = Infinity, attributesMeters = Infinity }: RequestCaps,
): Slice[] {
  const parts: Slice[] = [];
  let [from, meters] = [0, 0];
  line.forEach((point, index) => {
    const step = distanceBetween(line[index - 1] ?? point, point);
    const isFull = index - from >= attributesPositions || meters + step > attributesMeters;
    if (isFull && index - 1 > from) {
      parts.push({ from, to: index });
      [from, meters] = [index - 1, 0];
    }
    meters += step;
  });
  return [...parts, { from, to: line.length }];
}

function mergeParts(parts: readonly Part[]): AttributeRuns {
  const { attributes = {} } = mergeAttributes(
    parts.map(({ answer }) => answer),
    parts.map(({ from }) => [from, from] as const),
  );
  return attributes;
}

function unknown({ line, attributes }: AttributesQuery): Part {
  const runs = [{ geometryRange: [0, line.length - 1], value: null }] as const;
  const message = 'The engine does not state the attributes of a part of the route.';
  const answer: AttributesAnswer = {
    ...nothingStated,
    attributes: Object.fromEntries(attributes.map((name) => [name, runs])),
    warnings: [{ kind: 'not-honoured', message }],
  };
  return { from: 0, answer };
}
