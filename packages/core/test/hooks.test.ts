import { afterEach, describe, expect, it } from 'vitest';
import { type EngineOptions, taskDriver } from '../src/driver/index.ts';
import {
  bearerAuth,
  type CallOptions,
  createServiceClient,
  defineOperation,
  fromValue,
  HookError,
  type Hooks,
  requestSigner,
  type ServiceClient,
  withResponse,
} from '../src/index.ts';
import { createManualRuntime, type FaultServer, startFaultServer } from '../src/testing/index.ts';

const createThing = defineOperation({
  name: 'thing.create',
  safety: 'unsafe',
  encode: (name: string) => ({ method: 'POST', path: '/things', query: { dry: true }, json: { name } }),
  decode: (answer) => answer.json(),
});

let server: FaultServer;
let client: ServiceClient;

async function setUp(options: EngineOptions = {}, rules: Parameters<typeof startFaultServer>[0] = {}) {
  server = await startFaultServer(rules);
  client = createServiceClient(
    { name: 'acme', baseUrl: server.url, auth: bearerAuth(), credential: fromValue('s3cr3t-key') },
    { retry: { baseMs: 1, throttledBaseMs: 1 }, ...options },
  );
}

afterEach(async () => {
  await client.close();
  await server.close();
});

const thrownBy = (call: Promise<unknown>) => call.catch((error: unknown) => error);

/** Notes when it runs. */
const noting = (log: string[], name: string): Hooks => ({
  beforeRequest: (_request, { attempt }) => void log.push(`${name} before ${attempt}`),
  afterResponse: ({ status }, { attempt }) => void log.push(`${name} after ${attempt}: ${status}`),
});

describe('hooks', () => {
  it('of a class are its methods, with the instance as this', async () => {
    class Counter implements Hooks {
      count = 0;
      beforeRequest() {
        this.count += 1;
      }
    }
    const counters = [new Counter(), new Counter()] as const;
    await setUp({ hooks: counters[0] });
    await client.execute(createThing, 'a', { hooks: counters[1] });
    expect(counters.map(({ count }) => count)).toEqual([1, 1]);
  });

  it('run on every attempt: the client outside, the call inside, each in the order given', async () => {
    const log: string[] = [];
    await setUp(
      { hooks: [noting(log, 'client 1'), noting(log, 'client 2')] },
      { rules: [{ when: { nth: 1 }, answer: { status: 429 } }] },
    );
    await client.execute(createThing, 'a', { hooks: noting(log, 'call') });
    expect(log).toEqual([
      'client 1 before 1',
      'client 2 before 1',
      'call before 1',
      'call after 1: 429',
      'client 2 after 1: 429',
      'client 1 after 1: 429',
      'client 1 before 2',
      'client 2 before 2',
      'call before 2',
      'call after 2: 200',
      'client 2 after 2: 200',
      'client 1 after 2: 200',
    ]);
  });

  it('add headers, each seeing what those before it added; nothing stays for the next attempt', async () => {
    await setUp({}, { rules: [{ when: { nth: 1 }, answer: { status: 429 } }] });
    const seen: (string | null)[] = [];
    const first: Hooks = {
      beforeRequest: async (_request, { attempt }) =>
        attempt === 1 ? { headers: { 'X-Trace': 'one', 'x-first': 'yes' } } : undefined,
    };
    const second: Hooks = {
      beforeRequest: ({ headers }) => {
        seen.push(headers.get('x-trace'));
        return { headers: { 'x-trace': 'two' } };
      },
    };
    await client.execute(createThing, 'a', { hooks: [first, second] });
    expect(seen).toEqual(['one', null]);
    expect(server.requests.map(({ headers }) => [headers.get('x-trace'), headers.get('x-first')])).toEqual([
      ['two', 'yes'],
      ['two', undefined],
    ]);
  });

  it('see the request and whose it is, and what is added is signed', async () => {
    const signed: string[] = [];
    server = await startFaultServer();
    const auth = requestSigner(({ headers }, key) => {
      signed.push(`${headers.get('x-late')}`);
      headers.set('x-signature', key);
    });
    client = createServiceClient({ name: 'acme', baseUrl: server.url, auth, credential: fromValue('k3y') });
    const seen: unknown[] = [];
    await client.execute(createThing, 'a', {
      hooks: {
        beforeRequest: ({ method, url, headers, body }, { provider, operation, requestId, signal }) => {
          seen.push(method, url, headers.get('content-type'), body, provider, operation);
          expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
          expect(signal.aborted).toBe(false);
          return { headers: { 'x-late': 'yes' } };
        },
      },
    });
    expect(seen).toEqual([
      'POST',
      `${server.url}/things?dry=true`,
      'application/json',
      '{"name":"a"}',
      'acme',
      'thing.create',
    ]);
    expect(signed).toEqual(['yes']);
  });

  it('security: never see the credential, and cannot take its place', async () => {
    await setUp();
    const seen: (string | null)[] = [];
    await client.execute(createThing, 'a', {
      hooks: { beforeRequest: ({ headers }) => void seen.push(headers.get('authorization')) },
    });
    expect(seen).toEqual([null]);
    for (const name of ['Authorization', 'host', 'transfer-encoding', 'bad name', 'x-split\r\nx']) {
      const hooks: Hooks = { beforeRequest: () => ({ headers: { [name]: 'x' } }) };
      const error = await thrownBy(client.execute(createThing, 'a', { hooks }));
      expect(error).toMatchObject({ code: 'hook', outcome: 'not-sent', attempts: 1 });
    }
    expect(server.requests).toHaveLength(1);
  });

  it('security: a polluted prototype adds no hook', async () => {
    await setUp();
    const ran: string[] = [];
    Object.defineProperty(Object.prototype, 'afterResponse', {
      value: () => ran.push('polluted'),
      configurable: true,
    });
    try {
      await client.execute(createThing, 'a', { hooks: {} });
    } finally {
      Reflect.deleteProperty(Object.prototype, 'afterResponse');
    }
    expect(ran).toEqual([]);
  });

  it('what beforeRequest throws ends the call before anything is sent', async () => {
    await setUp({ maxResponseBytes: 1000 });
    const error = await thrownBy(
      client.execute(createThing, 'a', {
        hooks: {
          beforeRequest: async () => {
            throw new TypeError('no ticket');
          },
        },
      }),
    );
    expect(HookError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      hook: 'beforeRequest',
      outcome: 'not-sent',
      operation: 'thing.create',
      retryable: false,
      retryRefusal: 'not-retryable',
      cause: { name: 'TypeError', message: 'no ticket' },
    });
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ code: 'hook', hook: 'beforeRequest' });
    expect(server.requests).toHaveLength(0);
  });

  it.each([
    [200, 'sent'],
    [404, 'not-sent'],
    [500, 'unknown'],
  ] as const)(
    'what afterResponse throws at a %i ends the call without a retry, outcome %s',
    async (status, outcome) => {
      await setUp({}, { rules: [{ answer: { status } }] });
      const hooks: Hooks = {
        afterResponse: () => {
          throw new Error('not liked');
        },
      };
      const error = await thrownBy(client.execute(createThing, 'a', { hooks }));
      expect(error).toMatchObject({ code: 'hook', hook: 'afterResponse', outcome, status });
      expect(server.requests).toHaveLength(1);
    },
  );

  it('every afterResponse runs, also when one of them throws', async () => {
    const log: string[] = [];
    await setUp({ hooks: noting(log, 'client') });
    const hooks: Hooks = {
      afterResponse: () => {
        throw new Error('not liked');
      },
    };
    expect(await thrownBy(client.execute(createThing, 'a', { hooks }))).toMatchObject({ code: 'hook' });
    expect(log).toEqual(['client before 1', 'client after 1: 200']);
  });

  it('a hook that hangs counts against the attempt, and says so', async () => {
    const runtime = createManualRuntime();
    await setUp({ runtime, timeoutMs: 500, retry: false });
    const call = thrownBy(
      client.execute(createThing, 'a', { hooks: { beforeRequest: () => new Promise(() => {}) } }),
    );
    await runtime.advance(500);
    expect(await call).toMatchObject({
      code: 'timeout',
      phase: 'hook',
      outcome: 'not-sent',
      message: expect.stringContaining('beforeRequest'),
    });
  });

  it('C9: an abort inside a hook ends the call with its reason; nothing is sent', async () => {
    await setUp();
    const controller = new AbortController();
    const hooks: Hooks = {
      beforeRequest: () => controller.abort('enough'),
    };
    expect(await thrownBy(client.execute(createThing, 'a', { hooks, signal: controller.signal }))).toBe(
      'enough',
    );
    expect(server.requests).toHaveLength(0);
  });
});

