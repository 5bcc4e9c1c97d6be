import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { platformSupport } from '@org/routing/embedded';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { prepareTown } from '../../../sandbox/src/map/prepare.ts';
import { runProgram } from '../../src/cli/run.ts';
import { corner } from '../town.ts';
import { answerTable, runHere, serve } from './program.ts';

async function save(name: string, content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'routing-files-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

async function matrix(content: string, ...options: readonly string[]) {
  const { url, requests } = await serve(answerTable);
  const result = await runHere(['matrix', '-', ...options], { env: { OSRM_BASE_URL: url }, input: content });
  return { ...result, requests };
}

describe('tables on the command line', () => {
  const pairs = 'start_lat,start_lon,end_lat,end_lon,id,note\n50,0.001,50,0.003,7,a\n50,0.002,50,0.004,8,b\n';

  it('what is ignored is one line that names the options', async () => {
    const { code, stderr } = await matrix(pairs);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^routing: stdin: [^\n]+--lon-column and --lat-column\.\n$/);
  });

  it('--lon-column, --lat-column and --label-column settle it', async () => {
    const options = ['--lon-column', 'end_lon', '--lat-column', 'end_lat', '--label-column', 'note'];
    const { code, stdout, stderr, requests } = await matrix(pairs, ...options);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(requests[0]?.url).toContain('/0.003,50;0.004,50');
    expect(stdout).toContain('\na,b,');
  });

  it('the first bad row is named; --skip-invalid lists each, and goes on', async () => {
    const rows = 'name,lon,lat\na,0.001,50\nb,n/a,50\nc,0.002,99\nd,0.003,50\n';
    const strict = await matrix(rows);
    expect(strict).toMatchObject({ code: 1, stdout: '', requests: [] });
    expect(strict.stderr).toBe(
      'routing: stdin, line 3: the longitude is not a number such as 8.681: column "lon" has "n/a".\n',
    );
    const skipping = await matrix(rows, '--skip-invalid');
    expect(skipping.code).toBe(0);
    expect(skipping.stderr.split('\n').map((line) => line.slice(0, 31))).toEqual([
      'routing: Skipped: stdin, line 3',
      'routing: Skipped: stdin, line 4',
      '',
    ]);
    expect(skipping.stdout).toContain('\na,d,');
  });

  it.each(['--lon-column', '--lat-column'])('%s alone is refused', async (option) => {
    const { code, stderr } = await matrix(
      'lon,lat\n1,2\n',
      option,
      option === '--lon-column' ? 'lon' : 'lat',
    );
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('--lon-column and --lat-column'),
    });
  });

  const blanks = 'name,lon,lat\na,0.001,50\n,,\n,,\nb,0.002,50\n,,\nc,0.003,50\n';

  it('blank rows are blank results, in their order', async () => {
    const wide = await matrix(blanks, '--layout', 'wide');
    const rows = wide.stdout
      .trimEnd()
      .split(/\r?\n/)
      .map((line) => line.split(','));
    expect(rows.map(([name]) => name)).toEqual(['origin', 'a', '1', '2', 'b', '4', 'c']);
    expect(rows[1]).toEqual(['a', '1001', '', '', '1002', '', '1003']);
    expect(rows[2]).toEqual(['1', '', '', '', '', '', '']);
    expect(rows[6]).toEqual(['c', '3001', '', '', '3002', '', '3003']);
    expect(wide.requests).toHaveLength(1);
    const long = await matrix(blanks);
    expect(long.stdout.trimEnd().split(/\r?\n/)).toHaveLength(1 + 36);
    const lines = JSON.parse((await matrix(blanks, '--format', 'geojson')).stdout);
    expect(lines.features).toHaveLength(36);
    expect(lines.features.filter((each: { geometry: unknown }) => each.geometry === null)).toHaveLength(27);
    const one = JSON.parse((await matrix(blanks, '--format', 'geojson', '--metrics', 'distance')).stdout);
    expect(one.features).toHaveLength(36);
    const whole = JSON.parse((await matrix(blanks, '--format', 'json')).stdout);
    const row = (from: number) => [from + 1, null, null, from + 2, null, from + 3];
    const blank = Array.from({ length: 6 }, () => null);
    const table = [row(1000), blank, blank, row(2000), blank, row(3000)];
    expect([whole.durationsSeconds, whole.distancesMeters]).toEqual([table, table]);
    for (const places of [whole.origins, whole.destinations])
      expect(places.map(({ position }: { position: unknown }) => position !== null)).toEqual([
        ...[true, false, false, true, false, true],
      ]);
  });
});

