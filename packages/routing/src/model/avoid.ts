import { type AddIssue, boolean, fields, listOf, oneOf, optional, positive } from './issues.ts';
import { checkPosition, closeRing, type Position } from './position.ts';

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

export function checkAvoid(value: unknown, path: string, add: AddIssue): void {
  const check = fields({
    features: optional(listOf(oneOf(avoidFeatures), 'must be a list')),
    areas: optional(listOf(checkRing, 'must be a list of rings')),
  });
  check(value, path, add);
}

export function checkVehicle(value: unknown, path: string, add: AddIssue): void {
  const size = Object.fromEntries(dimensions.map((name) => [name, optional(positive)]));
  fields({ ...size, hazardous: optional(boolean) })(value, path, add);
}

function checkRing(ring: unknown, path: string, add: AddIssue): void {
  if (!Array.isArray(ring)) {
    add(path, 'must be a ring: a list of positions');
    return;
  }
  const areValid = [...ring].every((position, at) => checkPosition(position, `${path}[${at}]`, add));
  if (areValid && closeRing(ring).length < 4) add(path, 'must have at least three corners');
}
