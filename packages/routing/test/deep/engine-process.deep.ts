import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRoutingClient } from '@org/routing';
import {
  embedded,
  loadEngine,
  platformSupport,
  type StartedEngine,
  startEngine,
} from '@org/routing/embedded';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { prepareTown } from '../../../sandbox/src/map/prepare.ts';
import { idOf, isRunning, killed, slowMatrix } from '../embedded/processes.ts';
import { failureOf } from '../scripted-fetch.ts';
import { corner } from '../town.ts';

describe.skipIf(!platformSupport().supported)('the process of the engine', { timeout: 60_000 }, () => {
  let tilesDirectory: string;
  const open: StartedEngine[] = [];
  // Other limits are another engine: tests do not share a process by chance.
  let limits = 60;
  const start = async (options: { threads?: number } = {}) => {
    limits += 1;
    const engine = await startEngine({ tilesDirectory, limits: { maxWaypoints: limits }, ...options });
    open.push(engine);
    return engine;
  };
  const status = (engine: StartedEngine, signal?: AbortSignal) => engine.call('status', {}, signal);

  beforeAll(async () => {
    ({ tilesDirectory } = await prepareTown());
  });
  afterEach(() => Promise.all(open.splice(0).map((engine) => engine.close())));

  it('starts with the first call, and is another process', async () => {
    const engine = await start();
    expect(engine.pid).toBeUndefined();
    expect(await status(engine)).toMatchObject({ version: platformSupport().version });
    expect(engine.pid).not.toBe(process.pid);
    expect(isRunning(engine.pid)).toBe(true);
  });

  it('does not start with isolation: none', async () => {
    const driver = embedded({ tilesDirectory, isolation: 'none', threads: 6 });
    const probe = await startEngine({ tilesDirectory, threads: 6 });
    open.push(probe);
    const routing = createRoutingClient({ driver });
    const { points } = await routing.snap({ profile: 'driving', positions: [corner(0, 0)] });
    expect(points[0]?.position).toEqual(corner(0, 0));
    expect(probe.pid).toBeUndefined();
    await routing.close();
  });

  it('carries responses of megabytes and refusals unchanged', async () => {
    const engine = await start();
    const local = await loadEngine({ tilesDirectory, limits: { maxMatrixCells: 1_000_000 } });
    const large = await startEngine({ tilesDirectory, limits: { maxMatrixCells: 1_000_000 } });
    open.push(large);
    const places = Array.from({ length: 150 }, (_, at) => {
      const [lon, lat] = corner(at % 11, at % 10);
      return { lon, lat };
    });
    const body = { sources: places, targets: places, costing: 'auto', id: 'é'.repeat(100_000) };
    const answers = [large, local].map((each) => each.call('sources_to_targets', body));
    const [sent, direct] = await Promise.all(answers);
    expect(JSON.stringify(sent).length).toBeGreaterThan(1_000_000);
    expect(sent).toEqual(direct);
    const refusals = [engine, local].map((each) => failureOf(each.call('route', { costing: 'auto' })));
    const [refusal, expected] = await Promise.all(refusals);
    expect(refusal).toMatchObject({ name: 'EngineError', code: 110 });
    expect(String(refusal)).toBe(String(expected));
  });

  it('is shared by engines of the same tiles and options, and ends with the last one', async () => {
    const first = await start();
    const second = await startEngine({ tilesDirectory, limits: { maxWaypoints: limits } });
    await Promise.all([status(first), status(second)]);
    const { pid } = first;
    expect(second.pid).toBe(pid);
    await first.close();
    await first.close();
    expect(isRunning(pid)).toBe(true);
    expect(await status(second)).toMatchObject({ version: expect.any(String) });
    await second.close();
    expect(isRunning(pid)).toBe(false);
  });

  it('close() of the last client ends it', async () => {
    const client = () => createRoutingClient({ driver: embedded({ tilesDirectory, threads: 3 }) });
    const [first, second] = [client(), client()];
    const probe = await startEngine({ tilesDirectory, threads: 3 });
    const query = { profile: 'driving', positions: [corner(0, 0)] } as const;
    await Promise.all([first.snap(query), second.snap(query)]);
    const { pid } = probe;
    await Promise.all([first.close(), probe.close()]);
    expect(isRunning(pid)).toBe(true);
    await second.close();
    expect(isRunning(pid)).toBe(false);
  });

  it.each(['SIGSEGV', 'SIGABRT', 'SIGKILL'] as const)(
    '%s is an error of the calls in flight; the next call starts another process',
    async (signal) => {
      const engine = await start();
      await status(engine);
      const { pid } = engine;
      const calls = [slowMatrix(engine), slowMatrix(engine)].map(failureOf);
      process.kill(idOf(pid), signal);
      for (const error of await Promise.all(calls))
        expect(error).toMatchObject({ name: 'EngineCrash', ending: signal, isCause: false });
      expect(await status(engine)).toMatchObject({ version: expect.any(String) });
      expect(engine.pid).not.toBe(pid);
    },
  );

  it('a crash while no call is in flight is not an error', async () => {
    const engine = await start();
    await status(engine);
    const { pid } = engine;
    await killed(idOf(pid));
    expect(await status(engine)).toMatchObject({ version: expect.any(String) });
  });

  it('a client repeats calls that a crash of another one ended', async () => {
    const routing = createRoutingClient({ driver: embedded({ tilesDirectory, threads: 4 }) });
    const engine = await startEngine({ tilesDirectory, threads: 4 });
    open.push(engine);
    await status(engine);
    const slow = failureOf(slowMatrix(engine));
    const call = routing.snap({ profile: 'driving', positions: [corner(0, 0)] });
    setImmediate(() => process.kill(idOf(engine.pid), 'SIGKILL'));
    expect((await call).points[0]?.position).toEqual(corner(0, 0));
    expect(await slow).toMatchObject({ name: 'EngineCrash' });
    await routing.close();
  });

  it('the call that ends the process alone is not repeated', async () => {
    const engineLimits = { maxMatrixCells: 10_000_000 };
    const routing = createRoutingClient({ driver: embedded({ tilesDirectory, engineLimits }) });
    const engine = await startEngine({ tilesDirectory, limits: engineLimits });
    open.push(engine);
    await status(engine);
    const { pid } = engine;
    const origins = Array.from({ length: 1500 }, (_, at) => corner((at * 7) % 11, (at * 5) % 11));
    const call = failureOf(routing.matrix({ profile: 'driving', origins }));
    await new Promise((resolve) => setTimeout(resolve, 200));
    process.kill(idOf(pid), 'SIGSEGV');
    const error = await call;
    await routing.close();
    expect(error).toMatchObject({
      code: 'server',
      providerCode: 'engine-crashed',
      attempts: 1,
      message: expect.stringContaining('SIGSEGV'),
    });
  });

  it('starts no sixth process after five crashes in a row', async () => {
    const engine = await start();
    const endings: unknown[] = [];
    for (let crash = 0; crash < 5; crash += 1) {
      const call = failureOf(slowMatrix(engine));
      await expect.poll(() => engine.pid).toBeDefined();
      process.kill(idOf(engine.pid), 'SIGSEGV');
      endings.push(await call);
    }
    expect(endings.every((error) => error instanceof Error)).toBe(true);
    expect(await failureOf(status(engine))).toMatchObject({
      name: 'EngineCrash',
      message: expect.stringContaining('5 times in a row'),
    });
    expect(engine.pid).toBeUndefined();
  });
});

