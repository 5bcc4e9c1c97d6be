import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationError, ServerError } from '@org/routing';
import { fileCheckpoint } from '@org/routing/checkpoint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRoutingClient } from '../../src/client.ts';
import type { Position } from '../../src/model/geometry/position.ts';
import { type RulerOptions, rulerEngine } from '../ruler-engine.ts';
import { failureOf } from '../scripted-fetch.ts';

const places = (count: number, latitude = 1): Position[] =>
  Array.from({ length: count }, (_, at) => [at, latitude]);
const request = { profile: 'driving', origins: places(6) } as const;
const caps = { matrixCells: 4 };

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'checkpoint-'));
  path = join(folder, 'matrix.checkpoint');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (options: RulerOptions = {}) =>
  createRoutingClient({ driver: rulerEngine({ caps, ...options }) });

describe('a file checkpoint in several hands', () => {
  it('gives no call the parts of another one that runs at the same time', async () => {
    const checkpoint = fileCheckpoint(path);
    const other = { ...request, origins: places(6, 2) };
    const outcomes = await Promise.allSettled(
      [request, other].map((each) => open().matrix(each, { checkpoint })),
    );
    const won = outcomes.findIndex(({ status }) => status === 'fulfilled');
    const lost = outcomes[1 - won];
    expect(lost?.status === 'rejected' && lost.reason).toBeInstanceOf(ConfigurationError);
    const winner = won === 0 ? request : other;
    const again = await open().matrix(winner, { checkpoint: fileCheckpoint(path) });
    expect(again.meta.requests).toBe(0);
  });

  it('a second writer is refused until the first one has closed the file', async () => {
    const [one, other] = [fileCheckpoint(path), fileCheckpoint(path)];
    const key = 'a'.repeat(64);
    await one.save(key, 0, '0');
    const refused = other.load(key, 0);
    await expect(refused).rejects.toThrow(`process ${process.pid} on host`);
    await one.close?.();
    expect(await other.load(key, 0)).toBe('0');
    await other.close?.();
  });

  it('an empty file begins with the first line', async () => {
    const fresh = join(folder, 'fresh.checkpoint');
    writeFileSync(path, '');
    for (const file of [path, fresh]) {
      const checkpoint = fileCheckpoint(file);
      await checkpoint.save('a'.repeat(64), 0, '0');
      await checkpoint.close?.();
    }
    expect(readFileSync(path, 'utf8')).toBe(readFileSync(fresh, 'utf8'));
  });

  it('a line after one that was cut off is complete', async () => {
    const key = 'a'.repeat(64);
    const first = fileCheckpoint(path);
    await first.save(key, 0, '0');
    await first.close?.();
    appendFileSync(path, readFileSync(path).subarray(0, 60));
    const second = fileCheckpoint(path);
    await second.save(key, 1, '1');
    await second.close?.();
    const reader = fileCheckpoint(path);
    expect([await reader.load(key, 0), await reader.load(key, 1)]).toEqual(['0', '1']);
    await reader.close?.();
  });

  it('two equal calls at the same time both end, though the first to end closes the file', async () => {
    const checkpoint = fileCheckpoint(path);
    const calls = Array.from({ length: 5 }, () => open().matrix(request, { checkpoint }));
    const results = await Promise.all(calls);
    for (const each of results) expect(each.distancesMeters).toEqual(results[0]?.distancesMeters);
  });
});

/** A checkpoint whose content is in the object itself. */
const plain = () => ({
  parts: {} as Record<string, string>,
  async load(_key: string, part: number): Promise<string | undefined> {
    return this.parts[part];
  },
  async save(_key: string, part: number, content: string) {
    this.parts[part] = content;
  },
});

describe('a checkpoint of your own', () => {
  it('is used itself, not a copy', async () => {
    const checkpoint = plain();
    await open().matrix(request, { checkpoint });
    expect(Object.keys(checkpoint.parts)).toHaveLength(9);
    const again = await open().matrix(request, { checkpoint });
    expect(again.meta.requests).toBe(0);
    for await (const part of open().matrix.stream(request, { checkpoint })) expect(part.rows).toBeDefined();
  });

  it('restored parts are parts among those that are done', async () => {
    const checkpoint = plain();
    await open().matrix(request, { checkpoint });
    const seen: [number, number][] = [];
    const onProgress = ({ done, restored }: { done: number; restored: number }) =>
      seen.push([done, restored]);
    await open().matrix(request, { checkpoint, onProgress });
    expect(seen).toEqual(Array.from({ length: 9 }, (_, at) => [at + 1, at + 1]));
  });

  it.each(['[]', '{}', '[null]', 'null', '{"heightsMeters":[1]}'])(
    'a part %s of another form is sent again',
    async (content) => {
      const checkpoint = { ...plain(), load: async () => content };
      const routing = open({ caps: { snapPositions: 3, elevationPositions: 3 } });
      const positions = places(6);
      const snapped = await routing.snap({ profile: 'driving', positions }, { checkpoint });
      expect(snapped.points).toEqual(positions.map((position) => ({ position })));
      const { heightsMeters } = await routing.elevation({ positions }, { checkpoint });
      expect(heightsMeters).toEqual(positions.map(([east]) => east + 1));
    },
  );

  it('does not hide the error of the call by its own when it closes', async () => {
    const down = new ServerError({ message: 'down' });
    const checkpoint = { ...plain(), close: () => Promise.reject(new Error('no close')) };
    const onRequest = () => {
      throw down;
    };
    expect(await failureOf(open({ onRequest }).matrix(request, { checkpoint }))).toBe(down);
  });

  it.each(['load', 'save', 'close'])('P3: an abort ends a call whose %s() hangs', async (name) => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const hang = () => {
      setTimeout(() => controller.abort(reason), 10);
      return new Promise<never>(() => {});
    };
    // Without a hanging close() the call is complete: it has a result.
    const onRequest = () => {
      if (name === 'close') throw reason;
    };
    const call = open({ onRequest }).matrix(request, {
      checkpoint: { ...plain(), [name]: hang },
      signal: controller.signal,
    });
    expect(await failureOf(call)).toBe(reason);
  });
});
