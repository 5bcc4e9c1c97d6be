import {
  type AddIssue,
  countryCode,
  isObject,
  listOf,
  oneOf,
  optional,
  type Reader,
  type ReadOf,
  readFields,
  withDefault,
} from '../check/reader.ts';
import {
  closeRing,
  type MultiPolygon,
  type Polygon,
  type Position,
  type PositionLike,
  readPosition,
} from '../geometry/position.ts';

/** The kinds of road and crossing that a route can avoid. @public */
export type AvoidFeature =
  | 'tolls'
  | 'motorways'
  | 'ferries'
  | 'fords'
  | 'steps'
  | 'tunnels'
  | 'bridges'
  | 'unpaved';

export const avoidFeatures: readonly AvoidFeature[] = [
  'tolls',
  'motorways',
  'ferries',
  'fords',
  'steps',
  'tunnels',
  'bridges',
  'unpaved',
];

/** Rings of positions, closed or not, or polygons of GeoJSON without holes. @public */
export type AvoidAreas =
  | readonly (readonly PositionLike[] | Polygon | MultiPolygon)[]
  | Polygon
  | MultiPolygon;

/** A checked {@link Avoid}: the input of a driver. What the request leaves out is an empty list. @public */
export interface CheckedAvoid {
  /** Kinds of road. */
  readonly features: readonly AvoidFeature[];
  /** Areas, each as a ring of positions, closed or not. */
  readonly areas: readonly (readonly Position[])[];
  /** Places. */
  readonly points: readonly Position[];
  /** Two letters each, as in ISO 3166. */
  readonly countries: readonly string[];
  /** All, or only those with controls; `undefined` for none. */
  readonly borders: 'all' | 'controlled' | undefined;
}

/** The rows of the things that a route avoids. */
export const avoidRows = {
  features: withDefault(
    listOf(oneOf(avoidFeatures), 'must be a list'),
    [],
    [{ capability: 'avoidFeatures', words: 'avoid.features "*"', byProfile: true }],
  ),
  areas: withDefault(readAreas, [], [{ capability: 'avoidAreas', words: 'avoid.areas', column: 'areas' }]),
  points: withDefault(
    listOf(readPosition, 'must be a list of places'),
    [],
    [{ capability: 'avoidPoints', words: 'avoid.points' }],
  ),
  countries: withDefault(
    listOf(countryCode, 'must be a list of country codes'),
    [],
    [{ capability: 'avoidCountries', words: 'avoid.countries', column: 'countries', byProfile: true }],
  ),
  borders: optional(oneOf(['all', 'controlled']), [
    { capability: 'avoidBorders', words: 'avoid.borders', byProfile: true },
  ]),
};

/** Nothing is avoided. */
export const nothingAvoided: CheckedAvoid = {
  features: [],
  areas: [],
  points: [],
  countries: [],
  borders: undefined,
};

/** What avoids nothing is as absent: services that avoid nothing take it. */
export const readAvoid: Reader<CheckedAvoid> = (value, path, add) => {
  const avoid: ReadOf<typeof avoidRows> = readFields(avoidRows, value, path, add);
  const { borders, ...lists } = avoid;
  const isEmpty = borders === undefined && Object.values(lists).every((list) => list.length === 0);
  return isEmpty ? nothingAvoided : avoid;
};

const readRings = listOf(readArea, 'must be a list of rings or polygons');

/** Areas as rings, in every form that a caller may give them. */
function readAreas(value: unknown, path: string, add: AddIssue): readonly (readonly Position[])[] {
  return isObject(value) ? readArea(value, path, add) : readRings(value, path, add).flat();
}

function readArea(value: unknown, path: string, add: AddIssue): readonly (readonly Position[])[] {
  if (!isObject(value)) return [readRing(value, path, add)];
  const { type, coordinates } = value;
  if (type !== 'Polygon' && type !== 'MultiPolygon') {
    add(`${path}.type`, 'must be Polygon or MultiPolygon');
    return [];
  }
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  return readPolygons(polygons, `${path}.coordinates`, add).flat();
}

const readPolygons = listOf(readPolygon, 'must be a list of polygons');
const readRingOfPolygon = listOf(readRing, 'must be a list of one ring', 1);

function readPolygon(rings: unknown, path: string, add: AddIssue): readonly (readonly Position[])[] {
  if (Array.isArray(rings) && rings.length > 1) add(path, 'must have no holes');
  return readRingOfPolygon(rings, path, add);
}

const readCorners = listOf(readPosition, 'must be a ring: a list of positions');

function readRing(ring: unknown, path: string, add: AddIssue): readonly Position[] {
  let areValid = Array.isArray(ring);
  const corners = readCorners(ring, path, (...issue) => {
    areValid = false;
    add(...issue);
  });
  if (areValid && closeRing(corners).length < 4) add(path, 'must have at least three corners');
  return corners;
}
