import { execFileSync } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platformSupport } from '@org/routing/embedded';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareTown } from '../../../sandbox/src/map/prepare.ts';
import { corner } from '../town.ts';
import { answerTable, runHere, serve } from './program.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'routing-output-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const matrix = ['matrix', '0.001,50', '0.002,50'];

describe('--output and --svg', () => {
  it.each(['--output', '--svg'])('%s follows no link', async (option) => {
    const { url, requests } = await serve(answerTable);
    const [target, link] = [join(folder, 'target'), join(folder, 'link.csv')];
    await writeFile(target, 'mine');
    await symlink(target, link);
    const { code, stderr } = await runHere([...matrix, option, link], { env: { OSRM_BASE_URL: url } });
    expect({ code, requests }).toEqual({ code: 1, requests: [] });
    expect(stderr).toContain(`${option} ${link} is a link`);
    expect(await readFile(target, 'utf8')).toBe('mine');
  });

  it('replaces a link in the place of the incomplete file', async () => {
    const { url } = await serve(answerTable);
    const [target, output] = [join(folder, 'target'), join(folder, 'out.csv')];
    await writeFile(target, 'mine');
    await symlink(target, `${output}.partial`);
    expect(await runHere([...matrix, '--output', output], { env: { OSRM_BASE_URL: url } })).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(await readFile(target, 'utf8')).toBe('mine');
    expect((await lstat(output)).isFile()).toBe(true);
    expect((await readdir(folder)).sort()).toEqual(['out.csv', 'target']);
  });

  it('a plan goes to stdout, and leaves the file of a result as it is', async () => {
    const { url, requests } = await serve(answerTable);
    const output = join(folder, 'keep.csv');
    await writeFile(output, 'an hour of work');
    const { code, stdout } = await runHere([...matrix, '--output', output, '--dry-run'], {
      env: { OSRM_BASE_URL: url },
    });
    expect({ code, requests }).toEqual({ code: 0, requests: [] });
    expect(stdout).toContain('requests');
    expect(await readFile(output, 'utf8')).toBe('an hour of work');
    expect(await readdir(folder)).toEqual(['keep.csv']);
  });

  it('a pipe and a folder are refused', async () => {
    const { url, requests } = await serve(answerTable);
    const env = { OSRM_BASE_URL: url };
    await mkdir(join(folder, 'sub'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const to = (name: string) => runHere([...matrix, '--output', join(folder, name)], { env });
    expect(await to('sub')).toMatchObject({ code: 1, stderr: expect.stringContaining('is a folder') });
    expect(await to('pipe')).toMatchObject({ code: 1, stderr: expect.stringContaining('or a pipe') });
    expect((await lstat(join(folder, 'pipe'))).isFIFO()).toBe(true);
    expect(requests).toEqual([]);
  });

  it.each(['--output', '--svg', '--resume'])('%s in a missing folder sends nothing', async (option) => {
    const { url, requests } = await serve(answerTable);
    const path = join(folder, 'none', 'file.csv');
    const { code, stderr } = await runHere([...matrix, option, path], { env: { OSRM_BASE_URL: url } });
    expect({ code, requests }).toEqual({ code: 1, requests: [] });
    expect(stderr).toBe(
      `routing: The folder ${join(folder, 'none')} of ${option} does not exist. ` +
        `Create it: mkdir -p ${join(folder, 'none')}\n`,
    );
  });

  it.each([
    [['directions', '8,49', '8,50'], 'way.tsv', 'text, geojson, gpx, kml, json'],
    [['isochrones', '8,49', '-r', '60'], 'areas.csv', 'geojson, kml, json, text'],
    [['matrix', '8,49', '8,50'], 'table.xlsx', 'csv, geojson, json'],
  ])('%j with the unknown extension of %s', async (args, name, formats) => {
    const env = { VALHALLA_BASE_URL: 'http://127.0.0.1:9' };
    const { code, stderr } = await runHere([...args, '--output', join(folder, name)], { env });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(formats) });
    expect(await readdir(folder)).toEqual([]);
  });
});

it('ranges that are not numbers name the units', async () => {
  const { stderr } = await runHere(['isochrones', '8,49', '-r', '5min'], { env: {} });
  expect(stderr).toContain('seconds, or metres with --distance');
});

it.each([
  ['map', '--help'],
  ['map', '-h'],
  ['help', 'map'],
  ['help', 'map', 'build'],
])('%s %s has the options of map build', async (...args) => {
  const { code, stdout } = await runHere(args);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^Usage: routing map build/) });
});

it('the usage of a command has the units', async () => {
  expect((await runHere(['help', 'matrix'])).stdout).toMatch(/in seconds and distances in metres/);
  expect((await runHere(['isochrones', '--help'])).stdout).toMatch(/seconds, or metres/);
});

it.skipIf(!platformSupport().supported)('notices of a streamed matrix are on stderr', async () => {
  const { tilesDirectory } = await prepareTown();
  const places = [corner(0, 0), corner(5, 5)].map((place) => place.toReversed().join());
  const { code, stderr } = await runHere(['matrix', ...places], { env: { TILES_DIRECTORY: tilesDirectory } });
  expect(code).toBe(0);
  expect(stderr).toMatch(/^routing: Warning: None of the origins has a road .*longitude comes first\.\n$/);
});
