import { boolean, fields, optional, positive } from '../check/reader.ts';
import type { VehicleField } from './vehicle.ts';

/* @__NO_SIDE_EFFECTS__ */
function neededAs(item: VehicleField) {
  return [{ capability: 'vehicle', words: `vehicle.${item}`, byProfile: true, item }] as const;
}

/** The rows of the size of a vehicle. */
export const vehicleRows = {
  heightMeters: optional(positive, neededAs('heightMeters')),
  widthMeters: optional(positive, neededAs('widthMeters')),
  lengthMeters: optional(positive, neededAs('lengthMeters')),
  weightTonnes: optional(positive, neededAs('weightTonnes')),
  axleLoadTonnes: optional(positive, neededAs('axleLoadTonnes')),
  hazardous: optional(boolean, neededAs('hazardous')),
};

export const readVehicle = fields(vehicleRows);
