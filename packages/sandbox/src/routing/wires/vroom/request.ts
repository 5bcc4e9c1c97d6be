import { readJsonObject } from '../../../json.ts';
import type { Position } from '../../engine/position.ts';
import type { Stop, Task, TimeWindow } from '../../optimization/problem.ts';
import {
  createAmounts,
  type Fields,
  readDuration,
  readId,
  readLimit,
  readList,
  readObject,
  readPosition,
  readSkills,
  readUnsigned,
  readWindow,
  readWindows,
} from './fields.ts';
import { invalid, notOffered, VroomProblem } from './problem.ts';

/** A stop as the response names it. */
export interface NamedStop {
  readonly type: 'job' | 'pickup' | 'delivery';
  readonly id: number;
  readonly description: string | undefined;
}

export interface NamedTask {
  readonly task: Task;
  readonly names: readonly NamedStop[];
  readonly delivery: readonly number[];
  readonly pickup: readonly number[];
}

// The limits of the hosted service's free plan.
const mostLocations = 50;
const mostVehicles = 3;

export type VroomRequest = ReturnType<typeof readVroomRequest>;

/**
 * Reads jobs, shipments and vehicles. Source: VROOM-Project/vroom docs/API.md and src/utils/input_parser.cpp;
 * the first checks are those of VROOM-Project/vroom-express.
 *
 * @throws {VroomProblem}
 */
export function readVroomRequest(text: string) {
  const body = parse(text);
  const lists = [body['jobs'] ?? [], body['shipments'] ?? [], body['vehicles']];
  const [jobCount, shipmentCount, vehicleCount] = lists.map((list) =>
    Array.isArray(list) ? list.length : 0,
  );
  requireAtMost('locations', (jobCount ?? 0) + 2 * (shipmentCount ?? 0), mostLocations);
  requireAtMost('vehicles', vehicleCount ?? 0, mostVehicles);
  if (body['matrices'] !== undefined) throw notOffered('matrices of the request');
  const options = readObject(body['options'] ?? {}, 'Invalid options.');
  if (options['c'] === true) throw notOffered('plan mode');
  const objects = (name: string, kind: string) =>
    readList(body, name, `Invalid ${name}.`).map((each) => readObject(each, `Invalid ${kind}.`));
  const [jobs, shipments] = [objects('jobs', 'job'), objects('shipments', 'shipment')];
  const vehicles = objects('vehicles', 'vehicle');
  if (vehicles.length === 0) throw invalid('No vehicle defined.');
  if (jobs.length + shipments.length === 0) throw invalid('No task defined.');
  const amountsOf = createAmounts(vehicles, [...jobs, ...shipments]);
  const places = createPlaces();
  const reading = { amountsOf, places };
  const tasks = [
    ...jobs.map((job) => readJob(job, reading)),
    ...shipments.map((shipment) => readShipment(shipment, reading)),
  ];
  refuseDuplicates(tasks);
  return {
    tasks,
    vehicles: vehicles.map((vehicle) => readVehicle(vehicle, reading)),
    places: places.all,
    withGeometry: options['g'] === true,
  };
}

function parse(text: string): Fields {
  const known: Fields = readJsonObject(text) ?? {};
  if (!('vehicles' in known) || !('jobs' in known || 'shipments' in known))
    throw invalid(
      'Invalid JSON object in request, please add vehicles and jobs or shipments to the object body',
    );
  return known;
}

function requireAtMost(what: string, count: number, most: number): void {
  if (count > most)
    throw new VroomProblem(4, `Too many ${what} ( ${count} ) in query, maximum is set to ${most}`);
}

/** Numbers the places; the same place has the same number. */
function createPlaces() {
  const all: Position[] = [];
  const numbers = new Map<string, number>();
  const add = (position: Position): number => {
    const number = numbers.get(String(position)) ?? all.push(position) - 1;
    numbers.set(String(position), number);
    return number;
  };
  return { all, add };
}

