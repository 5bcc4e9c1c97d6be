import { boolean, fields, optional, positive } from '../check/reader.ts';

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

/** A checked {@link Vehicle}: the input of a driver. @public */
export type CheckedVehicle = { readonly [Field in VehicleField]: Vehicle[Field] };

const neededAs = (item: VehicleField) =>
  [{ capability: 'vehicle', words: `vehicle.${item}`, byProfile: true, item }] as const;

/** The rows of the size of a vehicle. */
export const vehicleRows = {
  heightMeters: optional(positive, neededAs('heightMeters')),
  widthMeters: optional(positive, neededAs('widthMeters')),
  lengthMeters: optional(positive, neededAs('lengthMeters')),
  weightTonnes: optional(positive, neededAs('weightTonnes')),
  axleLoadTonnes: optional(positive, neededAs('axleLoadTonnes')),
  hazardous: optional(boolean, neededAs('hazardous')),
};

export const vehicleFields = Object.keys(vehicleRows) as readonly VehicleField[];

export const readVehicle = fields(vehicleRows);
