import type { HttpRequest } from '@org/core';
import { mergeProviderOptions } from '@org/core/driver';
import {
  type OptimizeJob,
  type OptimizeQuery,
  type OptimizeShipment,
  type OptimizeStop,
  type OptimizeVehicle,
  type Position,
  withoutElevation,
} from '../../driver.ts';
import { convertToProfile } from './encode.ts';

/**
 * Source: VROOM-Project/vroom docs/API.md. VROOM names everything by whole numbers: jobs, then shipments, and
 * vehicles are counted from 1; each skill has a number.
 */
export function encodeOptimize(query: OptimizeQuery): HttpRequest {
  const { jobs, shipments, vehicles, geometry } = query;
  const skills = skillNumbers(query);
  const body = {
    ...(jobs.length > 0 ? { jobs: jobs.map((job, index) => convertToJob(job, index + 1, skills)) } : {}),
    ...(shipments.length > 0
      ? {
          shipments: shipments.map((shipment, index) =>
            convertToShipment(shipment, jobs.length + index + 1, skills),
          ),
        }
      : {}),
    vehicles: vehicles.map((vehicle, index) => convertToVehicle(vehicle, index + 1, skills)),
    ...(geometry ? { options: { g: true } } : {}),
  };
  return {
    method: 'POST',
    path: '',
    headers: { accept: 'application/json' },
    json: mergeProviderOptions(body, query.providerOptions),
  };
}

type Skills = (names: readonly string[] | undefined) => readonly number[] | undefined;

function skillNumbers({ jobs, shipments, vehicles }: OptimizeQuery): Skills {
  const all = [...jobs, ...shipments, ...vehicles].flatMap((each) => each.skills ?? []);
  const numbers = new Map([...new Set(all)].map((name, index) => [name, index + 1] as const));
  return (names) => names?.map((name) => numbers.get(name) ?? 0);
}

// A field that is `undefined` is not in the JSON.
function convertToStop({ position, serviceSeconds, setupSeconds, timeWindows }: OptimizeStop<Position>) {
  return {
    location: withoutElevation(position),
    service: serviceSeconds,
    setup: setupSeconds,
    time_windows: timeWindows,
  };
}

function convertToJob(job: OptimizeJob<Position>, id: number, skills: Skills) {
  const { delivery, pickup, priority } = job;
  return { id, ...convertToStop(job), delivery, pickup, skills: skills(job.skills), priority };
}

function convertToShipment(shipment: OptimizeShipment<Position>, id: number, skills: Skills) {
  return {
    pickup: { id, ...convertToStop(shipment.pickup) },
    delivery: { id, ...convertToStop(shipment.delivery) },
    amount: shipment.amount,
    skills: skills(shipment.skills),
    priority: shipment.priority,
  };
}

function convertToVehicle(vehicle: OptimizeQuery['vehicles'][number], id: number, skills: Skills) {
  const { profile, start, end, capacity, timeWindow, maxStops } = vehicle;
  return {
    id,
    profile: convertToProfile(profile),
    start: start && withoutElevation(start),
    end: end && withoutElevation(end),
    capacity,
    skills: skills(vehicle.skills),
    time_window: timeWindow,
    breaks: convertToBreaks(vehicle),
    max_tasks: maxStops,
    max_travel_time: rounded(vehicle.maxTravelSeconds),
    max_distance: rounded(vehicle.maxDistanceMeters),
  };
}

function convertToBreaks({ breaks }: Pick<OptimizeVehicle, 'breaks'>) {
  return breaks?.map(({ timeWindows, durationSeconds }, index) => ({
    id: index + 1,
    time_windows: timeWindows,
    service: Math.round(durationSeconds),
  }));
}

// VROOM takes whole numbers only.
function rounded(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value);
}
