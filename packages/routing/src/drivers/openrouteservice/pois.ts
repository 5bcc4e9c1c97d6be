import type { HttpRequest } from '@org/core';
import { mergeProviderOptions } from '@org/core/driver';
import { type Poi, type PoisAnswer, type PoisQuery, readWire, withoutElevation } from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import type { Decoded } from './decode.ts';

/** Source: openrouteservice API reference, "POIs"; GIScience/openpoiservice. */
export function encodePois(query: PoisQuery): HttpRequest {
  const { boundingBox, bufferMeters = 0, categories, categoryGroups, limit, sortBy } = query;
  const filters = { category_ids: categories, category_group_ids: categoryGroups };
  const hasFilters = Object.values(filters).some((filter) => filter !== undefined);
  const body = {
    request: 'pois',
    geometry: {
      ...(boundingBox === undefined ? {} : { bbox: corners(boundingBox) }),
      ...(query.around === undefined ? {} : { geojson: convertToGeometry(query.around) }),
      // The service refuses a fraction.
      buffer: Math.round(bufferMeters),
    },
    ...(hasFilters ? { filters } : {}),
    ...(limit === undefined ? {} : { limit }),
    ...(sortBy === undefined ? {} : { sortby: sortBy }),
  };
  const headers = { accept: 'application/json, application/geo+json' };
  return { method: 'POST', path: '', headers, json: mergeProviderOptions(body, query.providerOptions) };
}

function corners([west, south, east, north]: NonNullable<PoisQuery['boundingBox']>) {
  return [
    [west, south],
    [east, north],
  ];
}

function convertToGeometry(around: NonNullable<PoisQuery['around']>) {
  return 'type' in around ? around : { type: 'Point', coordinates: withoutElevation(around) };
}

const category = z.object({ category_name: z.string(), category_group: z.string() });

const poisBody = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.coordinate }),
      properties: z.object({
        osm_id: z.optional(z.number()),
        osm_type: z.optional(z.number()),
        distance: z.optional(z.number()),
        category_ids: z.optional(z.recordOf(category)),
        osm_tags: z.optional(z.recordOf(z.unknown())),
      }),
    }),
  ),
});

type WireFeature = z.infer<typeof poisBody>['features'][number];

export function decodePois(body: unknown): Decoded<PoisAnswer> {
  return { pois: readWire(poisBody, body).features.map(mapPoi), warnings: [] };
}

// Source: GIScience/openpoiservice README.
const osmTypes = ['', 'node', 'way', 'relation'];

function mapPoi({ geometry, properties }: WireFeature): Poi {
  const { osm_id, osm_type = 0, distance, category_ids = {}, osm_tags = {} } = properties;
  const tags = Object.fromEntries(
    Object.entries(osm_tags).map(([name, value]) => [name, String(value)] as const),
  );
  const type = osmTypes[osm_type] || undefined;
  return {
    position: geometry.coordinates,
    ...(tags['name'] === undefined ? {} : { name: tags['name'] }),
    categories: Object.entries(category_ids).map(([id, { category_name: name, category_group: group }]) => ({
      id: Number(id),
      name,
      group,
    })),
    ...(distance === undefined ? {} : { distanceMeters: distance }),
    tags,
    ...(osm_id === undefined || type === undefined ? {} : { osmId: `${type}/${osm_id}` }),
  };
}
