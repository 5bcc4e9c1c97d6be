import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleProgram, type ProgramFile } from '../../../test/support/bundle-program.ts';
import { type FaultServer, startFaultServer } from '../src/testing/index.ts';

let program: ProgramFile;
let server: FaultServer;
beforeAll(async () => {
  program = await bundleProgram(new URL('exit-script.ts', import.meta.url));
  server = await startFaultServer({
    rules: [
      { when: { path: '/broken' }, answer: { status: 500 } },
      { when: { path: '/cut' }, fault: { kind: 'reset-peer', phase: 'mid-response-body' } },
      { when: { path: '/silent' }, fault: { kind: 'timeout', phase: 'after-headers' } },
      { when: { path: '/later' }, answer: { status: 429, headers: { 'retry-after': '50' } } },
      { when: { path: '/second-time-lucky', nth: 1 }, answer: { status: 500 } },
    ],
  });
});
afterAll(async () => {
  program[Symbol.dispose]();
  await server.close();
});

/** Runs the script to its own end. */
async function runToItsEnd(scenario: string) {
  const flags = ['--throw-deprecation', '--unhandled-rejections=strict'];
  const child = spawn(process.execPath, [...flags, program.path, scenario, server.url], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Only for the one that would run for ever; its test then fails for the signal.
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  const said: Record<string, unknown> = {};
  for (const line of stdout.split('\n').filter(Boolean)) Object.assign(said, JSON.parse(line));
  return { said, stderr, code, signal };
}

// A busy machine may take its time to start ten processes.
describe('C11: a process whose work is done ends by itself', { timeout: 90_000 }, () => {
  it.concurrent.each([
    ['unused', 'object'],
    ['answered', '200'],
    ['answered-closed', '200'],
    ['failed', 'ServerError'],
    ['body-cut', 'NetworkError'],
    ['timed-out', 'TimeoutError'],
    ['aborted-in-retry-wait', 'AbortError'],
    ['aborted-in-queue', 'AbortError,AbortError,AbortError'],
    ['closed-in-retry-wait', 'ClosedError'],
  ])('%s', async (scenario, result) => {
    const { said, stderr, code, signal } = await runToItsEnd(scenario);
    expect(stderr).toBe('');
    expect({ code, signal }).toEqual({ code: 0, signal: null });
    expect(said).toMatchObject({ result, open: [], code: 0 });
  });

  it('but not before a call that nobody awaits has come to its end', async () => {
    const { said, stderr, code } = await runToItsEnd('not-awaited');
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(said).toMatchObject({ result: 'running', later: '200' });
  });
});
