import { ConfigurationError } from '@org/core';
import { describe, expect, it } from 'vitest';
import { createBuildConfig, createEngineConfig, resolveEngineLimits } from './engine-config.ts';

const tilesDirectory = '/tiles';

// A missing key shows on the first query only, and a missing `centroid` ends the process: so each one is
// listed.
const neededLimits = [
  ...[
    'auto',
    'bus',
    'taxi',
    'truck',
    'bicycle',
    'bikeshare',
    'motor_scooter',
    'motorcycle',
    'transit',
    'multimodal',
  ],
  ...['pedestrian', 'isochrone', 'centroid', 'trace', 'skadi', 'status', 'max_exclude_locations'],
  ...[
    'max_exclude_polygons_length',
    'max_reachability',
    'max_radius',
    'max_alternates',
    'allow_hard_exclusions',
  ],
];

describe('createEngineConfig', () => {
  it.each([undefined, {}, { maxWaypoints: 3 }, { maxWaypoints: undefined }])(
    'is complete with limits %o',
    (limits) => {
      const config = createEngineConfig({ tilesDirectory, limits: limits as object });
      expect(Object.keys(config.service_limits).sort()).toEqual([...neededLimits].sort());
      expect(config).toMatchObject({
        mjolnir: { tile_dir: tilesDirectory },
        meili: {},
        thor: { costmatrix: { allow_second_pass: true } },
        loki: { service_defaults: { minimum_reachability: 50, search_cutoff: 350 } },
      });
      expect(JSON.stringify(config)).not.toContain('null');
    },
  );

  it('converts our units to those of the engine', () => {
    const limits = { maxIsochroneSeconds: 600, maxIsochroneMeters: 5000, maxMatrixCells: 9, maxWaypoints: 4 };
    const { service_limits } = createEngineConfig({ tilesDirectory, limits });
    expect(service_limits.isochrone).toMatchObject({ max_time_contour: 10, max_distance_contour: 5 });
    expect(service_limits.pedestrian).toMatchObject({ max_matrix_location_pairs: 9, max_locations: 4 });
  });

  it('has the folder of elevations only if there is one', () => {
    expect(createEngineConfig({ tilesDirectory })).not.toHaveProperty('additional_data');
    expect(createEngineConfig({ tilesDirectory, elevationDirectory: '/hgt' })).toMatchObject({
      additional_data: { elevation: '/hgt' },
    });
  });
});

describe('resolveEngineLimits', () => {
  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, '5', null])('refuses %o', (value) => {
    expect(() => resolveEngineLimits({ maxWaypoints: value as number })).toThrow(ConfigurationError);
  });

  it.each(['maxWaypoint', '__proto__x', 'toString'])('refuses the unknown limit %s', (name) => {
    expect(() => resolveEngineLimits({ [name]: 1 })).toThrow(/Unknown engine limit/);
  });
});

describe('createBuildConfig', () => {
  it.each([
    ['right', false],
    ['left', true],
  ] as const)('decides for traffic on the %s', (drivingSide, useAdminDatabase) => {
    const { mjolnir } = createBuildConfig({ tilesDirectory, drivingSide });
    expect(mjolnir.data_processing.use_admin_db).toBe(useAdminDatabase);
  });
});
