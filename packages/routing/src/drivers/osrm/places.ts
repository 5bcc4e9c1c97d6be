import { distanceBetween, type Position, requirePlausible, type SnappedPoint } from '../../driver.ts';
import * as z from '../../wire/schema.ts';

/** Source: Project-OSRM/osrm-backend docs/http.md, "Waypoint object". */
export const place = z.object({
  location: z.coordinate,
  distance: z.optional(z.number()),
  name: z.optional(z.string()),
});

export type WirePlace = z.infer<typeof place>;

/** OSRM's responses name no source. Its data is OpenStreetMap's, whose licence requires this line. */
export const attribution: readonly string[] = ['© OpenStreetMap contributors'];

/** The places on the road, each near the place that was sent. @throws ResponseFormatError for swapped axes */
export function mapPlaces(places: readonly WirePlace[], given: readonly Position[]): SnappedPoint[] {
  const points = places.map(({ location }, index) => {
    const sent = given[index];
    return sent === undefined ? {} : { distanceMeters: distanceBetween(sent, location) };
  });
  requirePlausible(points);
  return places.map((each, index) => {
    const { location, distance = points[index]?.distanceMeters, name } = each;
    return {
      position: location,
      ...(distance === undefined ? {} : { distanceMeters: distance }),
      ...(name ? { name } : {}),
    };
  });
}