describe.skipIf(!platformSupport().supported)('routing match', () => {
  const places = Array.from({ length: 6 }, (_, at) => corner(1 + at, 2));
  const segment = (list: readonly (readonly [number, number])[], from: number) =>
    `<trkseg>${list
      .map(([lon, lat], at) => {
        const time = new Date((from + at * 15) * 1000).toISOString();
        return `<trkpt lon="${lon}" lat="${lat}"><time>${time}</time></trkpt>`;
      })
      .join('')}</trkseg>`;
  const sea = places.map(([lon, lat]): [number, number] => [lon + 20, lat]);
  const gpx = (segments: string) =>
    `<gpx version="1.1"><trk><name>Ride &amp; rest</name>${segments}</trk></gpx>`;
  const env = async () => ({ TILES_DIRECTORY: (await prepareTown()).tilesDirectory });

  it('a track of two segments: the failed one is named, the other stays', async () => {
    const file = await save('ride.gpx', gpx(segment(places, 1e9) + segment(sea, 1e9 + 100)));
    const { code, stdout, stderr } = await runHere(['match', file, '--format', 'gpx'], { env: await env() });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^routing: Warning: Segment 2 \(\S+ride\.gpx, line 1\): [^\n]+\n/);
    expect(stdout).toContain('<trk>\n<name>Ride &amp; rest</name><number>1</number>');
    expect(stdout.match(/<trk>/g)).toHaveLength(1);
  });

  it('points of a later segment have the index of its route; a picture has the roads alone', async () => {
    const file = await save('ride.gpx', gpx(segment(places, 1e9) + segment(places.toReversed(), 2e9)));
    const args = ['match', file, '--svg', `${file}.svg`];
    const { code, stdout } = await runHere(args, { env: await env() });
    expect(code).toBe(0);
    const features: { properties: { kind: string; routeIndex: number } }[] = JSON.parse(stdout).features;
    const indexesOf = (kind: string) =>
      features
        .filter(({ properties }) => properties.kind === kind)
        .map(({ properties }) => properties.routeIndex);
    expect(indexesOf('route')).toEqual([0, 1]);
    expect(indexesOf('point')).toEqual([...places.map(() => 0), ...places.map(() => 1)]);
    expect(await readFile(`${file}.svg`, 'utf8')).not.toContain('<circle');
  });

  it('all segments failed: exit code 1', async () => {
    const result = await runHere(['match', '-'], { env: await env(), input: gpx(segment(sea, 1e9)) });
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toMatch(/^routing: [^\n]+\n$/);
  });

  it.each(['geojson', 'kml', 'json', 'gpx'])('%s', async (format) => {
    const input = gpx(segment(places, 1e9));
    const { code, stdout, stderr } = await runHere(['match', '-', '-f', format], { env: await env(), input });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(
      { geojson: '"LineString"', kml: '<kml', json: '"segments"', gpx: '<gpx' }[format],
    );
  });

  it('what is dropped is counted in one line; --no-clean sends all', async () => {
    const [first] = places;
    const standing = Array.from({ length: 30 }, () => first as [number, number]);
    const input = gpx(segment([...standing, ...places], 1e9));
    const counted = await runHere(['match', '-'], { env: await env(), input });
    expect(counted).toMatchObject({
      code: 0,
      stderr: 'routing: stdin: 6 of 36 points are sent: 30 repeated.\n',
    });
    const plan = await runHere(['match', '-', '--no-clean', '--dry-run'], { env: await env(), input });
    expect(plan).toMatchObject({
      code: 0,
      stderr: '',
      stdout: 'segments  1\npoints    36\nrequests  1 or more\n',
    });
  });

  it.each([true, false])('on a terminal (%s) there is a bar; in a pipe there is none', async (isTTY) => {
    const file = await save('ride.gpx', gpx(segment(places, 1e9)));
    let written = '';
    const sink = (add: (text: string) => void) =>
      new Writable({
        write: (chunk, _, done) => {
          add(String(chunk));
          done();
        },
      });
    const stderr = Object.assign(
      sink((text) => (written += text)),
      { isTTY, columns: 80 },
    );
    const stdout = sink(() => {});
    const { TILES_DIRECTORY } = await env();
    vi.stubEnv('TILES_DIRECTORY', TILES_DIRECTORY);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { signal } = new AbortController();
    const args = ['match', file, '--max-points', '3', '--output', `${file}.geojson`];
    const code = await runProgram({
      args,
      env: { TILES_DIRECTORY },
      stdin: process.stdin,
      stdout,
      stderr,
      version: '1',
      signal,
    });
    expect(code).toBe(0);
    expect(written.includes('3 of 3 requests')).toBe(isTTY);
    if (!isTTY) expect(written).toBe('');
  });

  it.each([
    [['match'], 2, 'The track: give'],
    [['match', '8,49', '8,50'], 2, 'The track: give'],
    [['match', '-', '--avoid', 'tolls'], 2, '--avoid is not for match'],
    [['match', '-', '--max-points', 'x'], 2, '--max-points must be a whole number'],
    [['match', '-', '--max-points', '1'], 2, '--max-points must be at least 2'],
    [['match', '-', '--max-points', '1', '--dry-run'], 2, '--max-points must be at least 2'],
    [['match', '/nowhere/ride.gpx'], 1, '/nowhere/ride.gpx: no such file or folder'],
  ])('%j', async (args, code, text) => {
    const result = await runHere(args, { env: await env(), input: gpx(segment(places, 1e9)) });
    expect(result).toMatchObject({ code, stderr: expect.stringContaining(text) });
  });
});
