import { describe, expect, it } from 'vitest';
import { httpDriver, type TaskContext, taskDriver } from '../src/driver/index.ts';
import {
  type CallOptions,
  createServiceClient,
  createServiceResponse,
  defineComposite,
  defineOperation,
  type HookRequest,
  headerKey,
  type RawRequest,
  type ServiceResponse,
} from '../src/index.ts';
import { paginate } from '../src/paging/index.ts';

const answer = new TextEncoder().encode('{"ok":true}');

/** Replaces or removes every value in a plain object or a list, in depth. */
type Change = (given: unknown) => void;

const changes: Readonly<Record<string, Change>> = {
  'every value is another one': changeWith((object, key) => {
    object[key] = typeof object[key] === 'function' ? fail : 'changed';
  }),
  'every value is gone': changeWith((object, key) => delete object[key]),
  'every text is a number': changeWith((object, key) => {
    if (typeof object[key] === 'string') object[key] = 7;
  }),
  'lists have more items': (given) => {
    if (Array.isArray(given)) given.push({ beforeRequest: fail }, 'more');
    for (const value of partsOf(given)) changes['lists have more items']?.(value);
  },
};

function changeWith(change: (object: Record<string, unknown>, key: string) => void): Change {
  return function changeAll(given) {
    for (const value of partsOf(given)) changeAll(value);
    if (!isPlain(given)) return;
    for (const key of Object.keys(given)) change(given, key);
  };
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

const partsOf = (given: unknown) => (isPlain(given) ? Object.values(given) : []);

function fail(): never {
  throw new Error('A changed function was called.');
}

interface Stage {
  readonly seen: unknown[];
  /** Objects of the caller. They are changed after the call has returned its promise. */
  readonly give: <Given>(given: Given) => Given;
}

const options = ({ seen, give }: Stage): CallOptions =>
  give({
    headers: { 'x-mine': 'a' },
    idempotencyKey: 'key-1',
    timeoutMs: 5_000,
    deadlineMs: 9_000,
    maxAttempts: 2,
    priority: 'high',
    tenant: 'ann',
    hooks: [
      {
        beforeRequest({ body }: HookRequest) {
          seen.push(['before', body]);
          return { headers: { 'x-hook': 'h' } };
        },
      },
      { afterResponse: ({ status }: ServiceResponse) => void seen.push(['after', status]) },
    ],
  });

const request = ({ give }: Stage): RawRequest =>
  give({
    method: 'POST',
    path: '/things/{id}',
    params: { id: 'a b' },
    query: { tag: ['x', 'y'], page: 2 },
    headers: { 'x-request': 'r' },
    json: { name: 'thing', parts: [{ size: 1 }] },
    safety: 'keyed',
  });

const operation = defineOperation({
  name: 'thing.create',
  safety: 'keyed',
  encode: (input: RawRequest) => input,
  decode: (response) => response.json(),
});

// Two requests, the second after a wait.
const composite = defineComposite({
  name: 'thing.replace',
  safety: 'unsafe',
  run: async (input: RawRequest, context) => [
    await context.request(operation, input),
    await context.request(operation, input),
  ],
});

function engine({ seen, give }: Stage) {
  let requests = 0;
  return give({
    limiter: false as const,
    retry: { baseMs: 0, quota: { capacity: 100 } },
    hooks: [{ beforeRequest: () => void seen.push('client hook') }],
    userAgent: 'acme/1',
    runtime: { randomUUID: () => `uuid-${requests}`, random: () => 0 },
    // The first attempt fails: the second one works with the same objects.
    transport: async ({ url, method, headers, body }: Parameters<typeof record>[0]) => {
      seen.push(record({ url, method, headers, body }));
      requests += 1;
      return createServiceResponse(requests === 1 ? 503 : 200, new Headers(), answer);
    },
  });
}

const record = (sent: {
  readonly url: URL;
  readonly method: string;
  readonly headers: Iterable<readonly [string, string]>;
  readonly body?: unknown;
}) => ({ ...sent, url: sent.url.href, headers: Object.fromEntries(sent.headers) });

const service = ({ give }: Stage) =>
  give({
    name: 'acme',
    baseUrl: 'https://api.acme.test/v1',
    auth: headerKey('x-key'),
    credential: 'the-key',
    headers: { 'x-service': 's' },
    requestIdHeaders: ['x-id'],
    limits: [],
  });

/** The public functions that take objects. */
const calls: Readonly<Record<string, (stage: Stage) => Promise<unknown>>> = {
  'client.request': (stage) =>
    createServiceClient(service(stage), engine(stage)).request(request(stage), options(stage)),
  'client.execute': (stage) =>
    createServiceClient(service(stage), engine(stage)).execute(
      stage.give({ ...operation }),
      request(stage),
      options(stage),
    ),
  'client.execute of a composite': (stage) =>
    createServiceClient(service(stage), engine(stage)).execute(composite, request(stage), options(stage)),
  'a driver whose operations load': (stage) =>
    httpDriver({
      service: service(stage),
      operations: async () => ({ operations: { 'thing.create': operation } }),
      capabilities: {},
    })
      .open(engine(stage))
      .execute('thing.create', request(stage), options(stage)),
  'request() of a driver whose operations load': async (stage) =>
    httpDriver({
      service: service(stage),
      operations: async () => ({ operations: { 'thing.create': operation } }),
      capabilities: {},
    })
      .open(engine(stage))
      .request?.(request(stage), options(stage)),
  'a task driver': (stage) => {
    const { hooks: _, ...given } = options(stage);
    return taskDriver(
      stage.give({
        name: 'tasks',
        capabilities: {},
        open: () => ({
          operations: {
            'thing.run': {
              name: 'thing.run',
              safety: 'keyed' as const,
              run: async (input: never, { attempt, idempotencyKey }: TaskContext) => {
                stage.seen.push({ attempt, idempotencyKey, input });
                return { value: input };
              },
            },
          },
        }),
      }),
    )
      .open(stage.give({ retry: { maxAttempts: 2 } }))

      .execute('thing.run', 'input' as never, stage.give({ ...given }));
  },
  'paginate()': async (stage) => {
    const list = paginate(
      stage.give({
        cursor: 'a',
        maxPages: 3,
        fetchPage: async (cursor: string | undefined) => ({
          items: [cursor],
          nextCursor: cursor === 'a' ? 'b' : undefined,
        }),
      }),
    );
    await undefined;
    const items: unknown[] = [];
    for await (const item of list) items.push(item);
    return items;
  },
};

async function play(call: (stage: Stage) => Promise<unknown>, change?: Change) {
  const given: unknown[] = [];
  const seen: unknown[] = [];
  const give = <Given>(object: Given) => {
    given.push(object);
    return object;
  };
  const running = call({ seen, give });
  for (const object of change === undefined ? [] : given) change?.(object);
  const end = await running.then(plainly, (error: unknown) => ({ error: String(error) }));
  return { end, seen };
}

const plainly = (value: unknown) =>
  typeof value === 'object' && value !== null && 'bytes' in value ? { bytes: String(value.bytes) } : value;

describe.each(Object.entries(calls))('C16: %s', (_, call) => {
  it('succeeds', async () => {
    const { end, seen } = await play(call);
    expect(end).not.toHaveProperty('error');
    expect(JSON.stringify({ end, seen })).toMatch(/ok|input|b|bytes/);
  });

  it.each(Object.entries(changes))('does not see that afterwards %s', async (_, change) => {
    expect(await play(call, change)).toEqual(await play(call));
  });
});