interface Reading {
  readonly amountsOf: ReturnType<typeof createAmounts>;
  readonly places: ReturnType<typeof createPlaces>;
}

function readStop(fields: Fields, kind: NamedStop['type'], change: readonly number[], { places }: Reading) {
  const id = readId(fields, kind);
  for (const name of ['location_index', 'setup_per_type', 'service_per_type'])
    if (fields[name] !== undefined) throw notOffered(name);
  const stop: Stop = {
    place: places.add(readPosition(fields['location'], `Invalid location for ${kind} ${id}.`)),
    setup: readDuration(fields, 'setup'),
    service: readDuration(fields, 'service'),
    windows: readWindows(fields, kind),
    change,
  };
  return { stop, name: { type: kind, id, description: textOf(fields['description']) } };
}

function readJob(job: Fields, reading: Reading): NamedTask {
  const [delivery, pickup] = [reading.amountsOf(job, 'delivery'), reading.amountsOf(job, 'pickup')];
  const change = pickup.map((amount, index) => amount - (delivery[index] ?? 0));
  const { stop, name } = readStop(job, 'job', change, reading);
  return { ...sharedOf(job, [stop], delivery), names: [name], delivery, pickup };
}

function readShipment(shipment: Fields, reading: Reading): NamedTask {
  const part = (kind: 'pickup' | 'delivery') => readObject(shipment[kind], `Missing ${kind} for shipment.`);
  const amount = reading.amountsOf(shipment, 'amount');
  const pickup = readStop(part('pickup'), 'pickup', amount, reading);
  const unload = amount.map((each) => -each);
  const delivery = readStop(part('delivery'), 'delivery', unload, reading);
  const initial = amount.map(() => 0);
  return {
    ...sharedOf(shipment, [pickup.stop, delivery.stop], initial),
    names: [pickup.name, delivery.name],
    delivery: amount,
    pickup: amount,
  };
}

function sharedOf(fields: Fields, stops: Task['stops'], initial: readonly number[]): { readonly task: Task } {
  const priority = readUnsigned(fields['priority'] ?? 0, 'Invalid priority value.');
  if (priority > 100) throw invalid('Invalid priority value.');
  return { task: { stops, initial, skills: readSkills(fields), priority } };
}

const always: TimeWindow = [0, Number.MAX_SAFE_INTEGER];

function readVehicle(fields: Fields, { amountsOf, places }: Reading) {
  const id = readId(fields, 'vehicle');
  for (const name of ['breaks', 'steps', 'costs', 'start_index', 'end_index'])
    if (fields[name] !== undefined && !isEmpty(fields[name])) throw notOffered(`${name} of vehicles`);
  if ((fields['speed_factor'] ?? 1) !== 1) throw notOffered('speed_factor of vehicles');
  const place = (name: string) => {
    const value = fields[name];
    return value === undefined ? undefined : places.add(readPosition(value, `Invalid ${name} array.`));
  };
  const [start, end] = [place('start'), place('end')];
  if (start === undefined && end === undefined) throw invalid(`No start or end specified for vehicle ${id}.`);
  return {
    id,
    profile: textOf(fields['profile']) ?? 'car',
    description: textOf(fields['description']),
    /** Without the matrices of its profile. */
    vehicle: {
      ...{ start, end, capacity: amountsOf(fields, 'capacity'), skills: readSkills(fields) },
      window: fields['time_window'] === undefined ? always : readWindow(fields['time_window']),
      maxStops: readLimit(fields, 'max_tasks'),
      maxTravelSeconds: readLimit(fields, 'max_travel_time'),
      maxMeters: readLimit(fields, 'max_distance'),
    },
  };
}

function refuseDuplicates(tasks: readonly NamedTask[]): void {
  const seen = new Set<string>();
  for (const { type, id } of tasks.flatMap(({ names }) => names)) {
    if (seen.has(`${type} ${id}`)) throw invalid(`Duplicate ${type} id: ${id}.`);
    seen.add(`${type} ${id}`);
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
