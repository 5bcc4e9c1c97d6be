import type { HttpRequest } from '@org/core';
import { mergeProviderOptions } from '@org/core/driver';
import {
  type BoundingBox,
  type GeocodeAnswer,
  type GeocodedPlace,
  type GeocodeQuery,
  type ReverseGeocodeQuery,
  type RoutingWarning,
  readWire,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import type { Decoded } from './decode.ts';

type Query = NonNullable<HttpRequest['query']>;

/** Source: openrouteservice API reference, "Geocode"; Pelias documentation, "Search". */
export function encodeGeocode(query: GeocodeQuery): HttpRequest {
  const { text, address, isPartial = false, countries = [], limit } = query;
  const common = {
    ...focus(query),
    ...rectangle(query.boundingBox),
    ...(countries.length > 0 ? { 'boundary.country': countries.join(',').toUpperCase() } : {}),
  };
  if (isPartial) return get('/autocomplete', query, { text, ...common });
  if (address === undefined) return get('/search', query, { text, ...common, size: limit });
  const { street, postalCode, locality, county, region, country } = address;
  const parts = { address: street, postalcode: postalCode, locality, county, region, country };
  return get('/search/structured', query, { ...parts, ...common, size: limit });
}

/** Source: openrouteservice API reference, "Reverse Geocode". */
export function encodeReverseGeocode(query: ReverseGeocodeQuery): HttpRequest {
  const [longitude, latitude] = query.position;
  const { radiusMeters } = query;
  return get('/reverse', query, {
    'point.lon': longitude,
    'point.lat': latitude,
    'boundary.circle.radius': radiusMeters === undefined ? undefined : radiusMeters / 1000,
    size: query.limit,
  });
}

function get(
  path: string,
  { language, providerOptions }: GeocodeQuery | ReverseGeocodeQuery,
  query: Query,
): HttpRequest {
  return {
    method: 'GET',
    path,
    query: mergeProviderOptions(query, providerOptions),
    headers: {
      accept: 'application/json',
      ...(language === undefined ? {} : { 'accept-language': language }),
    },
  };
}

function focus({ focus: near }: GeocodeQuery): Query {
  return near === undefined ? {} : { 'focus.point.lon': near[0], 'focus.point.lat': near[1] };
}

function rectangle(box: BoundingBox | undefined): Query {
  if (box === undefined) return {};
  const [west, south, east, north] = box;
  return {
    'boundary.rect.min_lon': west,
    'boundary.rect.min_lat': south,
    'boundary.rect.max_lon': east,
    'boundary.rect.max_lat': north,
  };
}

const text = z.optional(z.string());

/** Source: Pelias documentation, "Search", responses. */
const geocodeBody = z.object({
  geocoding: z.optional(z.object({ warnings: z.optional(z.array(z.string())) })),
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.coordinate }),
      bbox: z.optional(z.array(z.number())),
      properties: z.object({
        gid: text,
        layer: text,
        name: text,
        label: text,
        street: text,
        housenumber: text,
        postalcode: text,
        locality: text,
        localadmin: text,
        region: text,
        country: text,
        country_code: text,
        country_a: text,
        confidence: z.optional(z.number()),
        distance: z.optional(z.number()),
      }),
    }),
  ),
});

type WireFeature = z.infer<typeof geocodeBody>['features'][number];

export function decodeGeocode(
  body: unknown,
  { limit }: GeocodeQuery | ReverseGeocodeQuery,
): Decoded<GeocodeAnswer> {
  const { geocoding, features } = readWire(geocodeBody, body);
  const warnings = (geocoding?.warnings ?? []).map(
    (message): RoutingWarning => ({ kind: 'notice', message }),
  );
  // The service has no separate limit for suggestions.
  return { places: features.slice(0, limit).map(mapPlace), warnings };
}

function mapPlace({ geometry, bbox, properties }: WireFeature): GeocodedPlace {
  const { name, label = name ?? '', distance, localadmin } = properties;
  const place = {
    position: geometry.coordinates,
    label,
    name,
    kind: properties.layer,
    street: properties.street,
    houseNumber: properties.housenumber,
    postalCode: properties.postalcode,
    locality: properties.locality ?? localadmin,
    region: properties.region,
    country: properties.country,
    countryCode: properties.country_code ?? properties.country_a,
    confidence: properties.confidence,
    // The service sends kilometres.
    distanceMeters: distance === undefined ? undefined : Math.round(distance * 1e6) / 1000,
    boundingBox: bbox?.length === 4 ? (bbox as BoundingBox) : undefined,
    providerId: properties.gid,
  };
  const stated = Object.entries(place).filter(([, value]) => value !== undefined);
  return Object.fromEntries(stated) as unknown as GeocodedPlace;
}
