import { checkEach, checkKeys, checkNumber, checkOneOf, type IssueList, isObject } from './issues.ts';
import { checkPosition, type Position } from './position.ts';

/** Kinds of road and crossing that a route can stay away from. @public */
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
 * What a route must keep away from. What an engine can avoid, and where, is in its driver's capabilities.
 *
 * @public
 */
export interface Avoid<Feature extends AvoidFeature = AvoidFeature> {
  /** Kinds of road. A route that begins or ends on one of them stays on it until it can leave. */
  readonly features?: readonly Feature[] | undefined;
  /** Areas, each one a ring of positions around it; it need not be closed. */
  readonly areas?: readonly (readonly Position[])[] | undefined;
}

/** The size of a vehicle: roads that forbid it are not used. @public */
export interface Vehicle {
  /** With the load on it. */
  readonly heightMeters?: number | undefined;
  /** Without mirrors. */
  readonly widthMeters?: number | undefined;
  /** With a trailer, where there is one. */
  readonly lengthMeters?: number | undefined;
  /** With its load. */
  readonly weightTonnes?: number | undefined;
  /** Of the heaviest axle. */
  readonly axleLoadTonnes?: number | undefined;
  /** Carries hazardous goods. */
  readonly hazardous?: boolean | undefined;
}

/** Names of what a vehicle may be described by. @public */
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

/** The ring with its first position again at its end. */
export function closeRing(ring: readonly Position[]): [number, number][] {
  const open = ring.map(([longitude, latitude]): [number, number] => [longitude, latitude]);
  const first = open[0];
  const last = open.at(-1);
  if (first === undefined || last === undefined) return open;
  return first[0] === last[0] && first[1] === last[1] ? open : [...open, [first[0], first[1]]];
}
