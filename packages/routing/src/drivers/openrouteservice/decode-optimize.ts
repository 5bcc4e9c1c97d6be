import {
  type OptimizeAnswer,
  type OptimizeQuery,
  type PlannedRoute,
  type PlannedStop,
  type RoutingWarning,
  readLine,
  readWire,
  type Unassigned,
  unexpectedResponse,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import type { Decoded } from './decode.ts';

const step = z.object({
  type: z.enum(['start', 'job', 'pickup', 'delivery', 'break', 'end']),
  id: z.optional(z.listIndex),
  location: z.optional(z.coordinate),
  arrival: z.number(),
  setup: z.optional(z.number()),
  service: z.optional(z.number()),
  waiting_time: z.optional(z.number()),
  load: z.optional(z.array(z.number())),
});

/** Source: VROOM-Project/vroom docs/API.md, "Output". */
const optimizeBody = z.object({
  routes: z.array(
    z.object({
      vehicle: z.listIndex,
      steps: z.array(step),
      duration: z.number(),
      distance: z.optional(z.number()),
      setup: z.optional(z.number()),
      service: z.optional(z.number()),
      waiting_time: z.optional(z.number()),
      geometry: z.optional(z.string()),
    }),
  ),
  unassigned: z.array(z.object({ id: z.listIndex })),
});

type WireRoute = z.infer<typeof optimizeBody>['routes'][number];

export function decodeOptimize(body: unknown, query: OptimizeQuery): Decoded<OptimizeAnswer> {
  const { routes, unassigned } = readWire(optimizeBody, body);
  const tasks = [...query.jobs, ...query.shipments].map(({ id }) => id);
  return {
    routes: routes.map((route) => mapRoute(route, query, tasks)),
    unassigned: mapUnassigned(unassigned, tasks),
    warnings: vehicleWarning(query),
  };
}

function mapRoute(wire: WireRoute, query: OptimizeQuery, tasks: readonly string[]): PlannedRoute {
  const { distance, duration, setup = 0, service = 0, waiting_time: waitingSeconds = 0 } = wire;
  const vehicles = query.vehicles.map(({ id }) => id);
  return {
    vehicleId: nameOf(wire.vehicle, vehicles, 'routes.vehicle'),
    stops: wire.steps.map((wireStep) => mapStop(wireStep, tasks)),
    durationSeconds: duration,
    ...(distance === undefined ? {} : { distanceMeters: distance }),
    waitingSeconds,
    serviceSeconds: service + setup,
    ...(query.geometry && wire.geometry !== undefined ? { geometry: mapLine(wire.geometry) } : {}),
  };
}

function mapLine(encoded: string): NonNullable<PlannedRoute['geometry']> {
  return { type: 'LineString', coordinates: readLine(encoded, 'routes.geometry', { precision: 5 }) };
}

function mapStop(wire: z.infer<typeof step>, tasks: readonly string[]): PlannedStop {
  const { type: kind, id, location, arrival, setup = 0, service = 0, waiting_time = 0, load } = wire;
  const isTask = kind === 'job' || kind === 'pickup' || kind === 'delivery';
  return {
    kind,
    ...(isTask ? { id: nameOf(id, tasks, 'routes.steps.id') } : {}),
    ...(location === undefined ? {} : { position: location }),
    arrivalSeconds: arrival,
    waitingSeconds: waiting_time,
    serviceSeconds: service + setup,
    ...(load === undefined ? {} : { load }),
  };
}

// The pickup and the delivery of a shipment are stated each.
function mapUnassigned(wire: readonly { readonly id: number }[], tasks: readonly string[]): Unassigned[] {
  const names = wire.map(({ id }) => nameOf(id, tasks, 'unassigned.id'));
  return [...new Set(names)].map((id) => ({ id }));
}

// The request counted them from 1.
function nameOf(number: number | undefined, names: readonly string[], path: string): string {
  const name = names[(number ?? 0) - 1];
  if (name === undefined) throw unexpectedResponse(path, 'must be one of the request');
  return name;
}

// Buses share the profile of trucks, and the request has no parameter for the kind of vehicle.
function vehicleWarning({ vehicles }: OptimizeQuery): RoutingWarning[] {
  if (vehicles.every(({ profile }) => profile !== 'bus')) return [];
  const message = 'The durations of buses are those of trucks: the service has no durations for buses.';
  return [{ kind: 'not-honoured', message }];
}
