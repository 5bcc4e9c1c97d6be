import { distanceBetween } from '@org/routing/results';
import type { SandboxRequest, SandboxResponse } from '../../../http/exchange.ts';
import type { MapSource } from '../../../map/map-source.ts';
import type { NamedPlace } from '../../../map/named-place.ts';
import { type Position, roundTo } from '../../engine/position.ts';

/** A request of Pelias that is refused. */
class GeocodeProblem extends Error {
  override readonly name = 'GeocodeProblem';
}

interface Hit {
  readonly place: NamedPlace;
  readonly confidence: number;
  readonly distanceMeters?: number;
}

type Search = (query: URLSearchParams, names: readonly NamedPlace[]) => Hit[];

/**
 * Pelias over the names of the map: `search`, `autocomplete`, `reverse` and `search/structured`. Source:
 * Pelias documentation, "Search".
 */
export async function handleGeocode(
  kind: keyof typeof searches,
  request: SandboxRequest,
  map: MapSource,
): Promise<SandboxResponse> {
  const { query } = request;
  const shared = { version: '0.2', attribution: 'OpenStreetMap contributors', timestamp: Date.now() };
  const geocoding = {
    ...shared,
    query: Object.fromEntries(query),
    engine: { name: 'sandbox', version: '1' },
  };
  try {
    const names = (await readMap(map)) ?? [];
    const size = readNumber(query, 'size', 10) ?? 10;
    const hits = searches[kind](query, names).slice(0, Math.min(40, Math.max(1, size)));
    return {
      status: 200,
      json: { geocoding, type: 'FeatureCollection', features: hits.map(renderHit) },
    };
  } catch (error) {
    if (!(error instanceof GeocodeProblem)) throw error;
    return {
      status: 400,
      json: { geocoding: { ...geocoding, errors: [error.message] }, type: 'FeatureCollection', features: [] },
    };
  }
}

async function readMap(map: MapSource): Promise<readonly NamedPlace[] | undefined> {
  try {
    return (await map.read())?.names;
  } catch (error) {
    throw new GeocodeProblem(error instanceof Error ? error.message : String(error));
  }
}

const searches = {
  search: (query, names) => findText(query, names, readText(query), false),
  autocomplete: (query, names) => findText(query, names, readText(query), true),
  structured: (query, names) => {
    const parts = ['address', 'neighbourhood', 'locality'].flatMap((name) => query.get(name) ?? []);
    const [first] = parts;
    if (first === undefined)
      throw new GeocodeProblem('at least one of the parameters of an address is needed');
    // The names of the map belong to no town or street.
    return findText(query, names, first, false);
  },
  reverse: (query, names) => {
    const [longitude, latitude] = [readNumber(query, 'point.lon', 180), readNumber(query, 'point.lat', 90)];
    if (longitude === undefined || latitude === undefined)
      throw new GeocodeProblem('missing param point.lon or point.lat');
    const radius = (readNumber(query, 'boundary.circle.radius', 5000) ?? 1) * 1000;
    return limit(query, names)
      .map((place) => ({ place, distanceMeters: distanceBetween([longitude, latitude], place.position) }))
      .filter(({ distanceMeters }) => distanceMeters <= radius)
      .sort((left, right) => left.distanceMeters - right.distanceMeters)
      .map((hit) => ({ ...hit, confidence: roundTo(Math.max(0.1, 1 - hit.distanceMeters / 1000), 2) }));
  },
} as const satisfies Readonly<Record<string, Search>>;

function readText(query: URLSearchParams): string {
  const text = query.get('text')?.trim();
  if (!text) throw new GeocodeProblem("invalid param 'text': text length, must be >0");
  return text;
}

/** A number within `most`; `undefined` if it is left out. */
function readNumber(query: URLSearchParams, name: string, most: number): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Math.abs(value) <= Math.max(most, name === 'size' ? 1e6 : most)) return value;
  throw new GeocodeProblem(`invalid param '${name}': must be a number`);
}

function findText(
  query: URLSearchParams,
  names: readonly NamedPlace[],
  text: string,
  isPartial: boolean,
): Hit[] {
  const wanted = fold(text);
  const focus = focusOf(query);
  const hits = limit(query, names).flatMap((place): Hit[] => {
    const confidence = confidenceOf(fold(place.name), wanted, isPartial);
    if (confidence === undefined) return [];
    return [{ place, confidence, ...(focus && { distanceMeters: distanceBetween(focus, place.position) }) }];
  });
  return hits.sort(
    (left, right) =>
      right.confidence - left.confidence || (left.distanceMeters ?? 0) - (right.distanceMeters ?? 0),
  );
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

// Each wanted word must be in the name; the last one may be unfinished in suggestions.
function confidenceOf(name: string, wanted: string, isPartial: boolean): number | undefined {
  if (name === wanted) return 1;
  const words = name.split(' ');
  const parts = wanted.split(/[ ,]/).filter((part) => part !== '');
  const isIn = (part: string, index: number) =>
    words.some((word) => word === part || (isPartial && index === parts.length - 1 && word.startsWith(part)));
  if (parts.length === 0 || !parts.every(isIn)) return undefined;
  return name.startsWith(wanted) ? 0.9 : 0.7;
}

function focusOf(query: URLSearchParams): Position | undefined {
  const [longitude, latitude] = [
    readNumber(query, 'focus.point.lon', 180),
    readNumber(query, 'focus.point.lat', 90),
  ];
  return longitude === undefined || latitude === undefined ? undefined : [longitude, latitude];
}

/** The names within the boundary and the layers of a query. */
function limit(query: URLSearchParams, names: readonly NamedPlace[]): readonly NamedPlace[] {
  const [west, south, east, north] = [
    readNumber(query, 'boundary.rect.min_lon', 180) ?? -180,
    readNumber(query, 'boundary.rect.min_lat', 90) ?? -90,
    readNumber(query, 'boundary.rect.max_lon', 180) ?? 180,
    readNumber(query, 'boundary.rect.max_lat', 90) ?? 90,
  ];
  const layers = query.get('layers')?.split(',');
  return names.filter(
    ({ layer, position: [longitude, latitude] }) =>
      longitude >= west &&
      longitude <= east &&
      latitude >= south &&
      latitude <= north &&
      (layers === undefined || layers.includes(layer)),
  );
}

function renderHit({ place, confidence, distanceMeters }: Hit) {
  const { name, layer, position } = place;
  const id = `${layer}/${name}/${position.join(',')}`;
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: position },
    properties: {
      id,
      gid: `openstreetmap:${layer}:${id}`,
      layer,
      source: 'openstreetmap',
      source_id: id,
      name,
      label: name,
      confidence,
      accuracy: 'point',
      ...(layer === 'street' && { street: name }),
      ...(distanceMeters !== undefined && { distance: roundTo(distanceMeters / 1000, 3) }),
    },
  };
}
