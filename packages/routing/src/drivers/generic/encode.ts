import { type HttpRequest, UnsupportedError } from '@org/core';
import { mergeProviderOptions } from '@org/core/driver';
import { bodyOf, type FieldPath } from '@org/core/tables';
import type { DirectionsQuery, IsochronesQuery, MatrixQuery, Position, SnapQuery } from '../../driver.ts';
import { scalesOf, writePosition } from '../../tables/index.ts';
import type { GenericRequest, GenericService } from './table.ts';

/** What the queries of the four operations have, as far as a table can send it. */
type Query = Pick<DirectionsQuery, 'profile'> &
  Partial<Pick<DirectionsQuery, 'providerOptions'>> &
  Partial<Pick<DirectionsQuery, 'avoid' | 'snapRadiusMeters'>> &
  Partial<Pick<DirectionsQuery, 'waypoints' | 'preference' | 'alternatives' | 'language'>> &
  Partial<Pick<IsochronesQuery, 'locations' | 'ranges' | 'rangeType' | 'direction'>> &
  Partial<Pick<MatrixQuery, 'origins' | 'destinations' | 'metrics'>> &
  Partial<Pick<SnapQuery, 'positions' | 'radiusMeters'>>;

/** The request of an operation, as the table has it. */
export function encodeQuery(
  service: GenericService,
  part: GenericRequest<object>,
  query: Query,
): HttpRequest {
  const { profile, ranges, rangeType, radiusMeters, waypoints, avoid: { features = [] } = {} } = query;
  const { path, method = 'POST', separator = ';', constants } = part;
  const fields = part.fields as Readonly<Record<string, FieldPath | undefined>>;
  const scales = scalesOf(service.units);
  const word = service.profiles[profile] ?? profile;
  const places = (list: readonly Position[] | undefined) =>
    list?.map((at) => writePosition(at, service.positions));
  const lacks = [
    [query, ...(waypoints ?? [])].some((each) => each.snapRadiusMeters !== undefined) && 'snapRadiusMeters',
    // The capabilities are those of all operations: one of them may have no field for it.
    features.length > 0 && fields['avoid'] === undefined && 'avoid',
    rangeType === 'distance' && fields['rangeType'] === undefined && 'rangeType "distance"',
    query.direction === 'to' && fields['direction'] === undefined && 'direction "to"',
  ].find(Boolean);
  if (lacks) throw unsupported(service, lacks);
  const values = {
    waypoints: places(waypoints?.map(({ position }) => position)),
    locations: places(query.locations),
    origins: places(query.origins),
    destinations: places(query.destinations),
    positions: places(query.positions),
    ranges: ranges?.map((range) => range / scales[rangeType === 'distance' ? 'distance' : 'duration']),
    radius: radiusMeters === undefined ? undefined : radiusMeters / scales.distance,
    profile: word,
    preference: query.preference && service.preferences?.[query.preference],
    avoid: features.length === 0 ? undefined : features.map((feature) => service.avoid?.[feature]),
    alternatives: query.alternatives || undefined,
    language: query.language,
    rangeType,
    direction: query.direction,
    metrics: query.metrics,
  };
  const sent = bodyOf(
    Object.entries(values).map(([name, value]) => [fields[name], value]),
    constants,
  );
  const body = mergeProviderOptions(sent, query.providerOptions);
  const target = { path, params: { profile: word } };
  if (method === 'POST') return { method, ...target, json: body };
  const texts = Object.entries(body).map(([name, value]) => [name, textOf(value, separator)] as const);
  return { method, ...target, query: Object.fromEntries(texts) };
}

// Numbers and flags of a query are texts anyway.
const textOf = (value: unknown, separator: string) =>
  Array.isArray(value) ? value.map(String).join(separator) : String(value);

function unsupported({ name }: GenericService, option: string): UnsupportedError {
  const message = `The table of ${name} has no field for ${option}. Leave it out, or add the field.`;
  return new UnsupportedError({ message, outcome: 'not-sent' });
}
