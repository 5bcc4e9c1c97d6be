import { encodePolyline, type Position } from '@org/routing';

export const a = [8.681495, 49.41461] as const;
export const b = [8.686507, 49.41943] as const;
export const c = [8.687872, 49.420318] as const;

const info = { copyrights: ['GraphHopper', 'OpenStreetMap contributors'], took: 2 };

/** Recorded from engine 11.0 on Heidelberg: a route of a car over three waypoints, in six decimal digits. */
export const recordedRoute = {
  hints: { 'visited_nodes.sum': 101, 'visited_nodes.average': 50.5 },
  info: { ...info, road_data_timestamp: '2024-09-08T20:21:00Z' },
  paths: [
    {
      distance: 1365.16,
      weight: 294.207649,
      time: 171347,
      transfers: 0,
      legs: [],
      points_encoded: true,
      points_encoded_multiplier: 1000000,
      bbox: [8.681445, 49.41461, 8.690123, 49.420514],
      points: 'c|_g}Am`{pOqfAbByS_Ca_@iIei@mKeFQHcjBb@snBavBjTyHuzAsBsd@{GqoAuKyjBqi@j\\nFv`AtCpl@',
      instructions: [
        step(312.234, 40145, 0, [0, 5], 'Continue onto Wielandtstraße', 'Wielandtstraße'),
        step(253.182, 32554, 2, [5, 7], 'Turn right onto Mönchhofstraße', 'Mönchhofstraße'),
        step(213.232, 27416, -2, [7, 8], 'Turn left onto Keplerstraße', 'Keplerstraße'),
        step(107.51, 13823, 2, [8, 9], 'Turn right onto Moltkestraße', 'Moltkestraße'),
        step(0, 0, 5, [9, 9], 'Waypoint 1', ''),
        step(265.377, 34119, 0, [9, 12], 'Continue onto Moltkestraße', 'Moltkestraße'),
        step(83.003, 6496, -3, [12, 13], 'Turn sharp left', 'Handschuhsheimer Landstraße'),
        step(130.622, 16794, -2, [13, 15], 'Turn left onto Roonstraße', 'Roonstraße'),
        step(0, 0, 4, [15, 15], 'Arrive at destination', ''),
      ],
      details: {
        surface: [
          [0, 6, 'asphalt'],
          [6, 7, 'missing'],
          [7, 8, 'asphalt'],
          [8, 9, 'missing'],
          [9, 12, 'missing'],
          [12, 13, 'asphalt'],
          [13, 15, 'missing'],
        ],
        toll: [
          [0, 9, 'no'],
          [9, 12, 'no'],
          [12, 13, 'hgv'],
          [13, 15, 'no'],
        ],
        max_speed: [
          [0, 12, 30],
          [12, 13, 50],
          [13, 15, 30],
        ],
        road_class: [
          [0, 12, 'residential'],
          [12, 13, 'primary'],
          [13, 15, 'residential'],
        ],
      },
      ascend: 0,
      descend: 0,
      snapped_waypoints: 'c|_g}Am`{pOglHgxHqv@itA',
    },
  ],
};

function step(
  distance: number,
  time: number,
  sign: number,
  interval: readonly [number, number],
  text: string,
  name: string,
) {
  return { distance, time, sign, interval, text, street_name: name };
}

/** A route along straight lines at 10 m/s. */
export function straightRoute(places: readonly Position[], meters: readonly number[], multiplier = 1e6) {
  const points = encodePolyline(places, { precision: multiplier === 1e6 ? 6 : 5 });
  const distance = meters.reduce((sum, each) => sum + each, 0);
  const steps = meters.flatMap((length, index) => [
    step(length, length * 100, 0, [index, index + 1], 'Continue', 'A Street'),
    step(0, 0, index === meters.length - 1 ? 4 : 5, [index + 1, index + 1], 'Arrive', ''),
  ]);
  return {
    info,
    paths: [
      {
        distance,
        time: distance * 100,
        points_encoded: true,
        points_encoded_multiplier: multiplier,
        points,
        instructions: steps,
        details: {},
        snapped_waypoints: points,
      },
    ],
  };
}

export const ring = {
  type: 'Polygon',
  coordinates: [
    [
      [8.68, 49.413],
      [8.683, 49.413],
      [8.683, 49.416],
      [8.68, 49.416],
      [8.68, 49.413],
    ],
  ],
};

export const rings = (count: number) => ({
  polygons: Array.from({ length: count }, (_, bucket) => ({
    type: 'Feature',
    geometry: ring,
    properties: { bucket },
  })),
  info,
});
