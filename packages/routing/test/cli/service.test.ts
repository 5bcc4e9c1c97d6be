import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerTable, runHere, serve, start } from './program.ts';

const key = 'key-5b1c0e2f7a9d4e63';
const pair = ['directions', '8.681,49.414', '8.687,49.42'];

describe('the program and a service', () => {
  it.each([
    [401, /OPENROUTESERVICE_API_KEY|key/],
    [403, /./],
    [429, /./],
  ])('status %i is one line without the key, and exit code 1', async (status, text) => {
    const { url, requests } = await serve((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '100' });
      response.end(JSON.stringify({ error: `The key ${key} is wrong` }));
    });
    const env = { OPENROUTESERVICE_API_KEY: key, OPENROUTESERVICE_BASE_URL: url };
    const { code, stdout, stderr } = await runHere(pair, { env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^routing: [^\n]+\n$/);
    expect(stderr).toMatch(text);
    expect(stderr).not.toContain(key);
    expect(requests[0]?.headers.authorization).toBe(key);
  });

  it.each(['openrouteservice', 'graphhopper', 'valhalla', 'osrm'])(
    'a server of --base-url gets no key of %s',
    async (driver) => {
      const { url, requests } = await serve((_, response) => response.writeHead(400).end('{}'));
      const args = [...pair, '--driver', driver, '--base-url', url];
      const env = { [`${driver.toUpperCase()}_API_KEY`]: key };
      expect(await runHere(args, { env })).toMatchObject({ code: 1 });
      expect(requests.length).toBeGreaterThan(0);
      expect(JSON.stringify(requests.map(({ headers, url: path }) => [headers, path]))).not.toContain(key);
    },
  );
});

it('a place without a road is named by its line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'routing-cli-'));
  try {
    const csv = join(folder, 'places.csv');
    await writeFile(csv, 'lon,lat\n8.681,49.414\n\n8.687,49.42\n');
    const body = { code: 'NoSegment', message: 'Could not find a matching segment for coordinate 1' };
    const { url } = await serve((_, response) => response.writeHead(400).end(JSON.stringify(body)));
    const { code, stderr } = await runHere(['directions', csv], { env: { OSRM_BASE_URL: url } });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^routing: \S*places\.csv, line 4: /);
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe('a matrix in tiles', () => {
  let folder: string;
  let csv: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'routing-cli-'));
    csv = join(folder, 'places.csv');
    const rows = Array.from({ length: 260 }, (_, at) => `p${at},${(at / 1000).toFixed(3)},50`);
    await writeFile(csv, ['name,lon,lat', ...rows].join('\n'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const args = () => ['matrix', csv, '--metrics', 'duration', '--resume', join(folder, 'kept')];

  it('has the rows in order, and --dry-run sends nothing', async () => {
    const { url, requests } = await serve(answerTable);
    const env = { OSRM_BASE_URL: url };
    const plan = await runHere([...args(), '--dry-run'], { env });
    expect(plan).toMatchObject({ code: 0, stderr: '' });
    const [, count] = /^requests +(\d+)\n/.exec(plan.stdout) ?? [];
    expect(requests).toEqual([]);
    const { code, stdout, stderr } = await runHere(args(), { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(String(requests.length)).toBe(count);
    const lines = stdout.trimEnd().split('\r\n');
    const expected = Array.from({ length: 260 * 260 }, (_, cell) => {
      const [from, to] = [Math.floor(cell / 260), cell % 260];
      return `p${from},p${to},${from * 1000 + to}`;
    });
    expect(lines).toEqual(['origin,destination,duration_seconds', ...expected]);
  });

  it.each(['SIGINT', 'SIGKILL'] as const)('after %s sends no answered tile again', async (signal) => {
    const answered = new Map<string, number>();
    let isSlow = true;
    const { url } = await serve((request, response) => {
      if (isSlow && answered.size >= 5) return; // answered no more
      answered.set(request.url ?? '', (answered.get(request.url ?? '') ?? 0) + 1);
      answerTable(request, response);
    });
    const env = { OSRM_BASE_URL: url };
    const first = start(args(), { env });
    await expect.poll(() => keptLines()).toBe(5);
    first.child.kill(signal);
    const { code, stderr } = await first.exit;
    if (signal === 'SIGINT') {
      expect(code).toBe(130);
      // The signal may come between the write of the fifth and its count.
      expect(stderr).toMatch(/^routing: [45] of \d+ requests are in .*kept\. Repeat the command/);
    }
    isSlow = false;
    expect(await runHere(args(), { env })).toMatchObject({ code: 0 });
    expect([...new Set(answered.values())]).toEqual([1]);
  });

  const keptLines = async () => {
    const text = await readFile(join(folder, 'kept'), 'utf8').catch(() => '');
    // Without the header.
    return Math.max(0, text.split('\n').length - 2);
  };

  it('ends quietly when the reader of its output leaves', async () => {
    const { url } = await serve(answerTable);
    const { child, exit } = start(['matrix', csv], { env: { OSRM_BASE_URL: url } });
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await exit).toMatchObject({ code: 0, stderr: '' });
  });
});
