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

export const vehicleFields: readonly VehicleField[] = [
  'heightMeters',
  'widthMeters',
  'lengthMeters',
  'weightTonnes',
  'axleLoadTonnes',
  'hazardous',
];
