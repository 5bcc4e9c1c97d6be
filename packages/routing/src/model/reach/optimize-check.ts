import {
  type AddIssue,
  anyObject,
  boolean,
  type Check,
  fields,
  listOf,
  optional,
  positive,
  requireValid,
  wholeNumber,
} from '../check/issues.ts';
import { checkPosition } from '../geometry/position.ts';
import { checkProfile } from '../travel/profile.ts';
import type { OptimizeQuery, OptimizeRequest } from './optimize.ts';

const amounts = listOf(wholeNumber, 'must be a list of whole numbers');
const skills = listOf(checkId, 'must be a list of names');
const timeWindows = listOf(checkTimeWindow, 'must be a list of time windows');

const stop = {
  position: checkPosition,
  serviceSeconds: optional(wholeNumber),
  setupSeconds: optional(wholeNumber),
  timeWindows: optional(timeWindows),
};

const job = fields({
  ...stop,
  id: checkId,
  delivery: optional(amounts),
  pickup: optional(amounts),
  skills: optional(skills),
  priority: optional(checkPriority),
});

const shipment = fields({
  id: checkId,
  pickup: fields(stop),
  delivery: fields(stop),
  amount: optional(amounts),
  skills: optional(skills),
  priority: optional(checkPriority),
});

const vehicleFields = fields({
  id: checkId,
  profile: checkProfile,
  start: optional(checkPosition),
  end: optional(checkPosition),
  capacity: optional(amounts),
  skills: optional(skills),
  timeWindow: optional(checkTimeWindow),
  breaks: optional(listOf(fields({ timeWindows, durationSeconds: positive }), 'must be a list of breaks')),
  maxStops: optional(wholeNumber),
  maxTravelSeconds: optional(positive),
  maxDistanceMeters: optional(positive),
});

const vehicle: Check = (value, path, add) => {
  vehicleFields(value, path, add);
  const { start, end } = Object(value);
  if (start === undefined && end === undefined) add(path, 'must have a start, an end or both');
};

const checkFields = fields({
  jobs: optional(listOf(job, 'must be a list of jobs')),
  shipments: optional(listOf(shipment, 'must be a list of shipments')),
  vehicles: listOf(vehicle, 'must be a list of one or more vehicles', 1),
  geometry: optional(boolean),
  providerOptions: optional(anyObject),
});

export function parseOptimizeRequest(request: OptimizeRequest): OptimizeQuery {
  requireValid('optimize', request, (value, path, add) => {
    checkFields(value, path, add);
    const { jobs, shipments, vehicles } = Object(value);
    checkDistinct([jobs, shipments], 'jobs', add);
    checkDistinct([vehicles], 'vehicles', add);
    if (lengthOf(jobs) + lengthOf(shipments) === 0) add('jobs', 'or shipments must not be empty');
  });
  const { jobs = [], shipments = [], geometry = false, ...rest } = request;
  return { ...rest, jobs, shipments, geometry } as OptimizeQuery;
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

// The answer names jobs and vehicles by their ids.
function checkDistinct(lists: readonly unknown[], path: string, add: AddIssue): void {
  const ids = lists.flatMap((list) => (Array.isArray(list) ? list.map((item) => Object(item).id) : []));
  if (new Set(ids).size < ids.length) add(path, 'must have distinct ids');
}

function checkId(value: unknown, path: string, add: AddIssue): void {
  if (typeof value !== 'string' || value === '') add(path, 'must be a text that is not empty');
}

function checkPriority(value: unknown, path: string, add: AddIssue): void {
  if (!Number.isInteger(value) || Number(value) < 0 || Number(value) > 100)
    add(path, 'must be a whole number from 0 to 100');
}

function checkTimeWindow(value: unknown, path: string, add: AddIssue): void {
  const [from, to] = Array.isArray(value) && value.length === 2 ? value : [];
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to < from)
    add(path, 'must be two whole numbers of seconds: [from, to]');
}
