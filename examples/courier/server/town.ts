import { createTown, type TownPosition } from '@org/sandbox/maps';
import type { Feature, Geometry } from 'geojson';
import type { Start } from '../deliveries.ts';

const { bounds, streets, areas, places } = createTown();

/** The sandbox's town as GeoJSON. In a town of yours, a style with tiles draws the streets. */
export const town: Pick<Start, 'bounds' | 'places' | 'streets'> = {
  bounds: [bounds.west, bounds.south, bounds.east, bounds.north],
  // No bridge leads to Heron House.
  places: places.filter(({ name }) => name !== 'Heron House'),
  streets: {
    type: 'FeatureCollection',
    features: [
      ...areas.map(({ kind, ring }) => feature(kind, { type: 'Polygon', coordinates: [pointsOf(ring)] })),
      ...streets.map(({ kind, line }) => feature(kind, { type: 'LineString', coordinates: pointsOf(line) })),
    ],
  },
};

function feature(kind: string, geometry: Geometry): Feature {
  return { type: 'Feature', properties: { kind }, geometry };
}

function pointsOf(line: readonly TownPosition[]) {
  return line.map(([lon, lat]) => [lon, lat]);
}
