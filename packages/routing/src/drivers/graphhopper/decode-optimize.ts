import {
  asLine,
  joinLines,
  type LineString,
  type OptimizeAnswer,
  type OptimizeQuery,
  type PlannedRoute,
  type PlannedStop,
  readWire,
  type Unassigned,
  unexpectedResponse,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import type { Decoded } from './service/answer.ts';

const activity = z.object({
  type: z.string(),
  id: z.optional(z.nullable(z.string())),
  address: z.optional(z.nullable(z.object({ lat: z.number(), lon: z.number() }))),
  arr_time: z.optional(z.nullable(z.number())),
  end_time: z.optional(z.nullable(z.number())),
  waiting_time: z.optional(z.nullable(z.number())),
  load_before: z.optional(z.nullable(z.array(z.number()))),
  load_after: z.optional(z.nullable(z.array(z.number()))),
});

const route = z.object({
  vehicle_id: z.string(),
  distance: z.optional(z.number()),
  transport_time: z.number(),
  waiting_time: z.optional(z.number()),
  service_duration: z.optional(z.number()),
  preparation_time: z.optional(z.number()),
  activities: z.array(activity),
  points: z.optional(z.nullable(z.array(z.object({ coordinates: z.array(z.coordinate) })))),
});

const ids = z.optional(z.nullable(z.array(z.string())));

/** Source: GraphHopper Directions API, `Solution`. */
export const solution = z.object({
  routes: z.array(route),
  unassigned: z.optional(
    z.nullable(
      z.object({
        services: ids,
        shipments: ids,
        details: z.optional(
          z.nullable(z.array(z.object({ id: z.string(), reason: z.optional(z.nullable(z.string())) }))),
        ),
      }),
    ),
  ),
});

type WireRoute = z.infer<typeof route>;

export function decodeOptimize(body: unknown, query: OptimizeQuery): Decoded<OptimizeAnswer> {
  const wire = readWire(solution, body, 'solution');
  const known = new Set(query.vehicles.map(({ id }) => id));
  if (wire.routes.some(({ vehicle_id }) => !known.has(vehicle_id)))
    throw unexpectedResponse('solution.routes', 'must name a vehicle of the request');
  return {
    routes: wire.routes.map((each) => readRoute(each, query)),
    unassigned: readUnassigned(wire),
    warnings: [],
  };
}

function readRoute(wire: WireRoute, { geometry }: OptimizeQuery): PlannedRoute {
  return {
    vehicleId: wire.vehicle_id,
    stops: wire.activities.map(readStop),
    durationSeconds: wire.transport_time,
    ...(wire.distance === undefined ? {} : { distanceMeters: wire.distance }),
    waitingSeconds: wire.waiting_time ?? 0,
    serviceSeconds: (wire.service_duration ?? 0) + (wire.preparation_time ?? 0),
    ...(geometry ? lineOf(wire) : {}),
  };
}

function lineOf({ points }: WireRoute): { readonly geometry?: LineString } {
  const { coordinates } = joinLines((points ?? []).map((line) => line.coordinates));
  return coordinates.length === 0
    ? {}
    : { geometry: { type: 'LineString', coordinates: asLine(coordinates) } };
}

const kinds: Readonly<Record<string, PlannedStop['kind']>> = {
  start: 'start',
  end: 'end',
  break: 'break',
  service: 'job',
  pickup: 'job',
  delivery: 'job',
  pickupShipment: 'pickup',
  deliverShipment: 'delivery',
};

function readStop(wire: z.infer<typeof activity>): PlannedStop {
  const kind = kinds[wire.type];
  if (kind === undefined) throw unexpectedResponse('solution.routes.activities.type', 'is unknown');
  const waitingSeconds = wire.waiting_time ?? 0;
  // The start has no arrival, and the end no departure.
  const arrivalSeconds = wire.arr_time ?? wire.end_time ?? 0;
  const stayedSeconds = (wire.end_time ?? arrivalSeconds) - arrivalSeconds;
  const load = wire.load_after ?? wire.load_before;
  return {
    kind,
    ...(wire.id && kind !== 'start' && kind !== 'end' && kind !== 'break' ? { id: wire.id } : {}),
    ...(wire.address ? { position: [wire.address.lon, wire.address.lat] } : {}),
    arrivalSeconds,
    waitingSeconds,
    serviceSeconds: Math.max(0, stayedSeconds - waitingSeconds),
    ...(load ? { load } : {}),
  };
}

function readUnassigned({ unassigned }: z.infer<typeof solution>): readonly Unassigned[] {
  const reasons = new Map((unassigned?.details ?? []).map(({ id, reason }) => [id, reason]));
  const all = new Set([...(unassigned?.services ?? []), ...(unassigned?.shipments ?? [])]);
  return [...all].map((id) => {
    const reason = reasons.get(id);
    return reason ? { id, reason } : { id };
  });
}
