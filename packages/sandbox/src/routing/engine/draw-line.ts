import { decodePolyline } from '@org/routing';
import type { Engine } from '@org/routing/embedded';
import { type Position, toLocation } from './position.ts';

/** The line of each leg between places: a route of the engine has a limit of places, a plan has none. */
export async function drawLegs(
  engine: Engine,
  costing: string,
  places: readonly Position[],
  signal: AbortSignal,
): Promise<readonly (readonly Position[])[]> {
  const legs: Position[][] = [];
  for (const [leg, from] of places.entries()) {
    const to = places[leg + 1];
    if (to === undefined || to === from) continue;
    const body = { locations: [from, to].map(toLocation), costing, directions_type: 'none' };
    const { trip } = (await engine.call('route', body, signal)) as {
      readonly trip: { readonly legs: readonly { readonly shape: string }[] };
    };
    const points = trip.legs.flatMap(({ shape }) => decodePolyline(shape, { precision: 6 }));
    legs.push(points.map(([longitude, latitude]): Position => [longitude, latitude]));
  }
  return legs;
}
