import { type HttpRequest, UnsupportedError } from '@org/core';
import { mergeProviderOptions } from '@org/core/driver';
import type {
  CheckedAvoid,
  DirectionsQuery,
  IsochronesQuery,
  MatrixQuery,
  Profile,
  SnapQuery,
} from '../../driver.ts';
import { scalesOf, writePosition } from './forms.ts';
import { bodyOf } from './paths.ts';
import type {
  FieldPath,
  GenericDirections,
  GenericIsochrones,
  GenericMatrix,
  GenericRequest,
  GenericService,
  GenericSnap,
} from './table.ts';

type Entries = readonly (readonly [path: FieldPath | undefined, value: unknown])[];

interface Query {
  readonly profile: Profile;
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

export function encodeDirections(
  service: GenericService,
  part: GenericDirections,
  query: DirectionsQuery,
): HttpRequest {
  const { fields } = part;
  const { waypoints, preference, alternatives, language, snapRadiusMeters } = query;
  if (snapRadiusMeters !== undefined || waypoints.some((each) => each.snapRadiusMeters !== undefined))
    throw unsupported(service, 'snapRadiusMeters');
  return requestOf(service, part, query, [
    [fields.waypoints, waypoints.map(({ position }) => writePosition(position, service.positions))],
    [fields.profile, service.profiles[query.profile]],
    [fields.preference, service.preferences?.[preference]],
    [fields.avoid, avoidWords(service, fields.avoid, query.avoid)],
    [fields.alternatives, alternatives === 0 ? undefined : alternatives],
    [fields.language, language],
  ]);
}

export function encodeIsochrones(
  service: GenericService,
  part: GenericIsochrones,
  query: IsochronesQuery,
): HttpRequest {
  const { fields } = part;
  const { rangeType, direction } = query;
  if (rangeType === 'distance' && fields.rangeType === undefined)
    throw unsupported(service, 'rangeType "distance"');
  if (direction === 'to' && fields.direction === undefined) throw unsupported(service, 'direction "to"');
  const scale = scalesOf(service)[rangeType === 'time' ? 'duration' : 'distance'];
  return requestOf(service, part, query, [
    [fields.locations, query.locations.map((position) => writePosition(position, service.positions))],
    [fields.ranges, query.ranges.map((range) => range / scale)],
    [fields.profile, service.profiles[query.profile]],
    [fields.rangeType, rangeType],
    [fields.direction, direction],
    [fields.avoid, avoidWords(service, fields.avoid, query.avoid)],
  ]);
}

export function encodeMatrix(service: GenericService, part: GenericMatrix, query: MatrixQuery): HttpRequest {
  const { fields } = part;
  return requestOf(service, part, query, [
    [fields.origins, query.origins.map((position) => writePosition(position, service.positions))],
    [fields.destinations, query.destinations.map((position) => writePosition(position, service.positions))],
    [fields.profile, service.profiles[query.profile]],
    [fields.metrics, query.metrics],
    [fields.avoid, avoidWords(service, fields.avoid, query.avoid)],
  ]);
}

export function encodeSnap(service: GenericService, part: GenericSnap, query: SnapQuery): HttpRequest {
  const { fields } = part;
  return requestOf(service, part, query, [
    [fields.positions, query.positions.map((position) => writePosition(position, service.positions))],
    [fields.radius, query.radiusMeters / scalesOf(service).distance],
    [fields.profile, service.profiles[query.profile]],
  ]);
}

// The capabilities are those of all operations: one of them may have no field for it.
function avoidWords(
  service: GenericService,
  field: FieldPath | undefined,
  { features = [] }: CheckedAvoid = {},
) {
  if (features.length === 0) return undefined;
  if (field === undefined) throw unsupported(service, 'avoid');
  return features.map((feature) => service.avoid?.[feature]);
}

function requestOf(
  { profiles }: GenericService,
  { path, method = 'POST', constants }: GenericRequest<unknown>,
  { profile, providerOptions }: Query,
  entries: Entries,
): HttpRequest {
  const body = mergeProviderOptions(bodyOf(entries, constants), providerOptions);
  const target = { path, params: { profile: profiles[profile] ?? profile } };
  if (method === 'POST') return { method, ...target, json: body };
  const query = Object.entries(body).map(([name, value]) => [name, textOf(value)] as const);
  return { method, ...target, query: Object.fromEntries(query) };
}

// Numbers and flags of a query are texts anyway.
function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(';') : String(value);
}

function unsupported({ name }: GenericService, option: string): UnsupportedError {
  const message = `The table of ${name} has no field for ${option}. Leave it out, or add the field.`;
  return new UnsupportedError({ message, outcome: 'not-sent' });
}
