import {
  type AddIssue,
  boolean,
  door,
  fields,
  listOf,
  measure,
  optional,
  type RowsOf,
  readerOf,
  readFields,
  readProviderOptions,
  required,
  wholeNumber,
  withDefault,
} from '../check/reader.ts';
import { readPosition } from '../geometry/position.ts';
import { readProfile } from '../travel/profile.ts';
import type {
  OptimizeBreak,
  OptimizeJob,
  OptimizeRequest,
  OptimizeShipment,
  OptimizeStop,
  OptimizeVehicle,
  TimeWindow,
} from './optimize.ts';

const id = readerOf<string>(
  (value) => typeof value === 'string' && value !== '',
  'must be a text that is not empty',
);
const priority = readerOf<number>(
  (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100,
  'must be a whole number from 0 to 100',
);
const amounts = listOf(wholeNumber, 'must be a list of whole numbers');
const skills = listOf(id, 'must be a list of names');
const timeWindows = listOf(readTimeWindow, 'must be a list of time windows');

const stop = {
  position: required(readPosition),
  serviceSeconds: optional(wholeNumber),
  setupSeconds: optional(wholeNumber),
  timeWindows: optional(timeWindows),
} satisfies RowsOf<OptimizeStop>;

const job = {
  ...stop,
  id: required(id),
  delivery: optional(amounts),
  pickup: optional(amounts),
  skills: optional(skills),
  priority: optional(priority),
} satisfies RowsOf<OptimizeJob>;

const shipment = {
  id: required(id),
  pickup: required(fields(stop)),
  delivery: required(fields(stop)),
  amount: optional(amounts),
  skills: optional(skills),
  priority: optional(priority),
} satisfies RowsOf<OptimizeShipment>;

const pause = {
  timeWindows: required(timeWindows),
  durationSeconds: required(measure),
} satisfies RowsOf<OptimizeBreak>;

const vehicle = {
  id: required(id),
  profile: required(readProfile),
  start: optional(readPosition),
  end: optional(readPosition),
  capacity: optional(amounts),
  skills: optional(skills),
  timeWindow: optional(readTimeWindow),
  breaks: optional(listOf(fields(pause), 'must be a list of breaks')),
  maxStops: optional(wholeNumber),
  maxTravelSeconds: optional(measure),
  maxDistanceMeters: optional(measure),
} satisfies RowsOf<OptimizeVehicle>;

function readVehicle(value: unknown, path: string, add: AddIssue) {
  const read = readFields(vehicle, value, path, add);
  if (read.start === undefined && read.end === undefined) add(path, 'must have a start, an end or both');
  return read;
}

/** The door of a request for a plan. */
export const optimizeDoor = door(
  'optimize',
  {
    jobs: withDefault(listOf(fields(job), 'must be a list of jobs'), []),
    shipments: withDefault(listOf(fields(shipment), 'must be a list of shipments'), []),
    vehicles: required(listOf(readVehicle, 'must be a list of one or more vehicles', 1), [], vehicle),
    geometry: withDefault(boolean, false),
    providerOptions: optional(readProviderOptions),
  } satisfies RowsOf<OptimizeRequest>,
  ({ jobs, shipments, vehicles }, add) => {
    requireDistinct([...jobs, ...shipments], 'jobs', add);
    requireDistinct(vehicles, 'vehicles', add);
    if (jobs.length + shipments.length === 0) add('jobs', 'or shipments must not be empty');
  },
);

// The answer names jobs and vehicles by their ids.
function requireDistinct(items: readonly { readonly id: string }[], path: string, add: AddIssue): void {
  const ids = new Set(items.map((item) => item.id));
  if (ids.size < items.length) add(path, 'must have distinct ids');
}

function readTimeWindow(value: unknown, path: string, add: AddIssue): TimeWindow {
  const [from, to] = Array.isArray(value) && value.length === 2 ? value : [];
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to < from)
    add(path, 'must be two whole numbers of seconds: [from, to]');
  return [from, to];
}
