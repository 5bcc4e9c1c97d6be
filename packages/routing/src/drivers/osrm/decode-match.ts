import {
  type MatchAnswer,
  type MatchedPoint,
  type MatchedRoute,
  type MatchQuery,
  readWire,
  requireEach,
  unexpectedResponse,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { mapRoute, route } from './decode-routes.ts';
import { attribution, mapPlaces, place } from './places.ts';
import type { Instructions } from './write-instructions.ts';

const matchBody = z.object({
  matchings: z.array(z.extend(route, { confidence: z.optional(z.number()) })).check(z.atLeast(1)),
  tracepoints: z.array(z.nullable(z.extend(place, { matchings_index: z.listIndex }))),
});

/** Source: Project-OSRM/osrm-backend docs/http.md, "Match service". `null`: the point was left out. */
export function decodeMatch(body: unknown, query: MatchQuery, instructions?: Instructions): MatchAnswer {
  const { matchings, tracepoints } = readWire(matchBody, body);
  const text = query.steps ? instructions?.(query.language) : undefined;
  const found = requireEach(tracepoints, 'tracepoints', query.trace.length);
  const routes = matchings.map(({ confidence, ...wire }, index): MatchedRoute => {
    const own = found.filter((point) => point?.matchings_index === index);
    const ends = [own[0], own.at(-1)].flatMap((point) => (point ? [point.location] : []));
    const mapped = mapRoute(wire, `matchings[${index}]`, { hasSteps: query.steps, ends, write: text?.write });
    return { ...mapped, ...(confidence === undefined ? {} : { confidence }) };
  });
  const points = query.trace.map(({ position: sent }, index): MatchedPoint | null => {
    const point = found[index];
    if (!point) return null;
    const { matchings_index: routeIndex } = point;
    if (routeIndex >= routes.length)
      throw unexpectedResponse(`tracepoints[${index}].matchings_index`, 'must be the index of a matching');
    const [snapped] = mapPlaces([point], [sent]);
    const { distanceMeters, name } = snapped ?? {};
    return {
      position: point.location,
      routeIndex,
      ...(distanceMeters === undefined ? {} : { distanceMeters }),
      ...(name === undefined ? {} : { name }),
    };
  });
  return { routes, points, warnings: [...(text?.warnings ?? [])], attribution, raw: body };
}
