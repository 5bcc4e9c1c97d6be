import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { noAuth } from '../auth/no-auth.ts';
import { streamBody } from '../bodies/stream-body.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { NotFoundError } from '../errors/service-errors.ts';
import { invalidInput } from '../http/request.ts';
import { type Classify, defineOperation, type ServiceDefinition } from '../operation.ts';
import { createFakeTransport } from '../testing/fake-transport.ts';
import { createManualRuntime } from '../testing/manual-clock.ts';
import { httpDriver } from './http-driver.ts';

const operations = {
  'thing.get': defineOperation({
    name: 'thing.get',
    safety: 'read',
    encode: (id: string) => ({ method: 'GET', path: `/things/${id}` }),
    decode: (answer): string => answer.text(),
  }),
};

const gone: Classify = ({ status }) =>
  status === 410
    ? { type: NotFoundError, message: 'Gone for good.', outcome: 'not-sent', replay: 'never' }
    : undefined;

/** A session over a driver whose operations are loaded, and what was loaded and sent so far. */
function open(load: () => Promise<{ operations: typeof operations; classify?: Classify }>) {
  const log: string[] = [];
  const transport = createFakeTransport([
    { when: { path: '/things/gone' }, answer: { status: 410 } },
    { answer: { body: 'here' } },
  ]);
  const service = { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth() };
  const driver = httpDriver({
    service,
    capabilities: {},
    operations: () => {
      log.push(`loaded after ${transport.requests.length} requests`);
      return load();
    },
  });
  return { session: driver.open({ transport, retry: false }), transport, log };
}

it('the capabilities of a driver keep their literals', () => {
  const service = { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth() };
  const { capabilities } = httpDriver({ service, operations, capabilities: { snap: true, kinds: ['a'] } });
  expectTypeOf(capabilities).toEqualTypeOf<{ readonly snap: true; readonly kinds: readonly ['a'] }>();
  expect(capabilities).toEqual({ snap: true, kinds: ['a'] });
});

describe('a driver that loads its operations', () => {
  it('loads them with the first call, before anything is sent, and once', async () => {
    const { session, transport, log } = open(async () => ({ operations }));
    expect(log).toEqual([]);
    const answer = await session.execute('thing.get', 'a');
    expectTypeOf(answer).toEqualTypeOf<string>();
    expect(answer).toBe('here');
    await session.execute('thing.get', 'b');
    expect(log).toEqual(['loaded after 0 requests']);
    expect(transport.requests).toHaveLength(2);
  });

  it('reads the limits of a response with the function of its module, else of the service', async () => {
    const read: string[] = [];
    const reader = (by: string): ServiceDefinition['readRates'] => {
      return ({ status }) => void read.push(`${by} ${status}`);
    };
    for (const own of [{}, { readRates: reader('module') }]) {
      const service = { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth() };
      const driver = httpDriver({
        service: { ...service, readRates: reader('service') },
        capabilities: {},
        operations: async () => ({ operations, ...own }),
      });
      const transport = createFakeTransport([{ answer: { body: 'here' } }]);
      await driver.open({ transport }).execute('thing.get', 'a');
    }
    expect(read).toEqual(['service 200', 'module 200']);
  });

  it('does not send a consumed stream again', async () => {
    const transport = createFakeTransport([{ answer: { status: 503 } }]);
    const driver = httpDriver({
      service: { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth() },
      capabilities: {},
      operations: async () => ({ operations }),
    });
    const session = driver.open({ transport, runtime: createManualRuntime(), retry: { baseMs: 0 } });
    const body = streamBody(new Blob(['once']).stream());
    const call = session.request?.({ method: 'PUT', path: '/files/7', body });
    await expect(call).rejects.toMatchObject({ name: 'ServerError', retryRefusal: 'body-consumed' });
    expect(transport.requests).toHaveLength(1);
  });

  it('loads them while a manual clock stands still', async () => {
    const runtime = createManualRuntime();
    const transport = createFakeTransport([
      { when: { nth: 1 }, answer: { status: 429, headers: { 'retry-after': '1' } } },
      { answer: { body: 'here' } },
    ]);
    const driver = httpDriver({
      service: { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth() },
      capabilities: {},
      operations: async () => {
        for (let turn = 0; turn < 100; turn++) await nextTurn();
        return { operations };
      },
    });
    const call = driver.open({ transport, runtime }).execute('thing.get', 'a');
    await runtime.advance(60_000);
    expect(await call).toBe('here');
  });

  it('sends the input as it was at the call, also if the program changes it meanwhile', async () => {
    const { session, transport } = open(async () => ({ operations }));
    const thing = { tags: ['a', { deep: 'b' }], bytes: Buffer.from('c') };
    const headers = { 'x-trace': 'before' };
    const request = { method: 'POST', path: '/things', json: thing } as const;
    const call = session.request?.(request, { headers });
    thing.tags[0] = thing.tags[1] = 'changed';
    thing.bytes.fill('x');
    headers['x-trace'] = 'changed';
    await call;
    const [sent] = transport.requests;
    expect(sent?.json()).toEqual({ tags: ['a', { deep: 'b' }], bytes: Buffer.from('c').toJSON() });
    expect(sent?.headers.get('x-trace')).toBe('before');
  });

  it('classifies failures with the loaded module, in raw requests as well', async () => {
    const call = open(async () => ({ operations, classify: gone }));
    await expect(call.session.execute('thing.get', 'gone')).rejects.toThrow('Gone for good.');
    const raw = open(async () => ({ operations, classify: gone }));
    await expect(raw.session.request?.({ method: 'GET', path: '/things/gone' })).rejects.toThrow(
      'Gone for good.',
    );
    expect(raw.log).toEqual(['loaded after 0 requests']);
  });

  it('classifies by status without a classifier', async () => {
    const { session } = open(async () => ({ operations }));
    await expect(session.execute('thing.get', 'gone')).rejects.toMatchObject({ status: 410 });
  });

  it('a failed load is a ConfigurationError, sends nothing, and is repeated by the next call', async () => {
    let isThere = false;
    const { session, transport } = open(async () => {
      if (isThere) return { operations };
      throw Object.assign(new Error('Cannot find module'), { code: 'ERR_MODULE_NOT_FOUND' });
    });
    const error = await session.execute('thing.get', 'a').catch((thrown: unknown) => thrown);
    expect(ConfigurationError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      outcome: 'not-sent',
      provider: 'acme',
      cause: { code: 'ERR_MODULE_NOT_FOUND' },
    });
    expect(transport.requests).toHaveLength(0);
    isThere = true;
    expect(await session.execute('thing.get', 'a')).toBe('here');
  });
});

it('an operation may refuse its input before anything is sent', async () => {
  const transport = createFakeTransport();
  const driver = httpDriver({
    service: { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth() },
    capabilities: {},
    operations: {
      'thing.get': defineOperation({
        name: 'thing.get',
        safety: 'read',
        encode: (id: string) => {
          throw invalidInput('id', `must have at most ${id.length - 1} characters`);
        },
        decode: (response): string => response.text(),
      }),
    },
  });
  await expect(driver.open({ transport }).execute('thing.get', 'abc')).rejects.toMatchObject({
    code: 'invalid-input',
    message: 'The request cannot be sent: id must have at most 2 characters.',
    provider: 'acme',
    operation: 'thing.get',
    outcome: 'not-sent',
    issues: [{ path: 'id', message: 'must have at most 2 characters' }],
  });
  expect(transport.requests).toEqual([]);
});
