import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withMapLock } from './map-lock.ts';

let directory: string;
let lock: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'map-lock-'));
  lock = join(directory, '.lock');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const times = { waitMs: 10, beatMs: 50, silentMs: 600 };
const done = async () => 'done';

it.each([
  ['another machine', { host: 'build-3', pid: 12 }],
  // The process id of this test: alive, but another one there.
  [
    'another container with the name of this machine',
    { host: hostname(), space: 'pid:[1]', pid: process.pid },
  ],
])('a lock of %s without a heartbeat is taken over', async (_, owner) => {
  await writeFile(lock, JSON.stringify(owner));
  const waits: string[] = [];
  expect(await withMapLock(directory, { onWait: (holder) => waits.push(holder) }, done, times)).toBe('done');
  expect(waits).toEqual([`process ${owner.pid} on ${owner.host}`]);
  expect(await readdir(directory)).toEqual([]);
});

it('a lock that was never written is taken over', async () => {
  await writeFile(lock, '');
  expect(await withMapLock(directory, {}, done, times)).toBe('done');
});

it('a holder that lasts keeps its lock by its heartbeat', async () => {
  const order: string[] = [];
  const first = withMapLock(
    directory,
    {},
    async () => {
      await sleep(2000);
      order.push('first');
    },
    times,
  );
  await expect.poll(() => readFile(lock, 'utf8').catch(() => '')).toContain('pid');
  const waits: string[] = [];
  await withMapLock(
    directory,
    { onWait: (holder) => waits.push(holder) },
    async () => order.push('second'),
    times,
  );
  await first;
  expect(order).toEqual(['first', 'second']);
  expect(waits).toEqual([`process ${process.pid} on ${hostname()}`]);
});

it('a holder whose lock was taken over leaves the other lock alone', async () => {
  const other = JSON.stringify({ host: 'build-3', pid: 12, id: 'other' });
  await withMapLock(
    directory,
    {},
    async () => {
      await writeFile(lock, other);
      await sleep(200);
    },
    times,
  );
  expect(await readFile(lock, 'utf8')).toBe(other);
});

it('a wait ends with the abort', async () => {
  await writeFile(lock, JSON.stringify({ host: 'build-3', pid: 12 }));
  await expect(
    withMapLock(directory, { signal: AbortSignal.timeout(50) }, done, times),
  ).rejects.toMatchObject({
    name: 'TimeoutError',
  });
});
