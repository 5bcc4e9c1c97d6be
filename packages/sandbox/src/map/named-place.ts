import type { Town, TownPosition } from './town.ts';

/** A name on the map, for the geocoder. The layers are those of Pelias. */
export interface NamedPlace {
  readonly name: string;
  readonly position: TownPosition;
  readonly layer: 'venue' | 'street' | 'neighbourhood' | 'locality';
}

export function namesOfTown({ name: town, bounds, places, streets, areas }: Town): readonly NamedPlace[] {
  const middle: TownPosition = [(bounds.west + bounds.east) / 2, (bounds.south + bounds.north) / 2];
  const lines = new Map(streets.map(({ name, line }) => [name, line]));
  return [
    { name: town, position: middle, layer: 'locality' },
    ...places.map((place) => ({ ...place, layer: 'venue' as const })),
    ...[...lines].flatMap(([name, line]) =>
      name === '' ? [] : [{ name, position: middleOf(line), layer: 'street' as const }],
    ),
    ...areas.map(({ name, ring }) => ({ name, position: middleOf(ring), layer: 'venue' as const })),
  ];
}

function middleOf(line: readonly TownPosition[]): TownPosition {
  return line[Math.floor(line.length / 2)] ?? [0, 0];
}
