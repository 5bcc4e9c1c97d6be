import type { Position } from '../../engine/position.ts';
import type { Stop, Task, TimeWindow, Vehicle } from '../../optimization/problem.ts';
import { invalid, notOffered } from './problem.ts';
import { findCosting } from './request.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A place as the response names it. */
export interface Address {
  readonly location_id: string;
  readonly lat: number;
  readonly lon: number;
}

/** A service (one activity) or a shipment. */
export interface VrpTask {
  readonly id: string;
  readonly types: readonly string[];
  readonly addresses: readonly Address[];
  readonly task: Task;
}

export interface VrpVehicle {
  readonly id: string;
  readonly costing: string;
  readonly start: Address;
  readonly end: Address | undefined;
  readonly vehicle: Omit<Vehicle, 'seconds' | 'meters'>;
}

export interface VrpRequest {
  readonly places: readonly Position[];
  readonly tasks: readonly VrpTask[];
  readonly vehicles: readonly VrpVehicle[];
  readonly withPoints: boolean;
  /** A place without a road fails the whole problem; otherwise its tasks are unassigned. */
  readonly isStrict: boolean;
}

const mostActivities = 80;
const mostVehicles = 10;

/** Source: GraphHopper Directions API, "POST route optimization problem". @throws {GraphHopperProblem} */
export function readVrpRequest(body: Fields): VrpRequest {
  for (const name of ['relations', 'cost_matrices'])
    if (listOf(body, name).length > 0) throw notOffered(`${name} in optimization`);
  for (const { type = 'min', value = 'transport_time' } of listOf(body, 'objectives'))
    if (type !== 'min' || value !== 'transport_time') throw notOffered(`objective ${type} ${String(value)}`);
  const types = new Map(listOf(body, 'vehicle_types').map((each) => [each['type_id'], each]));
  const places: Position[] = [];
  const reading = { size: sizeOf(body), placeOf: numberPlaces(places) };
  const vehicles = listOf(body, 'vehicles').map((each) => readVehicle(each, types, reading));
  const services = listOf(body, 'services').map((each) => readService(each, reading));
  const shipments = listOf(body, 'shipments').map((each) => readShipment(each, reading));
  const tasks = [...services, ...shipments];
  if (vehicles.length === 0) throw invalid('No vehicles specified');
  if (tasks.length === 0) throw invalid('No services or shipments specified');
  if (services.length + 2 * shipments.length > mostActivities || vehicles.length > mostVehicles)
    throw invalid(`Too many locations or vehicles: allowed: ${mostActivities} and ${mostVehicles}`);
  const ids = new Set([...tasks.map(({ id }) => `task ${id}`), ...vehicles.map(({ id }) => `vehicle ${id}`)]);
  if (ids.size < tasks.length + vehicles.length)
    throw invalid('Duplicate id in vehicles, services or shipments');
  const routing = objectOf(objectOf(body['configuration'] ?? {})['routing'] ?? {});
  return {
    ...{ places, tasks, vehicles },
    withPoints: routing['calc_points'] === true,
    isStrict: routing['fail_fast'] !== false,
  };
}

interface Reading {
  readonly size: number;
  readonly placeOf: (address: Address) => number;
}

function numberPlaces(places: Position[]) {
  const numbers = new Map<string, number>();
  return ({ lon, lat }: Address): number => {
    const number = numbers.get(`${lon} ${lat}`) ?? places.push([lon, lat]) - 1;
    numbers.set(`${lon} ${lat}`, number);
    return number;
  };
}

function sizeOf(body: Fields): number {
  const lists = [...listOf(body, 'vehicle_types'), ...listOf(body, 'services'), ...listOf(body, 'shipments')];
  const sizes = lists.flatMap(({ capacity, size }) => [capacity, size].filter(Array.isArray));
  return sizes.reduce((most, { length }) => Math.max(most, length), 0);
}

function readVehicle(
  fields: Fields,
  types: ReadonlyMap<unknown, Fields>,
  { size, placeOf }: Reading,
): VrpVehicle {
  const type = types.get(fields['type_id']) ?? {};
  refuse(fields, 'vehicles', ['break', 'move_to_end_address', 'max_jobs', 'min_jobs']);
  refuse(type, 'vehicle types', [
    'cost_per_meter',
    'cost_per_activation',
    'service_time_factor',
    'speed_factor',
  ]);
  const profile = type['profile'] ?? 'car';
  const costing = findCosting(profile);
  if (costing === undefined) throw invalid(`The requested profile '${String(profile)}' does not exist`);
  const start = readAddress(fields['start_address'], 'start_address');
  const returns = fields['return_to_depot'] !== false;
  const own = fields['end_address'] ?? undefined;
  const end = own === undefined ? (returns ? start : undefined) : readAddress(own, 'end_address');
  return {
    ...{ id: readId(fields['vehicle_id'], 'vehicle_id'), costing, start, end },
    vehicle: {
      start: placeOf(start),
      end: end && placeOf(end),
      capacity: readAmounts(type['capacity'], 'capacity', size),
      skills: wordsOf(fields, 'skills'),
      window: [readAmount(fields, 'earliest_start', 0), readAmount(fields, 'latest_end', latest)],
      maxStops: readAmount(fields, 'max_activities', latest),
      maxTravelSeconds: readAmount(fields, 'max_driving_time', latest),
      maxMeters: readAmount(fields, 'max_distance', latest),
    },
  };
}

