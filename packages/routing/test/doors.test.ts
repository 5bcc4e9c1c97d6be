import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const src = fileURLToPath(new URL('../src/', import.meta.url));

/** The files that read what a caller gives: requests, options of clients, drivers and functions. */
const doors = [
  'calls/lazy-methods.ts',
  'client.ts',
  'failover/failover.ts',
  'model/check/reader.ts',
  'model/geometry/position.ts',
  'model/places/pois.ts',
  'model/polyline/polyline.ts',
  'picture/heat-map.ts',
  'picture/map.ts',
  'picture/text.ts',
  'results/features.ts',
  'results/gpx.ts',
  'results/kml.ts',
  'results/matrix.ts',
];

const guard = /\b(?:own|ownCopy|propertyOf|hasOwn|isRecord|refuseUnknown|deepCopy|structuredClone)\(/;

// Drivers look up words of their service with hasOwn(), and the cache gives each caller an answer of its own.
const others = /^(?:drivers|cli|cache|testing)\//;

it('only doors guard against names, prototypes and callers that change their objects', () => {
  const files = globSync('**/*.ts', { cwd: src }).filter((file) => !/\.test\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(200);
  const guarding = files.filter((file) => guard.test(readFileSync(src + file, 'utf8')));
  expect(guarding.filter((file) => !others.test(file)).sort()).toEqual(doors);
});

it('no query of a driver has a field that may be missing', () => {
  const files = globSync('model/**/*.ts', { cwd: src }).map((file) => readFileSync(src + file, 'utf8'));
  const queries = files.flatMap((text) => [
    ...text.matchAll(/export interface (\w+Query|Checked\w+)\b[^{]*\{\n([\s\S]*?)\n\}\n/g),
  ]);
  expect(queries.length).toBeGreaterThan(12);
  const optional = queries.filter(([, , fields]) => /^ {2}readonly \w+\?:/m.test(fields ?? ''));
  expect(optional.map(([, name]) => name)).toEqual([]);
});
