import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platformSupport } from '@org/routing/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeOsmPbf } from '../../../sandbox/src/map/osm-pbf.ts';
import { prepareTown } from '../../../sandbox/src/map/prepare.ts';
import { createTownMap } from '../../../sandbox/src/map/town-map.ts';
import { run } from '../cli/program.ts';
import { corner } from '../town.ts';

describe.skipIf(!platformSupport().supported)('the program on the made-up town', { timeout: 60_000 }, () => {
  let folder: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'routing-cli-'));
    const { tilesDirectory } = await prepareTown();
    env = { TILES_DIRECTORY: tilesDirectory };
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const [station, theatre] = [corner(0, 0).join(), corner(5, 6).join()];

  it('directions prints the way, and nothing on stderr in a pipe', async () => {
    const { code, stdout, stderr } = await run(['directions', station, theatre], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^1\.1 km, .* min\n/);
    expect(stdout).toContain('Old Bridge');
    expect(stdout).toContain('OpenStreetMap');
  });

  it('directions writes the format of the extension, and a picture', async () => {
    const [gpx, svg] = [join(folder, 'way.gpx'), join(folder, 'way.svg')];
    const waypoints = `[[${station}],[${theatre}]]`;
    const args = ['directions', '-', '--output', gpx, '--svg', svg];
    const { code, stdout } = await run(args, { env, input: waypoints });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(await readFile(gpx, 'utf8')).toContain('<trkpt');
    expect(await readFile(svg, 'utf8')).toMatch(/^<svg/);
  });

  it('isochrones prints GeoJSON, with ranges in metres on request', async () => {
    const args = ['isochrones', station, '--ranges', '300,600', '--distance', '--profile', 'walking'];
    const { code, stdout } = await run(args, { env });
    const { features } = JSON.parse(stdout);
    const ranges = features.map(({ properties }: { properties: { range: number } }) => properties.range);
    expect({ code, ranges }).toEqual({ code: 0, ranges: expect.arrayContaining([300, 600]) });
  });

  it('a matrix has the names of the file, and an empty cell for the island', async () => {
    const input = `name,lat,lon\n"Inn, old",50,10\nIsland,${corner(20.5, 20).toReversed().join()}\n`;
    const { code, stdout } = await run(['matrix', '-', '--layout', 'wide'], { env, input });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'origin,"Inn, old",Island\r\n"Inn, old",0,\r\nIsland,,0\r\n',
    });
  });

  it('no route is one line and exit code 1, and leaves no output', async () => {
    const output = join(folder, 'none.kml');
    const args = ['directions', station, corner(20.5, 20).join(), '--output', output];
    const { code, stdout, stderr } = await run(args, { env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^routing: [^\n]+\n$/);
    expect((await readdir(folder)).filter((name) => name.startsWith('none'))).toEqual([]);
  });

  it('map build prints the folder of the tiles', async () => {
    const extract = join(folder, 'town.osm.pbf');
    await writeFile(extract, encodeOsmPbf(createTownMap()));
    const built = await run(['map', 'build', extract, '--directory', join(folder, 'map')]);
    expect(built).toEqual({ code: 0, stdout: `${join(folder, 'map', 'current')}\n`, stderr: '' });
    const use = { env: { TILES_DIRECTORY: built.stdout.trim() } };
    expect(await run(['directions', station, theatre], use)).toMatchObject({ code: 0 });
  });
});
