import { boolean, fields, measure, optional } from '../check/reader.ts';
import type { VehicleField } from './vehicle.ts';

/* @__NO_SIDE_EFFECTS__ */
function neededAs(item: VehicleField) {
  return [{ capability: 'vehicle', words: `vehicle.${item}`, byProfile: true, item }] as const;
}

export const vehicleRows = {
  heightMeters: optional(measure, neededAs('heightMeters')),
  widthMeters: optional(measure, neededAs('widthMeters')),
  lengthMeters: optional(measure, neededAs('lengthMeters')),
  weightTonnes: optional(measure, neededAs('weightTonnes')),
  axleLoadTonnes: optional(measure, neededAs('axleLoadTonnes')),
  hazardous: optional(boolean, neededAs('hazardous')),
};

export const readVehicle = fields(vehicleRows);
