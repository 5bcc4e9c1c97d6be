import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startFaultServer } from '../src/testing/index.ts';

const names = ['default', 'node', 'fetch', 'undici'];

/** What the script prints, run with at most 64 file descriptors. */
async function runWithFew(host: string): Promise<Record<string, Record<string, unknown>>> {
  await using server = await startFaultServer();
  server.respond(() => ({
    answer: { json: {} },
    fault: { kind: 'latency', phase: 'after-request-body', delayMs: 50 },
  }));
  const script = fileURLToPath(new URL('descriptors-script.ts', import.meta.url));
  const url = server.url.replace('127.0.0.1', host);
  const command = 'ulimit -n 64; exec "$0" --conditions=@org/source "$1" "$2"';
  const { stdout } = await promisify(execFile)('bash', ['-c', command, process.execPath, script, url], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return JSON.parse(stdout);
}

const every = (end: unknown) => Object.fromEntries(names.map((name) => [name, end]));
// Node 22 keeps the failure of a file that it could not read.
const canLoadAgain = Number.parseInt(process.versions.node, 10) >= 24;

describe.runIf(process.platform === 'linux' && canLoadAgain)('a program without a free descriptor', () => {
  it.each([
    ['an address', '127.0.0.1'],
    ['a name, which is looked up', 'localhost'],
  ])('every call is `not-sent` and may be repeated: %s', async (_what, host) => {
    const { unloaded, loaded, full, free } = await runWithFew(host);
    const notLoaded = {
      code: 'configuration',
      message: expect.stringContaining('Too many files are open'),
      cause: expect.stringMatching(/EMFILE|too many open files/),
    };
    expect(unloaded).toEqual(every({ ...notLoaded, outcome: 'not-sent', retryable: true }));
    expect(loaded).toEqual(every('ok'));
    const notSent = { code: 'network', outcome: 'not-sent', retryable: true };
    expect(full).toEqual(every(expect.objectContaining(notSent)));
    expect(free).toEqual(every('ok'));
  });
});
