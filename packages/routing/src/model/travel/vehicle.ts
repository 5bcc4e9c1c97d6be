import { type AddIssue, boolean, fields, optional, positive } from '../check/issues.ts';

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

export function checkVehicle(value: unknown, path: string, add: AddIssue): void {
  const size = Object.fromEntries(dimensions.map((name) => [name, optional(positive)]));
  fields({ ...size, hazardous: optional(boolean) })(value, path, add);
}