describe.skipIf(!platformSupport().supported)('an aborted call', () => {
  let tilesDirectory: string;
  beforeAll(async () => {
    ({ tilesDirectory } = await prepareTown());
  });

  it('rejects at once, and a short computation keeps its process', async () => {
    await using engine = disposable(await startEngine({ tilesDirectory, limits: { maxWaypoints: 41 } }));
    await engine.call('status', {});
    const { pid } = engine;
    const stop = new AbortController();
    const call = failureOf(slowMatrix(engine, stop.signal, 10));
    const reason = new Error('enough');
    stop.abort(reason);
    expect(await call).toBe(reason);
    expect(await failureOf(engine.call('status', {}, stop.signal))).toBe(reason);
    expect(await engine.call('status', {})).toMatchObject({ version: expect.any(String) });
    expect(engine.pid).toBe(pid);
  });

  it('that computes on for more than a second ends its process; other calls move to a new one', async () => {
    await using engine = disposable(
      await startEngine({
        tilesDirectory,
        threads: 1,
        limits: { maxWaypoints: 42, maxMatrixCells: 10_000_000 },
      }),
    );
    await engine.call('status', {});
    const { pid } = engine;
    const stop = new AbortController();
    const call = failureOf(slowMatrix(engine, stop.signal, 2500));
    const waiting = engine.call('status', {});
    stop.abort('enough');
    expect(await call).toBe('enough');
    expect(await waiting).toMatchObject({ version: expect.any(String) });
    expect(engine.pid).not.toBe(pid);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

describe.skipIf(!platformSupport().supported)('the process of the engine and its parent', () => {
  const parent = async (program: string) => {
    const { tilesDirectory } = await prepareTown();
    const text = `
      import { startEngine } from '@org/routing/embedded';
      const engine = await startEngine({ tilesDirectory: ${JSON.stringify(tilesDirectory)} });
      await engine.call('status', {});
      console.log(engine.pid);
      ${program}`;
    const child = spawn(
      process.execPath,
      ['--conditions=@org/source', '--input-type=module', '--eval', text],
      { cwd: new URL('../embedded/', import.meta.url), stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return { child, pid: Number(line.toString()) };
  };

  it('does not keep an idle parent alive, and ends with it', async () => {
    const { child, pid } = await parent('');
    if (child.exitCode === null) await once(child, 'exit');
    expect(child.exitCode).toBe(0);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('ends when the parent is killed', async () => {
    const { child, pid } = await parent('setInterval(() => {}, 1000);');
    expect(isRunning(pid)).toBe(true);
    child.kill('SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('ends when the parent is killed while the engine computes', async () => {
    const { child, pid } = await parent(`
      const place = { lat: 50, lon: 10 };
      const places = Array.from({ length: 50 }, (_, at) => ({ lat: 50 + at / 10000, lon: 10 }));
      const request = { sources: places, targets: places, costing: 'auto' };
      await Promise.all(Array.from({ length: 100 }, () => engine.call('sources_to_targets', request)));`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    child.kill('SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

function disposable(engine: StartedEngine): StartedEngine & AsyncDisposable {
  return Object.defineProperty(engine, Symbol.asyncDispose, {
    value: () => engine.close(),
  }) as StartedEngine & AsyncDisposable;
}
