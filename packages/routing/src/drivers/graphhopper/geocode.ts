import type { HttpRequest } from '@org/core';
import { mergeProviderOptions } from '@org/core/driver';
import {
  type BoundingBox,
  distanceBetween,
  type GeocodeAnswer,
  type GeocodedPlace,
  type GeocodeQuery,
  type Position,
  type ReverseGeocodeQuery,
  type RoutingWarning,
  readWire,
  unexpectedResponse,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { textOf } from './encode.ts';
import type { Decoded } from './service/answer.ts';

/** Source: GraphHopper Directions API, "Geocoding Endpoint". */
export function encodeGeocode(query: GeocodeQuery): HttpRequest {
  const { text, focus, boundingBox, limit } = query;
  const request = {
    q: text,
    limit,
    locale: localeOf(query.language),
    point: focus && textOf(focus),
    bbox: boundingBox?.join(','),
  };
  return { method: 'GET', path: '/geocode', query: mergeProviderOptions(request, query.providerOptions) };
}

export function encodeReverseGeocode(query: ReverseGeocodeQuery): HttpRequest {
  const { position, limit, language } = query;
  const request = { reverse: true, point: textOf(position), limit, locale: localeOf(language) };
  return { method: 'GET', path: '/geocode', query: mergeProviderOptions(request, query.providerOptions) };
}

const languages = ['de', 'en', 'fr'];

// "Otherwise leave the locale empty", says the description.
function localeOf(language = ''): string | undefined {
  const [primary = ''] = language.toLowerCase().split(/[-_]/);
  return languages.includes(primary) ? primary : undefined;
}

const text = z.optional(z.nullable(z.union([z.string(), z.number()])));

const hit = z.object({
  point: z.object({ lat: z.number(), lng: z.number() }),
  name: text,
  street: text,
  housenumber: text,
  postcode: text,
  city: text,
  state: text,
  country: text,
  osm_id: text,
  osm_type: text,
  osm_value: text,
  extent: z.optional(z.array(z.number())),
});

const geocodeBody = z.object({ hits: z.array(hit) });

export function decodeGeocode(body: unknown, query: GeocodeQuery): Decoded<GeocodeAnswer> {
  const { hits } = readWire(geocodeBody, body);
  return {
    places: hits.map((wire) => readPlace(wire, query.focus)),
    warnings: languageWarnings(query.language),
  };
}

export function decodeReverseGeocode(body: unknown, query: ReverseGeocodeQuery): Decoded<GeocodeAnswer> {
  const { hits } = readWire(geocodeBody, body);
  const { radiusMeters = Number.POSITIVE_INFINITY } = query;
  const places = hits.map((wire) => readPlace(wire, query.position));
  return {
    // The service has no radius.
    places: places.filter(({ distanceMeters = 0 }) => distanceMeters <= radiusMeters),
    warnings: languageWarnings(query.language),
  };
}

function languageWarnings(language: string | undefined): readonly RoutingWarning[] {
  if (language === undefined || localeOf(language) !== undefined) return [];
  const message = `The places are in the service's own language: it has none in ${language}.`;
  return [{ kind: 'not-honoured', message }];
}

function readPlace(wire: z.infer<typeof hit>, from: Position | undefined): GeocodedPlace {
  const { lat, lng } = wire.point;
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180)
    throw unexpectedResponse('hits.point', 'must be on the globe');
  const given = (value: z.infer<typeof text>) => (value ? String(value) : undefined);
  const [name, street, houseNumber] = [given(wire.name), given(wire.street), given(wire.housenumber)];
  const [postalCode, locality, country] = [given(wire.postcode), given(wire.city), given(wire.country)];
  const address = [street, houseNumber].filter(Boolean).join(' ');
  const town = [postalCode, locality].filter(Boolean).join(' ');
  const parts = [name, address === name ? '' : address, town === name ? '' : town, country];
  return {
    position: [lng, lat],
    label: parts.filter(Boolean).join(', '),
    name,
    kind: given(wire.osm_value),
    street,
    houseNumber,
    postalCode,
    locality,
    region: given(wire.state),
    country,
    boundingBox: readExtent(wire.extent),
    ...(from === undefined ? {} : { distanceMeters: distanceBetween(from, [lng, lat]) }),
    ...(wire.osm_id ? { providerId: `${wire.osm_type ?? ''}${wire.osm_id}` } : {}),
  };
}

// As in GeoJSON of the geocoder Photon: west, north, east, south. Sorted, any order is read.
function readExtent(extent: readonly number[] | undefined): BoundingBox | undefined {
  const [a, b, c, d] = extent ?? [];
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}
