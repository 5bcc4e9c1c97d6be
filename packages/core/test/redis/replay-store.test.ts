import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../src/errors/caller-errors.ts';
import { fromIoredis, type RedisReplayStoreOptions, redisReplayStore } from '../../src/redis/index.ts';
import { testReplayStore } from '../../src/testing/test-replay-store.ts';
import { answerWebhook, claimWebhook } from '../../src/webhooks/index.ts';
import { clients, type StoreClient } from './clients.ts';
import {
  connect,
  hasRedisServer,
  patienceMs,
  type RedisServer,
  redisNote,
  startRedisServer,
} from './server.ts';

describe('redisReplayStore', () => {
  const store = { eval: async () => '', evalsha: async () => '' };
  it.each<[string, object]>([
    ['store', {}],
    ['store', { store: { eval: store.eval } }],
    ['prefix', { store, prefix: '' }],
    ['prefix', { store, prefix: 1 }],
    ['prefix', { store, prefix: 'x'.repeat(201) }],
    ['storeTimeoutMs', { store, storeTimeoutMs: 0 }],
    ['storeTimeoutMs', { store, storeTimeoutMs: Number.NaN }],
    ['storeTimeoutMs', { store, timeoutMs: 100 }],
    ['runtime.sleep', { store, runtime: { sleep: 1 } }],
  ])('refuses a wrong %s: %j', (name, options) => {
    expect(() => redisReplayStore(options as RedisReplayStoreOptions)).toThrow(
      expect.toSatisfy(
        (error: Error) => ConfigurationError.isInstance(error) && error.message.includes(name),
      ),
    );
  });

  it('names nothing of an error of the client but its code', async () => {
    const failure = Object.assign(new Error('connect ECONNREFUSED redis://u:pass@10.0.0.1'), {
      code: 'ECONNREFUSED',
    });
    const failing = { eval: () => Promise.reject(failure), evalsha: () => Promise.reject(failure) };
    const replayStore = redisReplayStore({ store: failing });
    const error = await Promise.resolve(replayStore.claim('w', 'a', 1_000)).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'network', retryable: true, provider: 'redis' });
    expect(error.message).toMatch(/did not claim the webhook: .*\(ECONNREFUSED\); respond with 500/);
    expect(JSON.stringify(error) + error.stack).not.toContain('pass');
  });
});

