import { type Coordinate, readLine, unexpectedResponse } from '../../../driver.ts';
import * as z from '../../../wire/schema.ts';
import type { WireRun } from './attributes.ts';

const run = z.custom<WireRun>(
  (value) => Array.isArray(value) && Number.isSafeInteger(value[0]) && Number.isSafeInteger(value[1]),
  'must be a run of two indexes and a value',
);

const instruction = z.object({
  distance: z.number(),
  time: z.number(),
  sign: z.number(),
  interval: z.array(z.listIndex).check(z.atLeast(2)),
  text: z.optional(z.string()),
  street_name: z.optional(z.string()),
  street_ref: z.optional(z.string()),
  street_destination: z.optional(z.string()),
  street_destination_ref: z.optional(z.string()),
  motorway_junction: z.optional(z.string()),
  exit_number: z.optional(z.number()),
});

/** Source: GraphHopper Directions API, `RouteResponsePath`. */
export const wirePath = z.object({
  distance: z.number(),
  time: z.number(),
  points: z.string(),
  points_encoded_multiplier: z.optional(z.number()),
  instructions: z.optional(z.array(instruction)),
  details: z.optional(z.recordOf(z.array(run))),
  snapped_waypoints: z.optional(z.string()),
  points_order: z.optional(z.array(z.listIndex)),
  ascend: z.optional(z.number()),
  descend: z.optional(z.number()),
});

export type WirePath = z.infer<typeof wirePath>;
export type WireInstruction = z.infer<typeof instruction>;

export const routeBody = z.object({ paths: z.array(wirePath).check(z.atLeast(1)) });

/** The line of a path. The service names the precision; older servers have five digits and do not. */
export function readPoints(
  wire: WirePath,
  field: 'points' | 'snapped_waypoints',
  elevation: boolean,
): Coordinate[] {
  return readLine(wire[field] ?? '', field, { precision: precisionOf(wire), elevation });
}

function precisionOf({ points_encoded_multiplier: multiplier = 1e5 }: WirePath): 5 | 6 {
  if (multiplier === 1e5) return 5;
  if (multiplier === 1e6) return 6;
  throw unexpectedResponse('points_encoded_multiplier', 'must be 100000 or 1000000');
}