describe('withResponse', () => {
  it('gives the raw response with the value', async () => {
    await setUp({}, { rules: [{ answer: { status: 201, headers: { 'x-left': '9' }, json: { id: 'a' } } }] });
    const { value, response, responses } = await withResponse((options) =>
      client.execute(createThing, 'a', options),
    );
    expect(value).toEqual({ id: 'a' });
    expect(response?.status).toBe(201);
    expect(response?.headers.get('X-Left')).toBe('9');
    expect(response?.json()).toEqual({ id: 'a' });
    expect(responses).toEqual([response]);
  });

  it('returns the responses before a retry too, and keeps the given options and hooks', async () => {
    await setUp({}, { rules: [{ when: { nth: 1 }, answer: { status: 429 } }] });
    const log: string[] = [];
    const given: CallOptions = { headers: { 'x-mine': '1' }, hooks: noting(log, 'mine') };
    const { response, responses } = await withResponse(
      (options) => client.execute(createThing, 'a', options),
      given,
    );
    expect(responses.map(({ status }) => status)).toEqual([429, 200]);
    expect(response).toBe(responses[1]);
    expect(log).toHaveLength(4);
    expect(server.requests[1]?.headers.get('x-mine')).toBe('1');
  });

  it('lets the error of the call through', async () => {
    await setUp({}, { rules: [{ answer: { status: 404 } }] });
    const call = withResponse((options) => client.execute(createThing, 'a', options));
    expect(await thrownBy(call)).toMatchObject({ code: 'not-found' });
  });

  it('has no response where the driver does not speak HTTP', async () => {
    await setUp();
    const session = taskDriver({
      name: 'acme',
      capabilities: {},
      open: () => ({
        operations: { ping: { name: 'ping', safety: 'read', run: async (_: string) => ({ value: 'pong' }) } },
      }),
    }).open({});
    const { value, response, responses } = await withResponse((options) =>
      session.execute('ping', '', options),
    );
    expect({ value, response, responses }).toEqual({ value: 'pong', response: undefined, responses: [] });
    await session.close();
  });
});