describe.skipIf(!hasRedisServer)(`a replay store in Redis${redisNote}`, () => {
  let server: RedisServer;
  let client: Redis;
  let count = 0;
  const opened: (() => void)[] = [];
  const newId = () => {
    count += 1;
    return `acme:${count}`;
  };
  beforeAll(async () => {
    server = await startRedisServer();
    client = connect(server);
  });
  afterEach(() => {
    for (const close of opened.splice(0)) close();
  });
  afterAll(async () => {
    client.disconnect();
    await server.stop();
  });

  const open = (options: Partial<RedisReplayStoreOptions> = {}) =>
    redisReplayStore({ store: fromIoredis(client), storeTimeoutMs: patienceMs, ...options });

  describe.each(Object.entries(clients))('through %s', (name, connectTo) => {
    let used: StoreClient;
    beforeAll(async () => {
      used = await connectTo(server.path);
    });
    afterAll(() => used.disconnect());
    testReplayStore({ describe, it, expect }, name, () => ({
      store: open({ store: used.store, prefix: newId() }),
    }));
  });

  it('has one short key for each webhook, which expires, and nothing of the id in it', async () => {
    const store = open({ prefix: 'keys' });
    for (const id of ['bob@example.com', 'x'.repeat(100_000)]) await store.claim(id, 'a', 60_000);
    await store.settle('bob@example.com', 'a', 86_400_000.5);
    const keys = await server.admin.keys('keys:*');
    expect(keys.filter((key) => /^keys:v1:[0-9a-f]{64}$/.test(key))).toHaveLength(2);
    const ttls = (await Promise.all(keys.map((key) => server.admin.pttl(key)))).sort((a, b) => a - b);
    const isFor = (ms: number, ttl = 0) => ttl > ms - 50_000 && ttl <= ms + 1;
    expect([isFor(60_000, ttls[0]), isFor(86_400_000, ttls[1])]).toEqual([true, true]);
  });

  it('a user needs no more commands than the guide lists', async () => {
    const rules = ['evalsha', 'eval', 'get', 'set', 'del'].map((command) => `+${command}`);
    await server.admin.acl('SETUSER', 'webhooks', 'reset', 'on', '>secret', '~org-webhook:*', ...rules);
    const restricted = client.duplicate({
      username: 'webhooks',
      password: 'secret',
      enableReadyCheck: false,
    });
    opened.push(() => restricted.disconnect());
    const store = open({ store: fromIoredis(restricted) });
    const id = newId();
    expect([await store.claim(id, 'a', 1_000), await store.renew(id, 'a', 1_000)]).toEqual(['claimed', true]);
    await store.release(id, 'a');
    await store.settle(id, 'a', 60_000);
    expect(await store.claim(id, 'b', 1_000)).toBe('handled');
  });

  /** Delivers a webhook to a process of its own, which handles it until `end`. */
  async function deliver(id: string) {
    const program = fileURLToPath(new URL('replay-member.ts', import.meta.url));
    const child = fork(program, [server.path, id], { execArgv: ['--conditions=@org/source'] });
    opened.push(() => child.kill('SIGKILL'));
    const messages: unknown[] = [];
    child.on('message', (message) => messages.push(message));
    const next = async () => {
      while (messages.length === 0) await once(child, 'message');
      return messages.shift();
    };
    return { child, first: await next(), next, end: (how: 'ok' | 'fail') => child.send(how) };
  }

  /** What a delivery to this process gets. */
  async function status(
    id: string,
    handle: () => unknown = () => {},
    options?: Partial<RedisReplayStoreOptions>,
  ) {
    const errors: unknown[] = [];
    const response = await answerWebhook({
      parse: () => claimWebhook(open(options), { id, provider: 'acme', ttlMs: 86_400_000 }),
      handle,
      onError: (error) => errors.push(error),
    });
    return { status: response.status, errors };
  }

  const expireClaims = async () => {
    for (const key of await server.admin.keys('org-webhook:*')) await server.admin.pexpire(key, 1);
    await expect.poll(() => server.admin.keys('org-webhook:*')).toEqual([]);
  };

  it.each(['ok', 'fail'] as const)(
    'C29: a stopped process that outlives its lease changes nothing for the next, and ends: %s',
    async (how) => {
      const id = newId();
      const stopped = await deliver(id);
      expect([stopped.first, (await status(id)).status]).toEqual(['handling', 503]);
      stopped.child.kill('SIGSTOP');
      await expireClaims();
      const next = await deliver(id);
      expect(next.first).toBe('handling');
      stopped.child.kill('SIGCONT');
      stopped.end(how);
      if (how === 'fail') expect(await stopped.next()).toContain('the database is down');
      expect(await stopped.next()).toBe(how === 'ok' ? 200 : 500);
      expect((await status(id)).status).toBe(503);
      next.end('ok');
      expect(await next.next()).toBe(200);
      expect((await status(id, () => expect.unreachable())).status).toBe(200);
    },
  );

  it('C29: a killed process has its webhook until its lease ends, and no longer', async () => {
    const id = newId();
    const earlier = await server.admin.keys('org-webhook:*');
    const killed = await deliver(id);
    expect(killed.first).toBe('handling');
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    const keys = await server.admin.keys('org-webhook:*');
    const [key = ''] = keys.filter((claimed) => !earlier.includes(claimed));
    const leaseMs = await server.admin.pttl(key);
    expect([(await status(id)).status, leaseMs > 0 && leaseMs <= 60_000]).toEqual([503, true]);
    await expireClaims();
    const handled: string[] = [];
    expect((await status(id, () => handled.push(id))).status).toBe(200);
    expect(handled).toEqual([id]);
    await expireClaims();
  });

  it('C29: of two holders after a restart of Redis, none changes the claim of the other', async () => {
    const id = newId();
    const first = await deliver(id);
    await server.kill();
    await server.restart();
    const second = await deliver(id);
    expect([first.first, second.first]).toEqual(['handling', 'handling']);
    first.end('fail');
    expect([await first.next(), await first.next()]).toEqual(['Error: the database is down', 500]);
    expect((await status(id)).status).toBe(503);
    second.end('ok');
    expect([await second.next(), (await status(id)).status]).toEqual([200, 200]);
  });

  it('gets 500 while Redis is away or stands still: no webhook is lost or counts as handled', async () => {
    const id = newId();
    const refused = () => status(id, () => expect.unreachable(), { storeTimeoutMs: 100 });
    const unavailable = [expect.objectContaining({ code: 'network', retryable: true })];
    server.pause();
    expect(await refused()).toEqual({ status: 500, errors: unavailable });
    server.resume();
    await server.kill();
    expect(await refused()).toEqual({ status: 500, errors: unavailable });
    await server.restart();
    // A claim that the client sent late belongs to nobody: its lease ends.
    await expect.poll(() => client.ping()).toBe('PONG');
    await server.admin.flushall();
    const handled: string[] = [];
    expect(await status(id, () => handled.push(id))).toEqual({ status: 200, errors: [] });
    expect(handled).toEqual([id]);
  });

  it('fails at once while a thousand commands are without a reply', async () => {
    server.pause();
    const store = open({ storeTimeoutMs: 60_000 });
    // Ids are hashed off the main thread, so any of them may be the one that finds a thousand before it.
    const claims = Array.from({ length: 1_001 }, () => store.claim(newId(), 'a', 1_000));
    const settled = Promise.allSettled(claims);
    await expect(Promise.race(claims)).rejects.toMatchObject({ code: 'network' });
    server.resume();
    expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(1_000);
  });
});
