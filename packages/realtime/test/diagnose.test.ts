import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRealtimeClient, type RealtimeClient } from '../src/index.ts';
import { connectTo, heldTime, passedUntil, signFor, startService, until } from './realtime-fixtures.ts';
import { frame, startScriptedServer } from './scripted-server.ts';

async function outcomes(realtime: RealtimeClient, options?: Parameters<RealtimeClient['diagnose']>[0]) {
  const { checks } = await realtime.diagnose(options);
  return Object.fromEntries(checks.map(({ name, outcome }) => [name, outcome]));
}

describe('diagnose', () => {
  it('checks each step to the service, and lists messages without their data', async () => {
    const service = await startService();
    const { realtime } = connectTo(service);
    const orders = realtime.subscribe('private-orders');
    await orders.subscribed();
    service.publish({ channel: 'private-orders', event: 'paid', data: '"a very private note"' });
    const startedMs = performance.now();
    const report = await realtime.diagnose({ channel: 'private-orders' });
    const checks = report.checks.map(({ name, outcome }) => `${name} ${outcome}`);
    expect(checks).toEqual([
      'dns ok',
      'tcp ok',
      'tls skipped',
      'clock ok',
      'websocket ok',
      'app-key ok',
      'ping ok',
      'authorization ok',
    ]);
    const elapsedMs = report.checks.reduce((sum, check) => sum + check.elapsedMs, 0);
    expect(elapsedMs).toBeLessThanOrEqual(performance.now() - startedMs);
    expect(report).toMatchObject({ state: 'connected', lastError: undefined });
    expect(report.channels).toMatchObject([{ name: 'private-orders', state: 'subscribed' }]);
    expect(report.recent.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
      expect.arrayContaining([
        'state connected',
        'sent pusher:subscribe',
        'received pusher_internal:subscription_succeeded',
      ]),
    );
    const text = `${report}${JSON.stringify(report)}`;
    expect(text).not.toContain(service.app.key);
    expect(text).not.toMatch(/private note|[0-9a-f]{64}/);
    expect(String(report)).toMatch(/Checks\n {2}ok {6}dns/);
  });

  it('the connection of the diagnosis leaves nothing behind', async () => {
    const service = await startService();
    const { realtime, states } = connectTo(service);
    await realtime.diagnose();
    expect(states()).toEqual([]); // the client itself did not connect
    await expect.poll(() => service.stats.connections).toBe(0);
  });

  it('a wrong key fails at the app key', async () => {
    const { realtime } = connectTo(await startService(), { key: 'no-such-key' });
    const report = await realtime.diagnose();
    const failed = report.checks.find(({ outcome }) => outcome === 'failed');
    expect(failed).toMatchObject({ name: expect.stringMatching(/app-key|websocket/) });
    expect(failed?.detail).toMatch(/no such app/);
    expect(String(report)).not.toContain('no-such-key');
  });

  it('a refused port fails at TCP', async () => {
    const realtime = createRealtimeClient({ key: 'k', host: '127.0.0.1', port: 1 });
    onTestFinished(() => realtime.close());
    expect(await outcomes(realtime)).toEqual({
      dns: 'ok',
      tcp: 'failed',
      tls: 'skipped',
      clock: 'skipped',
      websocket: 'failed',
      'app-key': 'skipped',
      ping: 'skipped',
      authorization: 'skipped',
    });
  });

  it('a server that never answers ends with timeoutMs', async () => {
    const server = createServer(() => {});
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const realtime = createRealtimeClient({ key: 'k', host: '127.0.0.1', port });
    onTestFinished(() => realtime.close());
    const report = await realtime.diagnose({ timeoutMs: 300 });
    expect(report.checks.find(({ name }) => name === 'websocket')).toMatchObject({
      outcome: 'failed',
      detail: 'not complete within timeoutMs',
    });
  });

  it('an endpoint that refuses fails at the authorization, without its token', async () => {
    const service = await startService();
    const wrong = signFor({ app: { ...service.app, key: 'other-key' } });
    const { realtime } = connectTo(service, { authorize: wrong });
    const report = await realtime.diagnose({ channel: 'private-x' });
    const check = report.checks.at(-1);
    expect(check).toMatchObject({ name: 'authorization', outcome: 'failed' });
    expect(check?.detail).toMatch(/another app key/);
    expect(String(report)).not.toMatch(/other-key/);
  });

  it('keeps the last 64 entries, and no long name', async () => {
    const server = await startScriptedServer();
    const realtime = createRealtimeClient(server.address);
    onTestFinished(() => realtime.close());
    await realtime.connect();
    for (let at = 0; at < 100; at += 1) server.say(frame(`event-${at}`, {}, 'c'));
    server.say(frame('x'.repeat(100_000), {}, 'c'));
    await expect.poll(async () => (await realtime.diagnose({ timeoutMs: 500 })).recent.length).toBe(64);
    const { recent } = await realtime.diagnose({ timeoutMs: 500 });
    expect(recent.at(-1)?.name).toBe('(a long name)');
    expect(recent.at(-2)?.name).toBe('event-99');
  });

  it('refuses wrong options, and ends with its signal', async () => {
    const { realtime } = connectTo(await startService());
    await expect(realtime.diagnose({ timeoutMs: 0 })).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(realtime.diagnose({ signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
    await realtime.close();
    await expect(realtime.diagnose()).rejects.toMatchObject({ code: 'closed' });
  });

  it.each([
    ['null', null],
    ['no name', ''],
    ['a number', 5],
    ['a public channel', 'orders'],
    ['a line break in it', 'private-orders\nprivate-other'],
    ['the channel of a user', '#server-to-user-ann'],
  ])('asks for no token of %s', async (_what, channel) => {
    const authorize = vi.fn();
    const { realtime } = connectTo(await startService(), { authorize });
    const invalid = { code: 'invalid-input', issues: [{ path: 'channel' }] };
    await expect(realtime.diagnose({ channel: channel as never })).rejects.toMatchObject(invalid);
    expect(authorize).not.toHaveBeenCalled();
  });

  it('W14: rejects when the client closes during the checks, at once', async () => {
    const server = await startScriptedServer(() => {}); // no pong
    const runtime = heldTime();
    const realtime = createRealtimeClient({ ...server.address, runtime });
    const report = realtime.diagnose().catch((error: unknown) => error);
    await until(() => server.events().includes('pusher:ping'));
    await realtime.close();
    expect(await passedUntil(runtime, report)).toBeLessThan(200);
    expect(await report).toMatchObject({ code: 'closed' });
  });
});
