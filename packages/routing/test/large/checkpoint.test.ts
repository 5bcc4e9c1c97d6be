import { spawn } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigurationError, ServerError } from '@org/routing';
import { fileCheckpoint } from '@org/routing/checkpoint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRoutingClient } from '../../src/client.ts';
import type { Position } from '../../src/model/geometry/position.ts';
import type { MatrixQuery } from '../../src/model/reach/matrix.ts';
import { type RulerOptions, rulerEngine } from '../ruler-engine.ts';
import { failureOf } from '../scripted-fetch.ts';

const places = (count: number): Position[] => Array.from({ length: count }, (_, at) => [at, 1]);
const request = { profile: 'driving', origins: places(6) } as const;
const caps = { matrixCells: 4 };
const tileCount = 9;

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'checkpoint-'));
  path = join(folder, 'matrix.checkpoint');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A client that keeps the sent tiles, and fails after some. */
function open(options: RulerOptions & { readonly failAfter?: number } = {}) {
  const sent: string[] = [];
  const { failAfter = Infinity } = options;
  const onRequest = (_name: string, query: unknown) => {
    const { origins, destinations } = query as MatrixQuery;
    if (sent.length >= failAfter) throw new ServerError({ message: 'down' });
    sent.push(`${origins?.[0]?.[0]},${destinations?.[0]?.[0]}`);
  };
  const driver = rulerEngine({ caps, ...options, onRequest });
  return { sent, routing: createRoutingClient({ driver, maxParallelParts: 2 }) };
}

describe('a matrix with a checkpoint', () => {
  const whole = async () => (await open().routing.matrix(request)).distancesMeters;

  it('continues after a failure: no answered tile is sent again', async () => {
    const checkpoint = fileCheckpoint(path);
    const first = open({ failAfter: 4 });
    await failureOf(first.routing.matrix(request, { checkpoint }));
    expect(first.sent).toHaveLength(4);
    const second = open();
    const progress: object[] = [];
    const options = { checkpoint: fileCheckpoint(path), onProgress: (each: object) => progress.push(each) };
    const { distancesMeters, origins, meta } = await second.routing.matrix(request, options);
    expect(distancesMeters).toEqual(await whole());
    expect(origins).toEqual(places(6).map((position) => ({ position })));
    expect(meta).toMatchObject({ requests: tileCount - 4, attribution: ['ruler'] });
    expect(new Set([...first.sent, ...second.sent]).size).toBe(tileCount);
    expect(progress.at(-1)).toEqual({ done: 9, total: 9, restored: 4, failed: 0 });
  });

  it('a stream and a partial matrix have the same parts', async () => {
    const checkpoint = fileCheckpoint(path);
    const first = open({ failAfter: 5 });
    await first.routing.matrix(request, { checkpoint, partial: true });
    const second = open();
    let cells = 0;
    for await (const part of second.routing.matrix.stream(request, { checkpoint }))
      cells += part.durationsSeconds.flat().length;
    expect(cells).toBe(36);
    expect(second.sent).toHaveLength(tileCount - 5);
    const third = open();
    expect((await third.routing.matrix(request, { checkpoint })).distancesMeters).toEqual(await whole());
    expect(third.sent).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['other places', () => open().routing.matrix({ ...request, origins: places(7) }, checkpointOptions())],
    [
      'another metric',
      () => open().routing.matrix({ ...request, metrics: ['distance'] }, checkpointOptions()),
    ],
    ['another driver', () => open({ name: 'other' }).routing.matrix(request, checkpointOptions())],
    ['other tiles', () => open({ caps: { matrixCells: 9 } }).routing.matrix(request, checkpointOptions())],
    [
      'another operation',
      () => open().routing.snap({ profile: 'driving', positions: places(2) }, checkpointOptions()),
    ],
  ])('refuses a file of another request: %s', async (_name, call) => {
    await open().routing.matrix(request, checkpointOptions());
    const before = readFileSync(path);
    const error = await failureOf(call());
    expect(ConfigurationError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ message: expect.stringMatching(/another request.*use another file/) });
    expect(readFileSync(path)).toEqual(before);
  });

  it.each([
    'name,lon,lat\nhome,8,49\n',
    '{"type":"FeatureCollection"}',
    '{"gormat":"org-routing-checkpoint","key":"a"}\n',
  ])('refuses a file that is not a checkpoint, and leaves it as it is: %s', async (content) => {
    writeFileSync(path, content);
    const { routing, sent } = open();
    expect(await failureOf(routing.matrix(request, checkpointOptions()))).toMatchObject({
      code: 'configuration',
    });
    expect(readFileSync(path, 'utf8')).toBe(content);
    expect(sent).toEqual([]);
  });

  it.each<[string, (file: Buffer) => void, number]>([
    ['a last line that was cut off', (file) => truncateSync(path, file.length - 5), 1],
    ['only the beginning of its first line', () => truncateSync(path, 7), tileCount],
    ['nothing', () => truncateSync(path, 0), tileCount],
    ['zeros at its end', () => appendFileSync(path, Buffer.alloc(100)), 0],
    ['a damaged byte', (file) => writeFileSync(path, damage(file, 200)), 1],
    ['a line of something else', () => appendFileSync(path, 'something else\n'), 0],
    ['a damaged line break', (file) => writeFileSync(path, damage(file, file.indexOf('\n', 200))), 2],
  ])('survives a file with %s', async (_name, change, sentAgain) => {
    await open().routing.matrix(request, checkpointOptions());
    change(readFileSync(path));
    const { routing, sent } = open();
    const { distancesMeters } = await routing.matrix(request, checkpointOptions());
    expect(distancesMeters).toEqual(await whole());
    expect(sent).toHaveLength(sentAgain);
    // A part that was sent again is kept: the next call sends nothing.
    const last = open();
    await last.routing.matrix(request, checkpointOptions());
    expect(last.sent).toEqual([]);
  });

  it('only its owner may read the file, which has no raw response', async () => {
    await open().routing.matrix(request, { ...checkpointOptions(), includeRaw: true });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).not.toContain('"raw"');
  });

  it('goes on in another process after kill -9', async () => {
    const program = fileURLToPath(new URL('endless-matrix.ts', import.meta.url));
    const child = spawn(process.execPath, ['--conditions=@org/source', program, path], { stdio: 'pipe' });
    const answered = await new Promise<number>((resolve, reject) => {
      let lines = '';
      child.stdout.on('data', (text) => {
        lines += text;
        if (lines.split('\n').length > 5) child.kill('SIGKILL');
      });
      let problem = '';
      child.stderr.on('data', (text) => {
        problem += text;
      });
      child.on('close', () =>
        lines === '' ? reject(new Error(problem)) : resolve(lines.trim().split('\n').length),
      );
    });
    expect(child.signalCode).toBe('SIGKILL');
    const { routing, sent } = open();
    const { distancesMeters } = await routing.matrix(request, checkpointOptions());
    expect(distancesMeters).toEqual(await whole());
    expect(sent).toHaveLength(tileCount - answered);
  });

  const checkpointOptions = () => ({ checkpoint: fileCheckpoint(path) });
});

