import type { SandboxResponse } from '../../../http/exchange.ts';
import { roundTo } from '../../engine/position.ts';
import { snap } from '../../engine/snap.ts';
import { badFormat } from './errors.ts';
import { type OrsCall, readPositions, refuseUnknown } from './parameters.ts';

const base = 8000;
const maxRadiusMeters = 350;

export interface SnapCall extends OrsCall {
  readonly format: 'json' | 'geojson';
}

/** `POST /v2/snap/{profile}`, as JSON, or as GeoJSON without the places that have no road. */
export async function handleSnap({
  engine,
  costing,
  request,
  body,
  format,
}: SnapCall): Promise<SandboxResponse> {
  refuseUnknown(base, body, ['id', 'locations', 'radius']);
  const positions = readPositions(base, body, 'locations', 1);
  const { radius = maxRadiusMeters } = body;
  if (typeof radius !== 'number') throw badFormat(base, 'radius');
  const points = await snap(engine, costing, positions, request.signal);
  const locations = points.map((point) =>
    point === undefined || point.distanceMeters > radius
      ? null
      : {
          location: point.position,
          ...(point.name !== undefined && { name: point.name }),
          snapped_distance: roundTo(point.distanceMeters, 2),
        },
  );
  const metadata = { attribution: 'OpenStreetMap contributors', service: 'snap', query: { ...body } };
  if (format === 'json') return { status: 200, json: { locations, metadata } };
  const features = locations.flatMap((place, index) => {
    if (place === null) return [];
    const { location: coordinates, ...properties } = place;
    const geometry = { type: 'Point', coordinates };
    return [{ type: 'Feature', properties: { ...properties, source_id: index }, geometry }];
  });
  return { status: 200, json: { type: 'FeatureCollection', features, metadata } };
}