function readService(fields: Fields, reading: Reading): VrpTask {
  const { type = 'service' } = fields;
  if (type !== 'service' && type !== 'pickup' && type !== 'delivery')
    throw invalid('Unknown type of service');
  const size = readAmounts(fields['size'], 'size', reading.size);
  const none = size.map(() => 0);
  const isDelivery = type === 'delivery';
  const { stop, address } = readStop(fields, isDelivery ? size.map((each) => -each) : size, reading);
  return {
    ...{ id: readId(fields['id'], 'id of a service'), types: [type], addresses: [address] },
    task: { stops: [stop], initial: isDelivery ? size : none, ...needsOf(fields) },
  };
}

function readShipment(fields: Fields, reading: Reading): VrpTask {
  const size = readAmounts(fields['size'], 'size', reading.size);
  const pickup = readStop(objectOf(fields['pickup']), size, reading);
  const unload = size.map((each) => -each);
  const delivery = readStop(objectOf(fields['delivery']), unload, reading);
  return {
    id: readId(fields['id'], 'id of a shipment'),
    types: ['pickupShipment', 'deliverShipment'],
    addresses: [pickup.address, delivery.address],
    task: { stops: [pickup.stop, delivery.stop], initial: size.map(() => 0), ...needsOf(fields) },
  };
}

// 1 is the highest priority, 10 the lowest.
function needsOf(fields: Fields): Pick<Task, 'skills' | 'priority'> {
  refuse(fields, 'services and shipments', [
    'allowed_vehicles',
    'disallowed_vehicles',
    'max_time_in_vehicle',
  ]);
  const priority = readAmount(fields, 'priority', 2);
  if (priority < 1 || priority > 10) throw invalid('priority must be between 1 and 10');
  return { skills: wordsOf(fields, 'required_skills'), priority: 10 - priority };
}

function readStop(fields: Fields, change: readonly number[], { placeOf }: Reading) {
  const address = readAddress(fields['address'], 'address');
  const stop: Stop = {
    ...{ place: placeOf(address), change },
    setup: readAmount(fields, 'preparation_time', 0),
    service: readAmount(fields, 'duration', 0),
    windows: listOf(fields, 'time_windows')
      .map(readWindow)
      .sort(([a], [b]) => a - b),
  };
  return { stop, address };
}

const latest = Number.MAX_SAFE_INTEGER;

function readWindow(fields: Fields): TimeWindow {
  const window = [readAmount(fields, 'earliest', 0), readAmount(fields, 'latest', latest)] as const;
  if (window[0] > window[1]) throw invalid('earliest must not be after latest');
  return window;
}

function readAddress(value: unknown, name: string): Address {
  const { location_id: id, lat, lon } = objectOf(value);
  const isOnGlobe =
    typeof lat === 'number' && typeof lon === 'number' && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  if (!isOnGlobe) throw invalid(`${name} must have lat and lon`);
  return { location_id: typeof id === 'string' ? id : `${lat},${lon}`, lat, lon };
}

function readId(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw invalid(`${name} is missing`);
  return value;
}

function readAmount(fields: Fields, name: string, otherwise: number): number {
  const value = fields[name] ?? otherwise;
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw invalid(`${name} must be a whole number`);
  return Number(value);
}

function readAmounts(value: unknown, name: string, size: number): readonly number[] {
  const list = value ?? [];
  if (!Array.isArray(list)) throw invalid(`${name} must be a list of whole numbers`);
  return Array.from({ length: size }, (_, index) => readAmount(list as unknown as Fields, String(index), 0));
}

function wordsOf(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name] ?? [];
  if (!Array.isArray(value)) throw invalid(`${name} must be a list`);
  return value;
}

function listOf(fields: Fields, name: string): readonly Fields[] {
  return wordsOf(fields, name).map(objectOf);
}

function objectOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('Unable to process JSON');
  return value as Fields;
}

function refuse(fields: Fields, where: string, names: readonly string[]): void {
  for (const name of names)
    if (fields[name] !== undefined && fields[name] !== null) throw notOffered(`${name} of ${where}`);
}