describe('a checkpoint of the caller', () => {
  it('has the same key for the same request, and keeps texts; an unreadable one is sent again', async () => {
    const kept = new Map<string, string>();
    const checkpoint = {
      load: async (key: string, part: number) => kept.get(`${key}/${part}`),
      save: async (key: string, part: number, content: string) => void kept.set(`${key}/${part}`, content),
    };
    await open().routing.matrix(request, { checkpoint });
    expect(kept.size).toBe(tileCount);
    const [first = '', second = '', third = ''] = kept.keys();
    kept.set(first, '{');
    kept.set(second, '{"answer":{"durationsSeconds":[[1]]}}');
    kept.set(third, 'null');
    const { routing, sent } = open();
    const { distancesMeters } = await routing.matrix(request, { checkpoint });
    expect(sent).toHaveLength(3);
    expect(distancesMeters).toEqual((await open().routing.matrix(request)).distancesMeters);
  });

  it('isochrones, snap and elevation continue too', async () => {
    const split = { isochroneLocations: 2, snapPositions: 2, elevationPositions: 2 };
    const positions: Position[] = [...places(3), [150, 1]];
    const run = async (failAfter?: number) => {
      const at = (name: string) => ({ checkpoint: fileCheckpoint(join(folder, name)) });
      const { routing, sent } = open({ caps: split, ...(failAfter === undefined ? {} : { failAfter }) });
      const calls = [
        () =>
          routing.isochrones({ profile: 'walking', locations: positions, ranges: [60] }, at('isochrones')),
        () => routing.snap({ profile: 'walking', positions }, at('snap')),
        () => routing.elevation({ positions: places(4) }, at('elevation')),
      ];
      const results: unknown[] = [];
      for (const call of calls) {
        const { meta: _, ...result } = await call();
        results.push(result);
      }
      return { sent, results };
    };
    const first = await run();
    const second = await run(0);
    expect(first.sent.length).toBeGreaterThan(3);
    expect(second.sent).toEqual([]);
    expect(second.results).toEqual(first.results);
  });

  it('its failure ends the call; what was answered stays with the error', async () => {
    const problem = new Error('disk full');
    const checkpoint = {
      load: async () => undefined,
      save: async () => {
        throw problem;
      },
    };
    const { routing } = open();
    expect(await failureOf(routing.matrix(request, { checkpoint, partial: true }))).toBe(problem);
  });
});

function damage(file: Buffer, at: number): Buffer {
  const damaged = Buffer.from(file);
  damaged[at] = (damaged[at] ?? 0) ^ 1;
  return damaged;
}
