import { type BoundingBox, type Position, readArea, readWire, type StatusAnswer } from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import type { ValhallaRequest } from './locations.ts';
import { attribution, mapWarnings, warningList } from './warnings.ts';

/** A server may not allow `verbose`; then it leaves those fields out. Source: "Status API". */
export function encodeStatus(): ValhallaRequest {
  return { action: 'status', body: { verbose: true } };
}

const statusBody = z.object({
  version: z.string(),
  tileset_last_modified: z.number(),
  has_tiles: z.optional(z.boolean()),
  bbox: z.optional(z.object({ features: z.array(z.object({ geometry: z.unknown() })) })),
  warnings: warningList,
});

/** Edges of an area are straight in degrees, also where the other way around the Earth is shorter. */
function boxOfArea(corners: readonly Position[]): BoundingBox {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude, latitude] of corners) {
    [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
    [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
  }
  return [west, south, east, north];
}

export function decodeStatus(body: unknown): StatusAnswer {
  const { version, tileset_last_modified: seconds, has_tiles, bbox, warnings } = readWire(statusBody, body);
  const corners = (bbox?.features ?? []).flatMap(({ geometry }) => {
    const { type, coordinates } = readArea(geometry, 'bbox.features.geometry');
    return type === 'Polygon' ? coordinates.flat() : coordinates.flat(2);
  });
  return {
    isReady: has_tiles !== false,
    version,
    // 0 is a server whose tiles are in an archive.
    ...(seconds > 0 ? { dataAt: new Date(seconds * 1000) } : {}),
    ...(corners.length === 0 ? {} : { boundingBox: boxOfArea(corners) }),
    warnings: mapWarnings(warnings),
    attribution,
    raw: body,
  };
}
