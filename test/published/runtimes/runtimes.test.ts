import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/package-entries.ts';
import { freePort } from '../../support/free-port.ts';
import { type Platform, platforms } from './platforms.ts';
import { type callAll, type Ending, type Surroundings, windowMs } from './program.ts';
import { type RecordingService, startRecordingService } from './service.ts';

type Result = Awaited<ReturnType<typeof callAll>>;
type Row = Readonly<Record<string, string>>;

const programPath = fileURLToPath(new URL('program.ts', import.meta.url));
// Genuine, so that only its age is wrong.
const hookBody = '{"time_ms":1,"events":[]}';
const hookSignature = createHmac('sha256', '7ad3773142a6692b25b8').update(hookBody).digest('hex');

const network = { code: 'network', outcome: 'unknown', attempts: 1 };
const deno = platforms.find(({ name }) => name === 'Deno') as Platform;

const checkedOnServer = {
  token: '278d425bdf160c739803:58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4',
  refusal: expect.objectContaining({ code: 'webhook-signature' }),
  old: expect.stringContaining('too old'),
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'org-runtimes-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a function of the program on the platform, with a service of its own. */
async function runOn(platform: Platform, name: string, longestMs?: number) {
  await using service = await startRecordingService();
  await using other = await startRecordingService();
  const closedUrl = `http://127.0.0.1:${await freePort()}`;
  const surroundings: Surroundings = {
    baseUrl: service.url,
    otherUrl: other.url,
    closedUrl,
    hookBody,
    hookSignature,
  };
  const evaluated = await platform.evaluate({
    imports: `import { ${name} } from ${JSON.stringify(programPath)};`,
    expression: `${name}(${JSON.stringify(surroundings)})`,
    folder,
    page: { url: `${service.url}/page`, serve: service.servePage },
    longestMs,
  });
  return { ...evaluated, service, other };
}

/** The row of the platform in the table of packages/core/docs/runtimes.md. */
function documentedRow(name: string): Row | undefined {
  const [head = [], ...rows] = readFileSync(`${root}packages/core/docs/runtimes.md`, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const row = rows.find(([first]) => first === name);
  return row && Object.fromEntries(head.map((column, at) => [column, row[at] ?? '']));
}

const outcomeOf = (ending: Ending) => ('outcome' in ending ? ending.outcome : 'a result');

function measuredRow(name: string, { endings }: Result, timesTaken: number, lingeredMs?: number): Row {
  // Longer than a busy machine takes, shorter than the shortest timer that a forgotten one would be.
  const exit = (lingeredMs ?? 0) < 3_000 ? 'ends by itself' : '**does not end**';
  return {
    runtime: name,
    'a write arrives': timesTaken === 1 ? 'once' : '**twice**',
    'a refused connection': `\`${outcomeOf(endings.unreachable)}\``,
    'a cut gzip body': 'code' in endings.cutGzip ? 'an error' : '**not reported**',
    'a redirected read': 'code' in endings.redirectedRead ? 'refused' : 'followed',
    'the process': lingeredMs === undefined ? '–' : exit,
  };
}

/** The largest number of times that the service took a call whose connection ended before its answer. */
function mostTimesTaken({ server }: RecordingService, once: Result['once']): number {
  const counts = Object.entries(once).map(([path, ending]) => {
    const [, second, ...repeated] = server.requests.filter((request) => request.path === path);
    const before = server.requests.slice(0, server.requests.indexOf(second as never));
    // Only a reused connection shows whether the platform repeats.
    expect(
      before.map(({ connection }) => connection),
      path,
    ).toContain(second?.connection);
    if (repeated.length === 0) expect(ending, path).toEqual(network);
    return 1 + repeated.length;
  });
  return Math.max(...counts);
}

describe('the promises of the published packages, by runtime', () => {
  for (const platform of platforms) {
    const { name, note, agent } = platform;
    it.skipIf(note !== '')(`${name}${note}`, async () => {
      const { value, lingeredMs, service, other } = await runOn(platform, 'callAll');
      const { once, endings, lightEndings, light, routing, server } = value as Result;

      const row = measuredRow(name, value as Result, mostTimesTaken(service, once), lingeredMs);
      expect(row).toEqual(documentedRow(name));

      expect(lightEndings).toEqual(endings);

      const { redirectedWrite, redirectedAway, redirectedRead: _, cutGzip: __, ...others } = endings;
      expect(others).toEqual({
        unreachable: { ...network, outcome: outcomeOf(endings.unreachable) },
        timeLimit: { ...network, code: 'timeout' },
        deadline: { ...network, code: 'timeout' },
        abort: { thrown: 'Error: enough' },
        paused: { value: 200 },
        unknownOption: { code: 'configuration', outcome: 'not-sent' },
        refused: { code: 'authentication', outcome: 'not-sent', attempts: 1, status: 401 },
        showsKey: false,
        whole: { value: 18_669 },
        cutLength: network,
        cutChunks: network,
      });
      for (const ending of [redirectedWrite, redirectedAway])
        expect(ending).toMatchObject({ code: 'redirect-refused', attempts: 1 });
      expect(JSON.stringify(endings)).not.toContain('"status":0');
      expect([service.arrivals('/target'), other.server.requests]).toEqual([[], []]);
      const [first429 = 0, afterPause = 0, second429 = 0, again = 0] = service.arrivals('/paused');
      expect(Math.min(afterPause - first429, again - second429)).toBeGreaterThan(980);

      expect(service.mostAtOnce()).toBe(2);
      const arrivals = service.arrivals('/two-a-window');
      const gaps = arrivals.slice(2).map((arrival, at) => arrival - (arrivals[at] ?? 0));
      // The clocks of the program and of the service are read a little apart.
      expect(Math.min(...gaps)).toBeGreaterThan(windowMs - 20);

      expect(light).toEqual({
        accepted: { value: 're1' },
        refused: { code: 'authentication', outcome: 'not-sent', attempts: 1, status: 401 },
        unreachable: { ...network, outcome: outcomeOf(endings.unreachable) },
        lost: network,
        abort: { thrown: 'Error: enough' },
        forged: expect.objectContaining({ code: 'webhook-signature' }),
      });
      expect(routing).toEqual({
        found: { value: 1365.2 },
        refused: { code: 'authentication', outcome: 'not-sent', attempts: 1, status: 401 },
        unreachable: { ...network, outcome: outcomeOf(endings.unreachable) },
        lost: network,
        abort: { thrown: 'Error: enough' },
        table: {
          value: [
            [0, 263.3],
            [263.3, 0],
          ],
        },
      });
      // Two a second: each mail but the first two waits for the one before the last.
      const mails = service.arrivals('/light/emails');
      const waits = mails.slice(2).map((arrival, at) => arrival - (mails[at] ?? 0));
      expect(mails).toHaveLength(4);
      expect(Math.min(...waits)).toBeGreaterThan(980);

      const [first] = service.server.requests.filter(({ path }) => path === '/once/request');
      expect([first?.text(), first?.headers.get('user-agent')]).toEqual(['{"a":1}', agent]);
      expect(server).toEqual(checkedOnServer);
    });
  }

  it('each runtime has a row in packages/core/docs/runtimes.md', () => {
    expect(platforms.filter(({ name }) => documentedRow(name) === undefined)).toEqual([]);
  });

  // When this test fails, Deno can: update core's transports.md and the comment of createNodeTransport().
  it.skipIf(deno.note !== '')(`Deno does not end after a time limit of node:http${deno.note}`, async () => {
    const { value, lingeredMs } = await runOn(deno, 'timeOutOnNodeTransport', 3_000);
    expect(value).toMatchObject({ code: 'timeout', attempts: 1 });
    expect(lingeredMs).toBe(Number.POSITIVE_INFINITY);
  });
});
