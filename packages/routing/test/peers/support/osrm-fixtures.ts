import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodePolyline, type Position } from '@org/routing';
import { distanceBetween } from '../../../src/driver.ts';

/** A step of OSRM as osrm-text-instructions has it in a fixture. */
export interface FixtureStep {
  readonly name?: string;
  readonly ref?: string;
  readonly mode?: string;
  readonly maneuver: { readonly type: string; readonly modifier?: string; readonly exit?: number };
}

/** All fixtures that have a step, by the path of their file. */
export function readFixtures(packages: string): readonly (readonly [file: string, step: FixtureStep])[] {
  const folder = join(packages, 'osrm-text-instructions/test/fixtures/v5');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.json'),
  );
  return files.sort().flatMap((file) => {
    const { step } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    return step === undefined ? [] : [[file, step] as const];
  });
}

const placeOf = (index: number): Position => [8 + index / 1000, 49];

/** The response of OSRM for a route with these steps, and its ends. */
export function routeOf(steps: readonly FixtureStep[]) {
  const length = distanceBetween(placeOf(0), placeOf(1));
  const wireSteps = steps.map((step, index) => ({
    ...step,
    distance: length,
    duration: 10,
    geometry: encodePolyline([placeOf(index), placeOf(index + 1)], { precision: 6 }),
  }));
  const totals = { distance: length * steps.length, duration: 10 * steps.length };
  const ends = [placeOf(0), placeOf(steps.length)] as const;
  const body = {
    code: 'Ok',
    routes: [{ ...totals, legs: [{ ...totals, steps: wireSteps }] }],
    waypoints: ends.map((location) => ({ location, distance: 0, name: '' })),
  };
  return { body, ends };
}
