// Public reports about clients of this kind, tried with ours: `reports.md` says which.
import { getEventListeners } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  bearerAuth,
  createServiceClient,
  createServiceResponse,
  fromFile,
  noAuth,
  perWindow,
  type Transport,
} from '../src/index.ts';
import { createKyTransport } from '../src/pipeline/ky-transport.ts';
import { ScriptRunner, StoreFailure } from '../src/redis/run-script.ts';
import { createManualRuntime, startFaultServer } from '../src/testing/index.ts';
import { createRuntime } from '../src/time/runtime.ts';
import { refusedOnce } from './refused-once.ts';

const get = { method: 'GET', path: '/things' } as const;
const service = { name: 'acme', baseUrl: 'https://api.acme.test', auth: noAuth() };
const startAt = new Date('2026-11-21T12:00:00Z');

describe('reports of others', () => {
  it.each([
    ['the default', undefined],
    ['fetch', createKyTransport('acme')],
  ])(
    'node 52635 and undici 5285: one signal for 50 calls over %s keeps no listener',
    async (_, transport) => {
      await using server = await startFaultServer();
      await using client = createServiceClient({ ...service, baseUrl: server.url }, { transport });
      const warnings: unknown[] = [];
      const note = (warning: Error) => void warnings.push(warning.name);
      process.on('warning', note);
      onTestFinished(() => void process.off('warning', note));
      const { signal } = new AbortController();
      for (let call = 0; call < 50; call += 1) await client.request(get, { signal });
      expect(getEventListeners(signal, 'abort')).toEqual([]);
      expect(warnings).not.toContain('MaxListenersExceededWarning');
    },
  );

  it.each([425, 429, 500, 503, 529])('ky 473: Retry-After is kept after status %i', async (status) => {
    const { attempts } = await refusedOnce({ status, headers: { 'retry-after': '7' } }, { startAt });
    expect(attempts[1]).toBeGreaterThanOrEqual(7_000);
  });

  it('ky 390: Retry-After: 0 is a reason to try again', async () => {
    const { attempts, error } = await refusedOnce({ headers: { 'retry-after': '0' } }, { startAt });
    expect([attempts.length, error]).toEqual([2, undefined]);
  });

  it('bottleneck 170 and 223: a retry takes its turn in the limit', async () => {
    const runtime = createManualRuntime({ random: () => 0 });
    const starts: number[] = [];
    const transport: Transport = async () => {
      starts.push(runtime.monotonic());
      const status = starts.length === 1 ? 500 : 200;
      return createServiceResponse(status, new Headers(), new Uint8Array());
    };
    const limits = [perWindow(1, 1_000)];
    await using client = createServiceClient({ ...service, limits }, { runtime, transport });
    const calls = Promise.all([client.request(get), client.request(get), client.request(get)]);
    await runtime.advance(10_000);
    await calls;
    expect(starts).toEqual([0, 1_000, 2_000, 3_000]);
  });

  it('rate-limit-redis 251: a script is sent again only to a server that does not have it', async () => {
    const sent: string[] = [];
    const errors = ['NOSCRIPT No matching script', 'ECONNRESET', 'LOADING Redis is loading', 'timeout'];
    for (const message of errors) {
      const store = {
        async evalsha() {
          sent.push('digest');
          throw new Error(message);
        },
        async eval() {
          sent.push('script');
          return 'ok';
        },
      };
      const options = { script: 'return 1', timeoutMs: 1_000, maxUnanswered: 9, runtime: createRuntime() };
      const runner = new ScriptRunner({ ...options, store: store as never });
      const end = await runner.run([], []).catch((error: unknown) => error);
      expect(end).toEqual(message.startsWith('NOSCRIPT') ? 'ok' : expect.any(StoreFailure));
    }
    expect(sent).toEqual(['digest', 'script', 'digest', 'digest', 'digest']);
  });

  it('aws-sdk-js-v3 2297: a key in a mounted file that is replaced is read again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'org-key-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, 'key');
    let valid = 'old';
    await writeFile(path, `${valid}\n`);
    await using server = await startFaultServer();
    server.respond(({ headers }) =>
      headers.get('authorization') === `Bearer ${valid}` ? undefined : { answer: { status: 401 } },
    );
    const guarded = { ...service, baseUrl: server.url, auth: bearerAuth(), credential: fromFile(path) };
    await using client = createServiceClient(guarded);
    expect((await client.request(get)).status).toBe(200);
    valid = 'new';
    await writeFile(path, `${valid}\n`);
    expect((await client.request(get)).status).toBe(200);
    expect(server.requests).toHaveLength(3);
  });
});
