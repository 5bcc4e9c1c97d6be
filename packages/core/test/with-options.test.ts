import { afterEach, describe, expect, it } from 'vitest';
import { controllers, signalCases } from '../../../test/support/foreign-signal.ts';
import {
  type CallDefaults,
  createServiceClient,
  type Hooks,
  noAuth,
  type ServiceClient,
} from '../src/index.ts';
import { type FaultServer, startFaultServer } from '../src/testing/index.ts';

const get = { method: 'GET', path: '/things' } as const;

let server: FaultServer;
let client: ServiceClient;

async function setUp(rules: Parameters<typeof startFaultServer>[0] = {}) {
  server = await startFaultServer(rules);
  client = createServiceClient(
    { name: 'acme', baseUrl: server.url, auth: noAuth() },
    { retry: { baseMs: 1, throttledBaseMs: 1 } },
  );
}

afterEach(async () => {
  await client.close();
  await server.close();
});

const noting = (log: string[], name: string): Hooks => ({ beforeRequest: () => void log.push(name) });

describe('withOptions()', () => {
  it('gives its options to each call, and none to the first client', async () => {
    await setUp({ rules: [{ when: {}, answer: { status: 503 } }] });
    const once = client.withOptions({ maxAttempts: 1, headers: { 'x-shop': 'one' } });
    await expect(once.request(get)).rejects.toMatchObject({ code: 'server', attempts: 1 });
    await expect(client.request(get)).rejects.toMatchObject({ code: 'server', attempts: 3 });
    expect(server.requests.map(({ headers }) => headers.get('x-shop') ?? undefined)).toEqual([
      'one',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("prefers the call's own options, except for headers, hooks and signals: both apply", async () => {
    await setUp({ rules: [{ when: {}, answer: { status: 503 } }] });
    const log: string[] = [];
    const scoped = client
      .withOptions({ maxAttempts: 3, headers: { 'x-a': '1', 'x-b': '1' }, hooks: noting(log, 'usual') })
      .withOptions({ maxAttempts: 2, tenant: 'shop' });
    const own = { maxAttempts: 1, headers: { 'x-b': '2' }, hooks: noting(log, 'own'), tenant: undefined };
    await expect(scoped.request(get, own)).rejects.toMatchObject({ attempts: 1 });
    await expect(scoped.request(get)).rejects.toMatchObject({ attempts: 2 });
    expect(['x-a', 'x-b'].map((name) => server.requests[0]?.headers.get(name))).toEqual(['1', '2']);
    expect(log).toEqual(['usual', 'own', 'usual', 'usual']);
  });

  it.each(signalCases)('ends a call by the $ending of signals $usual and $own', async (kinds) => {
    await setUp({ rules: [{ when: {}, answer: { delayMs: 5_000 } }] });
    const [usual, own] = [controllers[kinds.usual](), controllers[kinds.own]()];
    const scoped = client.withOptions({ signal: usual.signal });
    const calls = [0, 1].map(() => scoped.request(get, { signal: own.signal }));
    const reason = new Error('enough');
    ({ usual, own })[kinds.ending].abort(reason);
    for (const call of [...calls, scoped.request(get, { signal: own.signal })])
      await expect(call).rejects.toBe(reason);
  });

  it.each([null, 'abc'])('leaves wrong hooks of a call to the call: %j', async (hooks) => {
    await setUp();
    const scoped = client.withOptions({ hooks: noting([], 'usual') });
    await expect(scoped.request(get, { hooks } as object)).rejects.toMatchObject({ code: 'configuration' });
  });

  it('takes no option from a polluted prototype', async () => {
    await setUp();
    const scoped = client.withOptions({ headers: { 'x-shop': 'one' }, deadlineMs: 5_000 });
    const prototype = Object.prototype as { deadlineMs?: number; headers?: object };
    Object.assign(prototype, { deadlineMs: 1, headers: { 'x-evil': '1' } });
    try {
      await scoped.request(get);
    } finally {
      delete prototype.deadlineMs;
      delete prototype.headers;
    }
    expect(server.requests[0]?.headers.get('x-evil') ?? undefined).toBeUndefined();
  });

  it('reads its options once', async () => {
    await setUp();
    const headers = { 'x-shop': 'one' };
    const scoped = client.withOptions({ headers });
    headers['x-shop'] = 'two';
    await scoped.request(get);
    expect(server.requests[0]?.headers.get('x-shop')).toBe('one');
  });

  it('shares all with the first client, which one close ends', async () => {
    await setUp();
    const scoped = client.withOptions({ priority: 'low' });
    await scoped.close();
    await expect(client.request(get)).rejects.toMatchObject({ code: 'closed' });
  });

  it.each([
    ['an unknown option', { timeoutMS: 1 }, 'Did you mean "timeoutMs"?'],
    ['the key of one call', { idempotencyKey: 'a' }, 'withOptions() has no option "idempotencyKey".'],
    ['a wrong value', { maxAttempts: 0 }, 'maxAttempts'],
    ['a wrong kind', { headers: 'x: 1' }, 'headers must be an object of texts.'],
    ['a text', 'fast', 'withOptions() takes an object'],
    ['nothing', undefined, 'withOptions() takes an object'],
    ['what is no signal', { signal: { addEventListener() {} } }, 'signal must be an AbortSignal.'],
    ['a second attempt, which is for reads alone', { hedge: false }, 'has no option "hedge"'],
  ])('refuses %s before anything is sent', async (_what, given, words) => {
    await setUp();
    expect(() => client.withOptions(given as CallDefaults)).toThrow(
      expect.objectContaining({ code: 'configuration', message: expect.stringContaining(words) }),
    );
  });
});
