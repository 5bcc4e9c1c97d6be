import { createRoutingClient } from '@org/routing';
import { embedded, platformSupport, startEngine } from '@org/routing/embedded';
import { describe, expect, it } from 'vitest';
import { prepareTown } from '../../../sandbox/src/map/prepare.ts';
import { failureOf } from '../scripted-fetch.ts';
import { corner } from '../town.ts';
import { idOf, isRunning, slowMatrix } from './processes.ts';

describe.skipIf(!platformSupport().supported)('embedded() and time', () => {
  it('a computation that passes its time limit is not repeated', async () => {
    const { tilesDirectory } = await prepareTown();
    const engineLimits = { maxMatrixCells: 10_000_000 };
    await using routing = createRoutingClient({ driver: embedded({ tilesDirectory, engineLimits }) });
    await routing.snap({ profile: 'driving', positions: [corner(0, 0)] });
    const origins = Array.from({ length: 2500 }, (_, at) => corner((at * 7) % 11, (at * 5) % 11));
    const error = await failureOf(routing.matrix({ profile: 'driving', origins }, { timeoutMs: 300 }));
    expect(error).toMatchObject({
      code: 'timeout',
      attempts: 1,
      retryable: false,
      message: expect.stringMatching(/300 ms for the embedded engine to compute.*timeoutMs/),
    });
  });

  it('a call on a frozen process moves to another one', async () => {
    const { tilesDirectory } = await prepareTown();
    const limits = { maxMatrixCells: 9_999_999 };
    const engine = await startEngine({ tilesDirectory, limits });
    await using routing = createRoutingClient({ driver: embedded({ tilesDirectory, engineLimits: limits }) });
    await engine.call('status', {});
    const pid = idOf(engine.pid);
    process.kill(pid, 'SIGSTOP');
    const [frozen, { points }] = await Promise.all([
      failureOf(engine.call('status', {})),
      routing.snap({ profile: 'driving', positions: [corner(0, 0)] }, { timeoutMs: 30_000 }),
    ]);
    expect(frozen).toMatchObject({
      name: 'EngineCrash',
      ending: 'frozen',
      isCause: false,
      message: expect.stringContaining('no sign of life for 10 s'),
    });
    expect(points[0]?.position).toEqual(corner(0, 0));
    expect(engine.pid).not.toBe(pid);
    await expect.poll(() => isRunning(pid)).toBe(false);
    await engine.close();
  });

  it('a process that computes for long is not frozen', async () => {
    const { tilesDirectory } = await prepareTown();
    const engine = await startEngine({ tilesDirectory, threads: 1, limits: { maxMatrixCells: 9_999_998 } });
    await engine.call('status', {});
    const { pid } = engine;
    const stop = new AbortController();
    const slow = slowMatrix(engine, stop.signal, 3000).catch(() => undefined);
    await Promise.race([slow, new Promise((resolve) => setTimeout(resolve, 13_000))]);
    expect(engine.pid).toBe(pid);
    stop.abort('enough');
    await slow;
    await engine.close();
  });
});
