import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withMapLock } from './map-lock.ts';
import { removeOldBuilds } from './remove-old-builds.ts';

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

it('C29: a holder whose lock was taken over waits for it, and knows that it lost it', async () => {
  const order: string[] = [];
  await withMapLock(
    directory,
    {},
    async (keep) => {
      order.push(`kept ${await keep()}`);
      await writeFile(lock, JSON.stringify({ host: 'build-3', pid: 12, id: 'other' }));
      const again = keep().then((kept) => order.push(`kept ${kept}`));
      await sleep(100);
      order.push('the other one ends');
      await rm(lock);
      await again;
      order.push(`kept ${await keep()}`);
    },
    times,
  );
  expect(order).toEqual(['kept true', 'the other one ends', 'kept false', 'kept true']);
  expect(await readdir(directory)).toEqual([]);
});

it('C29: removeOldBuilds() that stood still keeps the map that another process made current', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `build-${1_000 + index}`);
  for (const name of [...names, 'build-next', 'build-old']) await mkdir(join(directory, name));
  await symlink('build-old', join(directory, 'current'));
  const removing = removeOldBuilds({ directory });
  while (existsSync(join(directory, 'build-1000'))) await new Promise(setImmediate);
  // The next holder: it finds its map among the builds, and makes it current.
  writeFileSync(lock, JSON.stringify({ host: 'build-3', pid: 12, id: 'other' }));
  rmSync(join(directory, 'current'));
  symlinkSync('build-next', join(directory, 'current'));
  await sleep(300);
  await rm(lock, { force: true });
  expect(await removing).toEqual([...names, 'build-old']);
  expect([await readlink(join(directory, 'current')), (await readdir(directory)).sort()]).toEqual([
    'build-next',
    ['build-next', 'current'],
  ]);
});
