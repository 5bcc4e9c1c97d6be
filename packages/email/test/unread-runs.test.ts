import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { batchClient } from './batch-stage.ts';
import { collect } from './collect.ts';

const messages = [{ from: 'ann@acme.dev', to: 'bob@x.dev', subject: 'Hi', text: 'Hi' }];
const open = () => batchClient(undefined, { batch: undefined }, {});

describe('E14: a run of sendEach that nobody reads', () => {
  const warn = vi.spyOn(console, 'warn');
  afterAll(() => warn.mockRestore());
  const listeners = () => process.listenerCount('exit');
  let before = 0;
  beforeEach(() => {
    before = listeners();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    warn.mockReset().mockReturnValue(undefined);
  });
  afterEach(() => {
    vi.useRealTimers();
    expect(listeners()).toBe(before);
  });

  it.each<[string, (email: ReturnType<typeof open>['email']) => unknown]>([
    ['the call alone', (email) => email.sendEach(messages)],
    ['its promise', async (email) => await email.sendEach(messages)],
  ])('is reported with the words that mend it: %s', async (_what, call) => {
    const { email, requests } = open();
    const run = (await call(email)) as ReturnType<typeof email.sendEach>;
    vi.advanceTimersByTime(999);
    expect(warn).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining('for await (const outcome of email.sendEach(')],
    ]);
    expect(requests).toEqual([]);
    // A late reader gets all outcomes.
    expect(await collect(run)).toHaveLength(1);
  });

  it('is reported once for a client', async () => {
    const { email } = open();
    const runs = [0, 1, 2].map(() => email.sendEach(messages));
    vi.advanceTimersByTime(10_000);
    runs.push(email.sendEach(messages));
    vi.advanceTimersByTime(10_000);
    expect(warn).toHaveBeenCalledTimes(1);
    for (const run of runs) await run.return();
  });

  it('is not reported when it is read within a second, in any way', async () => {
    const { email } = open();
    await collect(email.sendEach(messages));
    await email.sendEach(messages).next();
    await email.sendEach(messages).return();
    const stored = Array.from({ length: 20 }, () => email.sendEach(messages));
    vi.advanceTimersByTime(500);
    for (const run of stored) await collect(run);
    vi.advanceTimersByTime(10_000);
    expect(warn).not.toHaveBeenCalled();
  });
});

it.each([
  ['ends', 'unread', 1],
  ['ends by process.exit()', 'exit', 1],
  ['reads its runs', 'read', 0],
])('E14: a program that %s at once says so and does not wait', async (_what, how, warnings) => {
  const script = fileURLToPath(new URL('./unread-runs-script.ts', import.meta.url));
  const flags = ['--conditions=@org/source', '--unhandled-rejections=strict', script, how];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect([code, output.split('for await').length - 1, output]).toEqual([0, warnings, output]);
});
