import { checkEach, checkKeys, checkNumber, checkOneOf, type IssueList, isObject } from './issues.ts';
import { checkPosition, isSamePlace, type Position, withoutElevation } from './position.ts';

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

/**
 * What a route must avoid. A driver's capabilities list what its engine can avoid, by profile.
 *
 * @public
 */
export interface Avoid<Feature extends AvoidFeature = AvoidFeature> {
  /** Kinds of road. A route that starts or ends on such a road follows it to the next junction. */
  readonly features?: readonly Feature[] | undefined;
  /** Areas, each as a ring of positions, closed or not. */
  readonly areas?: readonly (readonly Position[])[] | undefined;
}

/** The size of a vehicle. A route uses no road that forbids it. @public */
export interface Vehicle {
  /** Including the load. */
  readonly heightMeters?: number | undefined;
  /** Excluding the mirrors. */
  readonly widthMeters?: number | undefined;
  /** Including a trailer. */
  readonly lengthMeters?: number | undefined;
  /** Including the load. */
  readonly weightTonnes?: number | undefined;
  /** Of the heaviest axle. */
  readonly axleLoadTonnes?: number | undefined;
  /** Whether it carries hazardous goods. */
  readonly hazardous?: boolean | undefined;
}

/** The fields of a {@link Vehicle}. @public */
export type VehicleField = keyof Vehicle;

const dimensions = ['heightMeters', 'widthMeters', 'lengthMeters', 'weightTonnes', 'axleLoadTonnes'] as const;

export const vehicleFields: readonly VehicleField[] = [...dimensions, 'hazardous'];

export function checkAvoid(value: unknown, issues: IssueList): void {
  if (value === undefined) return;
  if (!isObject(value)) {
    issues.add('avoid', 'must be an object');
    return;
  }
  checkKeys(value, ['features', 'areas'], 'avoid', issues);
  checkFeatures(value['features'], issues);
  checkAreas(value['areas'], issues);
}

export function checkVehicle(value: unknown, issues: IssueList): void {
  if (value === undefined) return;
  if (!isObject(value)) {
    issues.add('vehicle', 'must be an object');
    return;
  }
  checkKeys(value, vehicleFields, 'vehicle', issues);
  for (const name of dimensions) {
    checkNumber(value[name], `vehicle.${name}`, { min: 0, exclusive: true }, issues);
  }
  if (value['hazardous'] !== undefined && typeof value['hazardous'] !== 'boolean') {
    issues.add('vehicle.hazardous', 'must be true or false');
  }
}

function checkFeatures(value: unknown, issues: IssueList): void {
  if (value === undefined) return;
  if (!Array.isArray(value)) {
    issues.add('avoid.features', 'must be a list');
    return;
  }
  checkEach(value, 'avoid.features', (feature, path) => {
    checkOneOf(feature ?? null, path, avoidFeatures, issues);
  });
}

function checkAreas(value: unknown, issues: IssueList): void {
  if (value === undefined) return;
  if (!Array.isArray(value)) {
    issues.add('avoid.areas', 'must be a list of rings');
    return;
  }
  checkEach(value, 'avoid.areas', (ring, path) => {
    if (!Array.isArray(ring)) {
      issues.add(path, 'must be a ring: a list of positions');
      return;
    }
    const positions = [...ring];
    const areGood = positions.every((position, at) => checkPosition(position, `${path}[${at}]`, issues));
    if (areGood && closeRing(ring).length < 4) issues.add(path, 'must have at least three corners');
  });
}

/** The ring with its first position repeated at its end, as GeoJSON requires. @public */
export function closeRing(ring: readonly Position[]): [number, number][] {
  const positions = ring.map(withoutElevation);
  const [first] = positions;
  const last = positions.at(-1);
  if (first === undefined || last === undefined || isSamePlace(first, last)) return positions;
  return [...positions, [...first]];
}
