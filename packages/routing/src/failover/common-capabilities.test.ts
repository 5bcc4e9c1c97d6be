import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embedded } from '../drivers/embedded/index.ts';
import { openrouteservice } from '../drivers/openrouteservice/index.ts';
import { valhalla } from '../drivers/valhalla/index.ts';
import type { RoutingCapabilities } from '../model/engine/capabilities.ts';
import { noCaps, noOptions } from '../model/engine/no-capabilities.ts';
import { avoidFeatures } from '../model/travel/avoid.ts';
import { forProfile, type Profile } from '../model/travel/profile.ts';
import { routingProfiles } from '../model/travel/profiles.ts';
import { vehicleFields } from '../model/travel/vehicle.ts';
import { commonCapabilities } from './common-capabilities.ts';

const ors = openrouteservice({ apiKey: 'unused' }).capabilities;
const real: readonly RoutingCapabilities[] = [
  ors,
  openrouteservice({ baseUrl: 'http://localhost:8082/ors' }).capabilities,
  valhalla({ baseUrl: 'http://localhost:8002' }).capabilities,
  embedded({ tilesDirectory: 'tiles' }).capabilities,
];

const subset = <Item>(items: readonly Item[]) => fc.subarray([...items]);
const count = fc.integer({ min: 1, max: 50 });
const perProfile = <Value>(value: fc.Arbitrary<Value>) =>
  fc.record({ driving: value, walking: value, other: value });

const capabilities: fc.Arbitrary<RoutingCapabilities> = fc.record({
  directions: fc.boolean(),
  isochrones: fc.boolean(),
  matrix: fc.boolean(),
  snap: fc.boolean(),
  rawRequests: fc.boolean(),
  elevation: fc.option(fc.boolean(), { nil: undefined }),
  profiles: subset(routingProfiles),
  options: fc.record({
    avoidFeatures: perProfile(subset(avoidFeatures)),
    avoidAreas: fc.boolean(),
    vehicle: perProfile(subset(vehicleFields)),
    elevation: fc.boolean(),
    continueStraight: fc.boolean(),
    matrixAvoid: fc.boolean(),
    isochroneAvoid: fc.option(fc.boolean(), { nil: undefined }),
    rangeTypes: fc.option(subset(['time', 'distance'] as const), { nil: undefined }),
    sides: fc.option(fc.oneof(fc.boolean(), subset(['same', 'opposite'] as const)), { nil: undefined }),
    matrixSnapRadius: fc.option(fc.boolean(), { nil: undefined }),
    avoidCountries: fc.option(perProfile(fc.boolean()), { nil: undefined }),
    preferences: fc.option(subset(['fastest', 'shortest', 'recommended'] as const), { nil: undefined }),
    attributes: fc.option(subset(['surface', 'toll'] as const), { nil: undefined }),
  }),
  caps: fc.record({
    waypoints: perProfile(count),
    alternatives: count,
    isochroneLocations: count,
    isochroneRanges: count,
    matrixCells: count,
    matrixPlaces: fc.option(count, { nil: undefined }),
    snapPositions: count,
  }),
  split: fc.record({
    directions: fc.constantFrom('chunks', 'never'),
    matrix: perProfile(fc.constantFrom('tiles', 'rows')),
    tilesWarning: fc.option(fc.constantFrom('one.', 'two.'), { nil: undefined }),
  }),
});

/** Everything that a client asks capabilities, as a list of yes and no. */
function answers(can: RoutingCapabilities, profile: Profile): Record<string, boolean> {
  const { options, split } = can;
  const { isochroneAvoid = true, rangeTypes = ['time', 'distance'], sides = false } = options;
  const { avoidCountries = false, preferences = ['fastest', 'shortest', 'recommended'] } = options;
  return {
    directions: can.directions,
    snap: can.snap,
    elevationService: can.elevation === true,
    profile: can.profiles.includes(profile),
    avoidAreas: options.avoidAreas,
    elevation: options.elevation,
    avoidCountries: forProfile<boolean>(avoidCountries, profile),
    isochroneAvoid,
    distances: rangeTypes.includes('distance'),
    opposite: typeof sides === 'boolean' ? sides : sides.includes('opposite'),
    surface: options.attributes?.includes('surface') === true,
    shortest: preferences.includes('shortest'),
    tolls: forProfile(options.avoidFeatures, profile).includes('tolls'),
    height: forProfile(options.vehicle, profile).includes('heightMeters'),
    chunks: split.directions === 'chunks',
    tiles: forProfile(split.matrix, profile) === 'tiles',
  };
}

describe('common capabilities', () => {
  it('are what every engine has, with the smallest caps and the strictest splits', () => {
    fc.assert(
      fc.property(fc.array(capabilities, { minLength: 1, maxLength: 4 }), (all) => {
        const common = commonCapabilities(all);
        expect(common.rawRequests).toBe(false);
        for (const profile of common.profiles) {
          const found = answers(common, profile);
          for (const [name, value] of Object.entries(found))
            expect([name, value]).toEqual([name, all.every((each) => answers(each, profile)[name])]);
          expect(forProfile(common.caps.waypoints, profile)).toBe(
            Math.min(...all.map(({ caps }) => forProfile(caps.waypoints, profile))),
          );
        }
        expect(common.caps.matrixCells).toBe(Math.min(...all.map(({ caps }) => caps.matrixCells)));
        const places = Math.min(...all.map(({ caps }) => caps.matrixPlaces ?? Infinity));
        expect(common.caps.matrixPlaces ?? Infinity).toBe(places);
        for (const { split } of all)
          expect(common.split.tilesWarning ?? '').toContain(split.tilesWarning ?? '');
      }),
    );
  });

  it('of one engine are its own, without raw requests', () => {
    const common = commonCapabilities([ors]);
    expect(common).toMatchObject({ directions: true, isochrones: true, matrix: true, snap: true });
    expect(common.profiles).toEqual(ors.profiles);
    for (const profile of ors.profiles) expect(answers(common, profile)).toEqual(answers(ors, profile));
  });

  it('know every option and every cap that a driver of this package states', () => {
    const common = commonCapabilities(real);
    for (const { options, caps } of [...real, { options: noOptions, caps: noCaps }]) {
      expect(Object.keys(common.options)).toEqual(expect.arrayContaining(Object.keys(options)));
      const all = commonCapabilities(real.map((each) => ({ ...each, caps: { ...caps, ...each.caps } })));
      expect(Object.keys(all.caps)).toEqual(expect.arrayContaining(Object.keys(caps)));
    }
  });
});
