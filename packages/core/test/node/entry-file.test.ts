import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import promises from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EntryFileOptions, type EntryPlace, FileError, openEntryFile } from '@org/core/node';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const script = fileURLToPath(new URL('entry-file-script.ts', import.meta.url));
const nodeFlags = ['--conditions=@org/source', '--no-warnings', script];

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'entries-'));
  path = join(folder, 'run.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function open(options: Partial<EntryFileOptions> = {}, at = path) {
  const entries: unknown[] = [];
  const places: EntryPlace[] = [];
  const file = await openEntryFile(at, {
    format: 'test',
    header: { id: 1 },
    durability: 'disk',
    onHeader: () => true,
    onEntry(entry, place) {
      places.push(place);
      return entry !== undefined && entries.push(entry) > 0;
    },
    ...options,
  });
  return { ...file, entries, places };
}

/** Starts the script; resolves with its first line. */
function start(mode: string) {
  const child = spawn(process.execPath, [...nodeFlags, path, mode], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const line = new Promise<Record<string, unknown>>((resolve) => {
    child.stdout.once('data', (text) => resolve(JSON.parse(String(text))));
  });
  return { child, closed, line };
}

describe('an entry file', () => {
  it('keeps entries after a header, gives them back in order, and only its owner may read it', async () => {
    const first = await open();
    const places = await Promise.all([first.append({ a: 'ü\n' }), first.append({ b: 2 })]);
    expect(await first.read(places[1] as EntryPlace)).toEqual({ b: 2 });
    await first.close();
    expect(readFileSync(path, 'utf8')).toBe('{"format":"test","id":1}\n{"a":"ü\\n"}\n{"b":2}\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const second = await open();
    expect([second.entries, second.places]).toEqual([[{ a: 'ü\n' }, { b: 2 }], places]);
    await second.close();
    expect(readdirSync(folder)).toEqual(['run.jsonl']);
  });

  it.each(['{"b":', '{"b":2}', '\0\0\0'])('drops an incomplete last line: %j', async (torn) => {
    const first = await open();
    await first.append({ a: 1 });
    await first.close();
    appendFileSync(path, torn);
    const second = await open();
    await second.append({ c: 3 });
    await second.close();
    expect(readFileSync(path, 'utf8')).toBe('{"format":"test","id":1}\n{"a":1}\n{"c":3}\n');
  });

  it.each(['notes', '{"a":1}', 'a,b\n1,2\n', '{"format":"other"}\n', '\0\0', '\n'])(
    'refuses a foreign file and leaves it as it is: %j',
    async (content) => {
      writeFileSync(path, content);
      await expect(open()).rejects.toMatchObject({
        code: 'configuration',
        outcome: 'not-sent',
        message: expect.stringMatching(/run\.jsonl is not of the format test.*Use another file/),
      });
      expect(readFileSync(path, 'utf8')).toBe(content);
      expect(readdirSync(folder)).toEqual(['run.jsonl']);
    },
  );

  it.each(['disk', 'process'] as const)('syncs the folder of a new file, once: %s', async (durability) => {
    const synced: string[] = [];
    const real = promises.open;
    const spy = vi.spyOn(promises, 'open').mockImplementation(async (...given) => {
      const handle = await real(...given);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        await sync();
        synced.push(String(given[0]));
      };
      return handle;
    });
    try {
      const elsewhere = join(folder, 'elsewhere');
      mkdirSync(elsewhere);
      symlinkSync(join(elsewhere, 'run.jsonl'), path);
      await (await open({ durability })).close();
      await (await open({ durability })).close();
      // The name is in the folder that the link leads to.
      expect(synced).toEqual(durability === 'disk' ? [realpathSync(elsewhere)] : []);
    } finally {
      spy.mockRestore();
    }
  });

  it('refuses damage in the middle, or skips it where the caller allows that', async () => {
    const content = '{"format":"test"}\n{"a":1}\n{"b\n{"c":3}\n';
    writeFileSync(path, content);
    await expect(open()).rejects.toThrow(/damaged at byte 26/);
    const file = await open({ canSkipDamaged: true });
    await file.close();
    expect(file.entries).toEqual([{ a: 1 }, { c: 3 }]);
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  it.each([
    ['a folder', () => folder, /EISDIR/],
    ['a missing folder', () => join(folder, 'none', 'run'), /ENOENT.*create it/],
    ['a device', () => '/dev/full', /not a regular file/],
    ['a long name', () => join(folder, 'x'.repeat(300)), /ENAMETOOLONG/],
  ])('refuses %s with a typed error', async (_name, at, message) => {
    await expect(open({}, at())).rejects.toMatchObject({
      code: 'configuration',
      outcome: 'not-sent',
      message: expect.stringMatching(message),
    });
  });

  it.skipIf(process.getuid?.() === 0)('refuses a folder without permission', async () => {
    mkdirSync(join(folder, 'closed'));
    chmodSync(join(folder, 'closed'), 0o500);
    await expect(open({}, join(folder, 'closed', 'run'))).rejects.toThrow(/EACCES.*permissions/);
  });
});

describe('the lock of an entry file', () => {
  it('refuses a second process and names the holder; its end releases the file', async () => {
    const holder = start('hold');
    expect(await holder.line).toEqual({ opened: holder.child.pid });
    await expect(open()).rejects.toMatchObject({
      code: 'configuration',
      outcome: 'not-sent',
      message: expect.stringContaining(`process ${holder.child.pid} on host ${hostname()}`),
    });
    holder.child.stdin.end();
    await holder.closed;
    expect(existsSync(`${path}.lock`)).toBe(false);
    await (await open()).close();
  });

  it('is one for all names of the file', async () => {
    const file = await open();
    symlinkSync(path, join(folder, 'other'));
    await expect(open({}, join(folder, 'other'))).rejects.toThrow(/is held by/);
    await file.close();
  });

  it('P7: an open file does not keep the process, whose exit releases the lock', async () => {
    const { line, closed } = start('idle');
    expect(await line).toHaveProperty('opened');
    await closed;
    expect(readdirSync(folder)).toEqual(['run.jsonl']);
  });

  it('E6: after kill -9 exactly one of several processes takes the lock over', async () => {
    const holder = start('hold');
    await holder.line;
    holder.child.kill('SIGKILL');
    await holder.closed;
    expect(existsSync(`${path}.lock`)).toBe(true);
    const takers = Array.from({ length: 6 }, () => start('hold'));
    const lines = await Promise.all(takers.map(({ line }) => line));
    for (const { child } of takers) child.stdin.end();
    await Promise.all(takers.map(({ closed }) => closed));
    expect(lines.filter((line) => 'opened' in line)).toHaveLength(1);
    expect(lines.filter(({ code }) => code === 'configuration')).toHaveLength(5);
    expect(readdirSync(folder)).toEqual(['run.jsonl']);
  });

  it('a race of many opens in one process has one winner each time', async () => {
    for (let round = 0; round < 20; round += 1) {
      const dead = { pid: 2 ** 22 + 1, host: hostname(), token: `dead-${round}` };
      writeFileSync(`${path}.lock`, JSON.stringify(dead));
      const opened = await Promise.allSettled(Array.from({ length: 8 }, () => open()));
      const won = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      expect(won).toHaveLength(1);
      await won[0]?.close();
    }
    expect(readdirSync(folder)).toEqual(['run.jsonl']);
  });

  it.runIf(process.platform === 'linux')('is taken over from a pid that was reused', async () => {
    const reused = { pid: process.pid, host: hostname(), startTicks: '1', token: 'a' };
    writeFileSync(`${path}.lock`, JSON.stringify(reused));
    await (await open()).close();
  });

  it.each([
    [
      'on another host',
      JSON.stringify({ pid: 1, host: 'elsewhere', token: 'a' }),
      /process 1 on host elsewhere/,
    ],
    ['without a readable holder', 'x', /cannot be determined/],
  ])('%s stays, and the error says how to remove it', async (_name, content, message) => {
    writeFileSync(`${path}.lock`, content);
    const refused = expect(open()).rejects;
    await refused.toThrow(message);
    await expect(open()).rejects.toThrow(/If the process has ended, remove the lock file/);
    expect(readFileSync(`${path}.lock`, 'utf8')).toBe(content);
  });
});

describe('a full disk', () => {
  const mount = `mount -t tmpfs -o size=64k tmpfs "$0"`;
  const canMount = spawnSync('unshare', ['-m', 'sh', '-c', mount, tmpdir()]).status === 0;

  it.skipIf(!canMount)('rejects with a FileError; earlier and later entries are complete', () => {
    const run = `${mount} && exec "$@"`;
    const command = [process.execPath, ...nodeFlags, path, 'fill'];
    const { stdout } = spawnSync('unshare', ['-m', 'sh', '-c', run, folder, ...command]);
    const [failure, end] = String(stdout)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(failure).toMatchObject({
      code: 'file',
      outcome: 'not-sent',
      system: 'ENOSPC',
      message: expect.stringMatching(/earlier entries are safe\. Free space on the disk/),
    });
    expect(failure.durable).toBeGreaterThan(5);
    expect(end).toEqual({ isComplete: true });
  });

  it('is recognised by the family of its error', () => {
    expect(FileError.isInstance(new FileError({ message: 'full' }))).toBe(true);
  });
});
