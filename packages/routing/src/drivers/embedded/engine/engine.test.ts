import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigurationError } from '@org/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTiles, platformSupport } from '../index.ts';
import { type Engine, loadEngine } from './engine.ts';
import type { EngineAction } from './engine-config.ts';

const support = platformSupport();
const pbfFile = fileURLToPath(new URL('../__fixtures__/crossroads.osm.pbf', import.meta.url));

const west = { lon: 10, lat: 50 };
const north = { lon: 10.002, lat: 50.002 };
const route = { locations: [west, north], costing: 'auto' };

describe.skipIf(!support.supported)(`the engine ${support.reason ?? ''}`, () => {
  let directory: string;
  let tilesDirectory: string;
  let engine: Engine;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'engine-test-'));
    tilesDirectory = join(directory, 'tiles');
    await buildTiles({ pbfFile, tilesDirectory });
    engine = await loadEngine({ tilesDirectory });
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const actors = () =>
    Reflect.get(globalThis, Symbol.for('@org/routing.embedded.actors')) as Map<string, unknown>;

  it('returns an object, and a string for GPX', async () => {
    expect(await engine.call('route', route)).toMatchObject({ trip: { status: 0 } });
    expect(await engine.call('route', { ...route, format: 'gpx' })).toEqual(expect.stringContaining('<gpx'));
  });

  it('does not change the body', async () => {
    const body = Object.freeze({
      ...route,
      locations: Object.freeze([Object.freeze(west), Object.freeze(north)]),
    });
    await engine.call('route', body);
    expect(body).toEqual(route);
  });

  it('keeps one actor for a set of tiles, under any path', async () => {
    const before = actors().size;
    const alias = join(directory, 'alias');
    await symlink(tilesDirectory, alias);
    await loadEngine({ tilesDirectory: alias });
    await loadEngine({ tilesDirectory: join(tilesDirectory, '..', 'tiles') });
    expect(actors().size).toBe(before);
  });

  it('keeps another actor for other limits, and applies them', async () => {
    const strict = await loadEngine({ tilesDirectory, limits: { maxWaypoints: 2 } });
    const three = { ...route, locations: [west, north, west] };
    await expect(strict.call('route', three)).rejects.toMatchObject({ code: 150 });
    expect(await engine.call('route', three)).toMatchObject({ trip: { status: 0 } });
  });

  it('uses the new tiles after a rebuild in the same folder', async () => {
    const rebuilt = join(directory, 'rebuilt');
    const sides = [];
    for (const drivingSide of ['right', 'left'] as const) {
      await buildTiles({ pbfFile, tilesDirectory: rebuilt, drivingSide });
      const fresh = await loadEngine({ tilesDirectory: rebuilt });
      const answer = await fresh.call('trace_attributes', {
        shape: [west, { lon: 10.002, lat: 50 }],
        costing: 'auto',
        filters: { attributes: ['edge.drive_on_right'], action: 'include' },
      });
      sides.push((answer as { edges: { drive_on_right: boolean }[] }).edges[0]?.drive_on_right);
    }
    expect(sides).toEqual([true, false]);
  });

  it('rejects at once with the abort reason, and stays usable', async () => {
    const abort = new AbortController();
    const reason = new Error('never mind');
    const call = engine.call('route', route, abort.signal);
    abort.abort(reason);
    await expect(call).rejects.toBe(reason);
    await expect(engine.call('route', route, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(await engine.call('route', route)).toMatchObject({ trip: { status: 0 } });
  });

  it.each([
    ['an unknown action', 'toString', {}, 106],
    ['a prototype’s member', '__proto__', {}, 106],
    ['a body that is not JSON', 'route', { ...route, id: 1n }, 100],
    ['nesting without end', 'route', { ...route, id: nest(20_000) }, 100],
    ['protobuf, which the binding cannot carry', 'route', { ...route, format: 'pbf' }, 599],
    ['heights at every hair’s breadth', 'route', { ...route, elevation_interval: 1e-6 }, 100],
    ['a centroid of nothing', 'centroid', {}, 110],
    ['an expansion of nothing', 'expansion', {}, 115],
  ])('refuses %s', async (_, action, body, code) => {
    await expect(engine.call(action as EngineAction, body)).rejects.toMatchObject({
      name: 'EngineError',
      code,
    });
  });

  it('computes centroids, which end the process with an incomplete configuration', async () => {
    expect(await engine.call('centroid', { locations: [west, north], costing: 'auto' })).toBeTypeOf('object');
  });

  it('says how to build tiles if there are none', async () => {
    const nowhere = join(directory, 'nowhere');
    await expect(loadEngine({ tilesDirectory: nowhere })).rejects.toMatchObject({
      code: 'configuration',
      providerCode: 'engine-tiles-missing',
      message: expect.stringContaining('buildTiles()'),
    });
  });

  it('refuses limits that are not numbers', async () => {
    await expect(loadEngine({ tilesDirectory, limits: { maxWaypoints: 0 } })).rejects.toThrow(
      ConfigurationError,
    );
  });
});

function nest(depth: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}
