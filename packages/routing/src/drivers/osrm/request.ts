import { type HttpRequest, pathSegment, UnsupportedError } from '@org/core';
import { mergeProviderOptions } from '@org/core/driver';
import { LimitExceededError, type Position, type Profile } from '../../driver.ts';
import type { OsrmCaps, OsrmService } from './capabilities.ts';
import type { OsrmDialect } from './dialect.ts';
import type { DataSet } from './service/data-sets.ts';

/** The settings of one server that its requests depend on: its data, and options of the driver. */
export interface OsrmSettings {
  readonly sets: readonly DataSet[];
  readonly caps: OsrmCaps;
  readonly dialect: OsrmDialect;
  readonly paths?: Readonly<Partial<Record<OsrmService, string>>> | undefined;
  readonly instructions?: boolean | 'osrm-text-instructions' | undefined;
  readonly post?: boolean | undefined;
  readonly maxUrlLength?: number | undefined;
}

const osrmPaths: NonNullable<OsrmSettings['paths']> = {
  route: '/route/v1',
  table: '/table/v1',
  nearest: '/nearest/v1',
  match: '/match/v1',
  trip: '/trip/v1',
};

type Value = string | number | boolean | undefined;

/** The options of a request, with lists as lists. An item is `null` for the engine's default. */
export type OsrmParameters = Readonly<Record<string, Value | readonly (Value | null | readonly number[])[]>>;

interface Query {
  readonly profile: Profile;
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

// Since 26.1; `trip` does not take it.
const postServices: readonly OsrmService[] = ['route', 'table', 'match'];

/** The lists that `providerOptions` may add to. */
const joinedLists = ['exclude', 'annotations'];

/**
 * Source: Project-OSRM/osrm-backend docs/http.md, "Requests" and "POST requests".
 *
 * @throws LimitExceededError for a URL that is longer than `maxUrlLength`
 */
export function createRequest(
  settings: OsrmSettings,
  service: OsrmService,
  query: Query,
  places: readonly Position[],
  own: OsrmParameters,
): HttpRequest {
  // Hints would be most of a response. Hosts in the style of Mapbox refuse options that they do not know.
  const parameters = settings.paths === undefined ? { generate_hints: false, ...own } : own;
  const { path, pathTemplate } = pathOf(settings, service, query.profile);
  const coordinates = places.map(([longitude, latitude]) => [rounded(longitude), rounded(latitude)]);
  if (settings.post && postServices.includes(service)) {
    const json = mergeProviderOptions({ coordinates, ...parameters }, query.providerOptions, joinedLists);
    return { method: 'POST', path, pathTemplate, json };
  }
  const merged = queryOf(
    mergeProviderOptions(parameters, query.providerOptions, joinedLists) as OsrmParameters,
  );
  const request = { path: `${path}/${coordinates.join(';')}`, query: merged };
  requireLength(request, settings.maxUrlLength ?? 8_000);
  return { method: 'GET', pathTemplate: `${pathTemplate}/{coordinates}`, ...request };
}

function pathOf({ sets, paths = osrmPaths }: OsrmSettings, service: OsrmService, profile: Profile) {
  const set = sets.find((each) => each.profile === profile);
  const base = paths[service];
  if (set === undefined || base === undefined) {
    const message = `This server has no service for "${service}" (paths), or no profile "${profile}".`;
    throw new UnsupportedError({ message, outcome: 'not-sent' });
  }
  const label = set.label.split('/').map(pathSegment).join('/');
  return { path: `${set.prefix}${base}/${label}`, pathTemplate: `${set.prefix}${base}/{profile}` };
}

// The engine's own precision; a longer number only makes the URL longer.
function rounded(degrees: number): number {
  return Number(degrees.toFixed(6));
}

function queryOf(parameters: OsrmParameters): Record<string, string | number | boolean> {
  const entries = Object.entries(parameters).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    return [[name, isList(value) ? joined(name, value) : value] as const];
  });
  return Object.fromEntries(entries);
}

function isList<Item>(value: Value | readonly Item[]): value is readonly Item[] {
  return Array.isArray(value);
}

// `exclude` and `annotations` are lists of words; all others have an item for each place, or indexes.
function joined(name: string, list: readonly (Value | null | readonly number[])[]): string {
  const separator = name === 'exclude' || name === 'annotations' ? ',' : ';';
  return list.map((item) => (item === null ? '' : String(item))).join(separator);
}

function requireLength(
  { path, query }: { readonly path: string; readonly query: HttpRequest['query'] },
  most: number,
): void {
  const pairs = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]);
  const length = path.length + 1 + new URLSearchParams(pairs).toString().length;
  if (length <= most) return;
  const message =
    `The URL of this request has ${length} characters, and proxies refuse more than ${most} ` +
    '(maxUrlLength). Send fewer places, or set post: true for a server from 26.1 on.';
  throw new LimitExceededError({ message, outcome: 'not-sent' });
}
