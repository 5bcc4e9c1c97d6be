import type { Route } from '../src/index.ts';

/** A route of two legs with steps, elevations and an attribute. */
export const sampleRoute: Route = {
  distanceMeters: 1500,
  durationSeconds: 150,
  boundingBox: [8.68, 49.41, 8.69, 49.42],
  geometry: {
    type: 'LineString',
    coordinates: [
      [8.68, 49.41, 110.5],
      [8.683, 49.4101, 111],
      [8.686, 49.41, 112],
      [8.69, 49.41, 113],
      [8.69, 49.42, 114],
    ],
  },
  legs: [
    {
      distanceMeters: 700,
      durationSeconds: 70,
      geometryRange: [0, 3],
      steps: [
        {
          maneuver: { kind: 'depart', providerType: 11 },
          instruction: 'Head <east> & "on"',
          distanceMeters: 700,
          durationSeconds: 70,
          geometryRange: [0, 3],
        },
      ],
    },
    {
      distanceMeters: 800,
      durationSeconds: 80,
      geometryRange: [3, 4],
      steps: [
        {
          maneuver: { kind: 'turn', direction: 'left', providerType: 0 },
          name: 'Main Street',
          distanceMeters: 800,
          durationSeconds: 80,
          geometryRange: [3, 4],
        },
        {
          maneuver: { kind: 'arrive', providerType: 10 },
          distanceMeters: 0,
          durationSeconds: 0,
          geometryRange: [4, 4],
        },
      ],
    },
  ],
  attributes: {
    surface: [
      { geometryRange: [0, 2], value: 'asphalt' },
      { geometryRange: [2, 4], value: null },
    ],
  },
};
