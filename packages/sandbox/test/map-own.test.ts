import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platformSupport } from '@org/routing/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeOsmPbf } from '../src/map/osm-pbf.ts';
import { readOwnMap } from '../src/map/own-map.ts';
import { readOsm } from '../src/map/read-osm.ts';
import { createTownMap } from '../src/map/town-map.ts';
import { renderTownMap } from '../src/page/town/town-svg.ts';
import { startSandbox } from '../src/sandbox.ts';

const { supported } = platformSupport();

describe('an OpenStreetMap extract', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'own-map-'));
    file = join(folder, 'town.osm.pbf');
    await writeFile(file, encodeOsmPbf(createTownMap()));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is read as it was written: nodes with their places and tags, ways with their nodes', async () => {
    const nodes: unknown[] = [];
    const ways: unknown[] = [];
    await readOsm(file, {
      onNode: (id, longitude, latitude, tags) => nodes.push([id, longitude, latitude, tags]),
      onWay: (nodeIds, tags) => ways.push([nodeIds, tags]),
    });
    const { nodes: given, ways: lines } = createTownMap();
    const byId = [...given].sort((a, b) => a.id - b.id);
    expect(nodes).toEqual(
      byId.map(({ id, longitude, latitude, tags = {} }) => [
        id,
        expect.closeTo(longitude, 6),
        expect.closeTo(latitude, 6),
        tags,
      ]),
    );
    expect(ways).toEqual([...lines].sort((a, b) => a.id - b.id).map(({ nodeIds, tags }) => [nodeIds, tags]));
  });

  it('has its roads and names, and is drawn with the layers of the town', async () => {
    const { town, names } = await readOwnMap(file);
    expect(town.name).toBe('town');
    expect(town.streets.map(({ name }) => name)).toContain('South Ring');
    expect(names).toContainEqual({ name: 'Old Bridge', layer: 'street', position: expect.any(Array) });
    const svg = renderTownMap(town, {}, { scheme: 'none' });
    expect(svg).toContain('<path class="ring-road"');
  });

  it.skipIf(!supported)('is served by the page with routes on it', async () => {
    await using sandbox = await startSandbox({ mail: false, realtime: false, routing: { osmFile: file } });
    const ask = async (path: string, init?: RequestInit) => {
      const headers = { 'x-sandbox-page': 'yes', 'content-type': 'application/json' };
      const answer = await fetch(`${sandbox.page?.url}api/${path}`, { ...init, headers });
      expect(answer.status).toBe(200);
      return (await answer.json()) as Record<string, never>;
    };
    expect(sandbox.town).toBe(undefined);
    const map = await ask('map');
    expect(map).toMatchObject({ name: 'town', svg: expect.stringContaining('ring-road') });
    const body = JSON.stringify({ profile: 'driving', from: [10, 50], to: [10.0042, 50] });
    const { ways, route: found } = await ask('ways', { method: 'POST', body });
    expect(ways).toContain('class="route"');
    expect(found).toMatchObject({ distanceMeters: 300 });
  });

  it.each([
    ['garbage', 'no map at all, but long enough'],
    ['a cut file', encodeOsmPbf(createTownMap()).subarray(0, 400)],
  ])('that is %s is an error', async (name, content) => {
    const broken = join(folder, `${name}.osm.pbf`);
    await writeFile(broken, content);
    await expect(readOwnMap(broken)).rejects.toThrow(Error);
  });
});
