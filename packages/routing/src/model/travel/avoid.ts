import { type AddIssue, fields, isObject, listOf, oneOf, optional } from '../check/issues.ts';
import {
  checkPosition,
  closeRing,
  type MultiPolygon,
  type Polygon,
  type Position,
  type PositionLike,
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

/** A checked {@link Avoid}: the input of a driver. @public */
export interface CheckedAvoid {
  /** Kinds of road. */
  readonly features?: readonly AvoidFeature[] | undefined;
  /** Areas, each as a ring of positions, closed or not. */
  readonly areas?: readonly (readonly Position[])[] | undefined;
  /** Places. */
  readonly points?: readonly Position[] | undefined;
  /** Two letters each, as in ISO 3166. */
  readonly countries?: readonly string[] | undefined;
  /** All, or only those with controls. */
  readonly borders?: 'all' | 'controlled' | undefined;
}

const checkFields = fields({
  features: optional(listOf(oneOf(avoidFeatures), 'must be a list')),
  areas: optional(checkAreas),
  points: optional(listOf(checkPosition, 'must be a list of places')),
  countries: optional(listOf(checkCountry, 'must be a list of country codes')),
  borders: optional(oneOf(['all', 'controlled'])),
});

export function checkAvoid(value: unknown, path: string, add: AddIssue): void {
  checkFields(value, path, add);
}

/** Areas as rings, in every form that a caller may give them. */
export function normalizeAvoid(avoid: { readonly areas?: AvoidAreas | undefined }): CheckedAvoid {
  if (avoid.areas === undefined) return avoid as CheckedAvoid;
  return { ...avoid, areas: ringsOf(avoid.areas) } as CheckedAvoid;
}

function ringsOf(areas: AvoidAreas): (readonly PositionLike[])[] {
  const list = Array.isArray(areas) ? areas : [areas];
  return list.flatMap((area) => {
    if (Array.isArray(area)) return [area];
    return area.type === 'Polygon'
      ? area.coordinates.slice(0, 1)
      : area.coordinates.flatMap((rings: readonly (readonly PositionLike[])[]) => rings.slice(0, 1));
  });
}

function checkAreas(value: unknown, path: string, add: AddIssue): void {
  if (isObject(value)) checkArea(value, path, add);
  else listOf(checkArea, 'must be a list of rings or polygons')(value, path, add);
}

function checkArea(value: unknown, path: string, add: AddIssue): void {
  if (!isObject(value)) {
    checkRing(value, path, add);
    return;
  }
  const { type, coordinates } = value;
  if (type !== 'Polygon' && type !== 'MultiPolygon') {
    add(`${path}.type`, 'must be Polygon or MultiPolygon');
    return;
  }
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  listOf(checkPolygon, 'must be a list of polygons')(polygons, `${path}.coordinates`, add);
}

function checkPolygon(rings: unknown, path: string, add: AddIssue): void {
  if (Array.isArray(rings) && rings.length > 1) add(path, 'must have no holes');
  listOf(checkRing, 'must be a list of one ring', 1)(rings, path, add);
}

function checkCountry(value: unknown, path: string, add: AddIssue): void {
  if (typeof value !== 'string' || !/^[a-z]{2}$/i.test(value))
    add(path, 'must be two letters, as in ISO 3166');
}

function checkRing(ring: unknown, path: string, add: AddIssue): void {
  if (!Array.isArray(ring)) {
    add(path, 'must be a ring: a list of positions');
    return;
  }
  const areValid = [...ring].every((position, at) => checkPosition(position, `${path}[${at}]`, add));
  if (areValid && closeRing(ring).length < 4) add(path, 'must have at least three corners');
}
