import { locateGridPoint } from './town-map.ts';
import { type GridPoint, planTown, type StreetKind } from './town-plan.ts';

/** [lon, lat] in degrees. */
export type TownPosition = readonly [longitude: number, latitude: number];

/** A street, path or bridge of the town. */
export interface TownStreet {
  readonly name: string;
  readonly kind: StreetKind;
  readonly oneWay: boolean;
  /** In the direction of travel for a one-way street. */
  readonly line: readonly TownPosition[];
}

/** A place with a name, to route from and to. */
export interface TownPlace {
  readonly name: string;
  readonly position: TownPosition;
}

/** A polygon without holes; the last position repeats the first. */
export interface TownArea {
  readonly name: string;
  readonly kind: 'river' | 'park' | 'island';
  readonly ring: readonly TownPosition[];
}

/** The made-up town, for maps and for routes. */
export interface Town {
  readonly name: string;
  /** The bounds without Heron Island, which lies to the north-east. */
  readonly bounds: {
    readonly west: number;
    readonly south: number;
    readonly east: number;
    readonly north: number;
  };
  readonly streets: readonly TownStreet[];
  readonly areas: readonly TownArea[];
  /** Places on a street, as ends of a route. */
  readonly places: readonly TownPlace[];
}

/** Describes the town that `prepareTown` builds tiles of. */
export function createTown(): Town {
  const [west, south] = locateGridPoint([-0.5, -0.5]);
  const [east, north] = locateGridPoint([11.5, 11.5]);
  return {
    name: 'Larkbridge',
    bounds: { west, south, east, north },
    streets: planTown().map(({ name, kind, path, oneWay }) => ({
      name,
      kind,
      oneWay: oneWay !== undefined || kind === 'roundabout',
      line: (oneWay === 'against' ? [...path].reverse() : path).map(locateGridPoint),
    })),
    areas: [
      { name: 'River Lark', kind: 'river', ring: riverRing() },
      {
        name: 'Linden Park',
        kind: 'park',
        ring: ringOf([
          [1.12, 7.12],
          [2.88, 7.12],
          [2.88, 8.88],
          [1.12, 8.88],
        ]),
      },
      {
        name: 'Heron Island',
        kind: 'island',
        ring: ringOf([
          [19.6, 19.7],
          [21.4, 19.7],
          [20.5, 21.5],
        ]),
      },
    ],
    places: places.map(([name, point]) => ({ name, position: locateGridPoint(point) })),
  };
}

const places: readonly (readonly [name: string, point: GridPoint])[] = [
  ['Station', [0, 0]],
  ['Bakery', [2, 2]],
  ['School', [6, 3]],
  ['Library', [5, 5]],
  ['Theatre', [5, 6]],
  ['Boathouse', [7, 5]],
  ['Fountain', [2, 8]],
  ['Market Hall', [7, 9]],
  ['Town Hall', [9, 10]],
  ['Vineyard', [6, 10]],
  ['Hospital', [11, 11]],
  ['Heron House', [20.5, 20]],
];

function ringOf(points: readonly GridPoint[]): TownPosition[] {
  return [...points, ...points.slice(0, 1)].map(locateGridPoint);
}

// Two gentle waves, north of the path along the bank and south of the quay.
function riverRing(): TownPosition[] {
  const lanes = Array.from({ length: 25 }, (_, index) => index * 0.5 - 0.5);
  const wave = (lane: number) => Math.sin(lane * 0.9) * 0.05;
  const south = lanes.map((lane): GridPoint => [lane, 5.55 + wave(lane)]);
  const north = lanes.map((lane): GridPoint => [lane, 5.85 + wave(lane)]);
  return ringOf([...south, ...north.reverse()]);
}
