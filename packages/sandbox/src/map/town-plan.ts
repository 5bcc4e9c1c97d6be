// The plan of Larkbridge: twelve streets by twelve lanes with blocks of 100 m. It has one of everything that
// a route planner must handle.

/** A crossing or a place between two, counted in lanes from the west and streets from the south. */
export type GridPoint = readonly [lane: number, street: number];

export type StreetKind =
  | 'ring-road'
  | 'main-road'
  | 'street'
  | 'bridge'
  | 'roundabout'
  | 'footpath'
  | 'cycleway'
  | 'steps';

/** One stretch of a street, a way in OpenStreetMap. */
export interface Stretch {
  readonly name: string;
  readonly kind: StreetKind;
  readonly path: readonly GridPoint[];
  /** The direction of a one-way street along `path`. */
  readonly oneWay?: 'along' | 'against';
  readonly tags?: Readonly<Record<string, string>>;
}

const streetNames = [
  'South Ring',
  'Miller Street',
  'Baker Street',
  'Weaver Street',
  'Cooper Street',
  'South Quay',
  'North Quay',
  'Linden Street',
  'Orchard Street',
  'Market Street',
  'Vineyard Street',
  'North Ring',
] as const;

const laneNames = [
  'West Ring',
  'Maple Lane',
  'Chestnut Lane',
  'Elm Lane',
  'Alder Lane',
  'Hazel Lane',
  'Willow Lane',
  'Rowan Lane',
  'Cherry Lane',
  'Juniper Lane',
  'Larch Lane',
  'East Ring',
] as const;

/** Every stretch of the town, in the order in which the map numbers them. */
export function planTown(): Stretch[] {
  return [...planStreets(), ...planLanes(), ...bridges, marketCircle, ...paths, island];
}

/** Northbound traffic over New Bridge may not turn left onto the quay. */
export const turnBan = {
  from: 'New Bridge',
  via: [8, 6] as GridPoint,
  to: 'North Quay',
} as const;

function planStreets(): Stretch[] {
  return streetNames.flatMap((name, street) => {
    const base = { name, kind: streetKind(name, street), ...oneWayStreets.get(street) };
    return streetPaths(street).map((path) => ({ ...base, path }));
  });
}

function planLanes(): Stretch[] {
  return laneNames.flatMap((name, lane) => {
    const base = { name, kind: streetKind(name, lane), ...(lane === 4 ? { oneWay: 'along' as const } : {}) };
    return lanePaths(lane).map((path) => ({ ...base, path }));
  });
}

function streetKind(name: string, index: number): StreetKind {
  if (index === 0 || index === 11) return 'ring-road';
  return name === 'Market Street' ? 'main-road' : 'street';
}

// All three run from west to east. Traffic on Weaver Street runs west.
const oneWayStreets = new Map<number, { readonly oneWay: 'along' | 'against' }>([
  [2, { oneWay: 'along' }],
  [3, { oneWay: 'against' }],
]);

function streetPaths(street: number): GridPoint[][] {
  const run = (from: number, to: number) => steps(from, to).map((lane): GridPoint => [lane, street]);
  if (street === 6) return [run(0, 8), run(8, 11)]; // two stretches, for the turn restriction at New Bridge
  if (street === 8) return [run(0, 1), run(3, 11)]; // the park lies between
  if (street === 9)
    return [
      [...run(0, 8), [8.75, 9]],
      [[9.25, 9], ...run(10, 11)],
    ]; // the roundabout lies between
  if (street === 10) return [run(0, 5), run(6, 11)]; // the steps lie between
  return [run(0, 11)];
}

// No lane crosses the river.
function lanePaths(lane: number): GridPoint[][] {
  const run = (from: number, to: number) => steps(from, to).map((street): GridPoint => [lane, street]);
  if (lane === 2) return [run(0, 5), run(6, 7), run(9, 11)];
  if (lane === 9) return [run(0, 5), [...run(6, 8), [9, 8.75]], [[9, 9.25], ...run(10, 11)]];
  return [run(0, 5), run(6, 11)];
}

function steps(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

const bridges: readonly Stretch[] = [
  {
    name: 'Old Bridge',
    kind: 'bridge',
    path: [
      [3, 5],
      [3, 6],
    ],
    tags: { maxweight: '3.5' },
  },
  {
    name: 'New Bridge',
    kind: 'bridge',
    path: [
      [8, 5],
      [8, 6],
    ],
    tags: { toll: 'yes' },
  },
  {
    name: 'Foot Bridge',
    kind: 'footpath',
    path: [
      [6, 5],
      [6, 6],
    ],
    tags: { bridge: 'yes', layer: '1' },
  },
];

// Counter-clockwise, for traffic on the right.
const marketCircle: Stretch = {
  name: 'Market Circle',
  kind: 'roundabout',
  path: [
    [9.25, 9],
    [9, 9.25],
    [8.75, 9],
    [9, 8.75],
    [9.25, 9],
  ],
};

const paths: readonly Stretch[] = [
  // The path passes under the bridges and meets streets only at its ends.
  {
    name: 'Riverside Path',
    kind: 'cycleway',
    path: [
      [0, 5],
      [0, 5.4],
      [3, 5.4],
      [6, 5.4],
      [8, 5.4],
      [11, 5.4],
      [11, 5],
    ],
  },
  {
    name: 'Fountain Walk',
    kind: 'footpath',
    path: [
      [1, 7],
      [2, 8],
      [3, 9],
    ],
  },
  {
    name: 'Rose Walk',
    kind: 'footpath',
    path: [
      [1, 9],
      [2, 8],
      [3, 7],
    ],
  },
  {
    name: 'Vineyard Steps',
    kind: 'steps',
    path: [
      [5, 10],
      [6, 10],
    ],
  },
];

const island: Stretch = {
  name: 'Heron Walk',
  kind: 'street',
  path: [
    [20, 20],
    [21, 20],
    [20.5, 21],
    [20, 20],
  ],
};
