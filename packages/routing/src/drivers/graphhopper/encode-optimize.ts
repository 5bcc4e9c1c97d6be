import type { HttpRequest } from '@org/core';
import { invalidInput, mergeProviderOptions } from '@org/core/driver';
import type {
  OptimizeJob,
  OptimizeQuery,
  OptimizeShipment,
  OptimizeStop,
  OptimizeVehicle,
  Position,
  TimeWindow,
} from '../../driver.ts';
import { nameOfProfile } from './service/profiles.ts';

type Job = OptimizeJob<Position>;
type Vehicle = OptimizeQuery['vehicles'][number];

/** Source: GraphHopper Directions API, "POST route optimization problem (batch mode)". */
export function encodeOptimize(query: OptimizeQuery): HttpRequest {
  const { jobs, shipments, vehicles, geometry } = query;
  const types = vehicleTypes(vehicles);
  const priorityOf = priorities([...jobs, ...shipments]);
  const body = {
    vehicles: vehicles.map((vehicle, index) => convertVehicle(vehicle, types.ids[index] ?? '', index)),
    vehicle_types: types.list,
    ...(jobs.length === 0
      ? {}
      : { services: jobs.map((job, index) => ({ ...convertJob(job, index), ...priorityOf(job) })) }),
    ...(shipments.length === 0
      ? {}
      : {
          shipments: shipments.map((shipment) => ({ ...convertShipment(shipment), ...priorityOf(shipment) })),
        }),
    // Otherwise one place without a road fails the whole problem.
    configuration: { routing: { calc_points: geometry, fail_fast: false } },
  };
  return { method: 'POST', path: '/vrp/optimize', json: mergeProviderOptions(body, query.providerOptions) };
}

/** A type is a profile with a capacity; vehicles refer to types. */
function vehicleTypes(vehicles: readonly Vehicle[]) {
  const list: { type_id: string; profile: string; capacity: readonly number[] | undefined }[] = [];
  const known = new Map<string, string>();
  const ids = vehicles.map(({ profile, capacity }) => {
    const key = JSON.stringify([profile, capacity]);
    const id = known.get(key) ?? `type${known.size}`;
    if (!known.has(key)) list.push({ type_id: id, profile: nameOfProfile(profile), capacity });
    known.set(key, id);
    return id;
  });
  return { list, ids };
}

// A field that is `undefined` is not in the JSON.
function convertVehicle(
  vehicle: OptimizeVehicle<Vehicle['profile'], Position>,
  typeId: string,
  index: number,
) {
  const { start, end, timeWindow, breaks = [] } = vehicle;
  if (start === undefined)
    throw invalidInput(`vehicles[${index}].start`, 'is required: vehicles of GraphHopper start at a place');
  return {
    vehicle_id: vehicle.id,
    type_id: typeId,
    start_address: addressOf(start),
    ...(end === undefined ? { return_to_depot: false } : { end_address: addressOf(end) }),
    ...(timeWindow === undefined ? {} : { earliest_start: timeWindow[0], latest_end: timeWindow[1] }),
    skills: vehicle.skills,
    max_distance: vehicle.maxDistanceMeters && Math.floor(vehicle.maxDistanceMeters),
    max_driving_time: vehicle.maxTravelSeconds && Math.floor(vehicle.maxTravelSeconds),
    max_activities: vehicle.maxStops,
    ...breakOf(breaks, index),
  };
}

function breakOf(breaks: NonNullable<Vehicle['breaks']>, index: number) {
  const [only] = breaks;
  if (only === undefined) return {};
  const [window] = only.timeWindows;
  if (breaks.length > 1 || only.timeWindows.length > 1 || window === undefined)
    throw invalidInput(`vehicles[${index}].breaks`, 'must be one break with one time window for GraphHopper');
  return { break: { earliest: window[0], latest: window[1], duration: Math.round(only.durationSeconds) } };
}

function convertJob(job: Job, index: number) {
  const { delivery, pickup, skills } = job;
  if (delivery !== undefined && pickup !== undefined)
    throw invalidInput(`jobs[${index}].pickup`, 'excludes delivery for GraphHopper: make two jobs of it');
  return {
    id: job.id,
    ...(delivery === undefined ? {} : { type: 'delivery', size: delivery }),
    ...(pickup === undefined ? {} : { type: 'pickup', size: pickup }),
    ...convertStop(job),
    required_skills: skills,
  };
}

function convertShipment({ id, pickup, delivery, amount, skills }: OptimizeShipment<Position>) {
  return {
    id,
    pickup: convertStop(pickup),
    delivery: convertStop(delivery),
    size: amount,
    required_skills: skills,
  };
}

function convertStop({ position, serviceSeconds, setupSeconds, timeWindows }: OptimizeStop<Position>) {
  return {
    address: addressOf(position),
    duration: serviceSeconds,
    preparation_time: setupSeconds,
    time_windows: timeWindows?.map(convertWindow),
  };
}

function convertWindow([earliest, latest]: TimeWindow) {
  return { earliest, latest };
}

// The same place has the same id.
function addressOf([lon, lat]: Position) {
  return { location_id: `${lat},${lon}`, lon, lat };
}

/** 1 is the highest priority of the service and 10 the lowest; of this model 100 and 0. */
function priorities(items: readonly { readonly priority?: number | undefined }[]) {
  const hasSome = items.some(({ priority }) => priority !== undefined);
  return ({ priority = 0 }: { readonly priority?: number | undefined }) =>
    hasSome ? { priority: 10 - Math.round((priority * 9) / 100) } : {};
}
