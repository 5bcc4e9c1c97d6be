import { describe, expect, it } from 'vitest';
import { httpDriver } from '../src/driver/http-driver.ts';
import type { EngineOptions } from '../src/driver/index.ts';
import {
  type CallOptions,
  type ClientEvent,
  createServiceClient,
  defineComposite,
  defineOperation,
  fromValue,
  headerKey,
  type OrgError,
  type Outcome,
  Secret,
} from '../src/index.ts';
import { paginate } from '../src/paging/index.ts';
import { createFakeTransport, type FakeRule } from '../src/testing/fake-transport.ts';
import { createManualRuntime } from '../src/testing/manual-clock.ts';

const service = {
  name: 'acme',
  baseUrl: 'https://api.acme.example/v1',
  auth: headerKey('X-Key'),
  credential: fromValue('key-1'),
};

const createDraft = defineOperation({
  name: 'template.draft',
  safety: 'unsafe',
  encode: (name: string) => ({ method: 'POST', path: '/templates', json: { name } }),
  decode: (response): string => (response.json() as { id: string }).id,
  isAccepted: () => true,
});
const publish = defineOperation({
  name: 'template.publish',
  safety: 'idempotent',
  encode: (id: string) => ({ method: 'PUT', path: '/templates/{id}/publish', params: { id } }),
  decode: () => undefined,
  isAccepted: () => true,
});
const getTemplate = defineOperation({
  name: 'template.get',
  safety: 'read',
  encode: (id: string) => ({ method: 'GET', path: '/templates/{id}', params: { id } }),
  decode: (response): string => response.text(),
});
const createTemplate = defineComposite({
  name: 'template.create',
  safety: 'unsafe',
  async run(name: string, { request }) {
    const id = await request(createDraft, name);
    await request(publish, id);
    return request(getTemplate, id);
  },
});

const drafted: FakeRule = { when: { method: 'POST' }, answer: { status: 201, json: { id: 'tm/1' } } };
const published: FakeRule = { when: { method: 'PUT' }, answer: { status: 204 } };
const found: FakeRule = { when: { method: 'GET' }, answer: { body: 'the template' } };

function open(rules: readonly FakeRule[], options: EngineOptions = {}) {
  const runtime = createManualRuntime();
  const transport = createFakeTransport(rules);
  const events: ClientEvent[] = [];
  const onEvent = (event: ClientEvent) => void events.push(event);
  const client = createServiceClient(service, { transport, runtime, onEvent, ...options });
  return { client, runtime, transport, events };
}

async function failure(call: Promise<unknown>): Promise<OrgError> {
  return call.then(
    () => expect.unreachable('the call should fail'),
    (error: OrgError) => error,
  );
}

describe('an operation of several requests', () => {
  it('is one call, with one name, one id and numbered attempts', async () => {
    const { client, transport, events } = open([drafted, published, found]);
    expect(await client.execute(createTemplate, 'Welcome')).toBe('the template');
    expect(transport.requests.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
      'POST /v1/templates',
      'PUT /v1/templates/tm%2F1/publish',
      'GET /v1/templates/tm%2F1',
    ]);
    expect(new Set(events.map(({ requestId }) => requestId)).size).toBe(1);
    expect(new Set(events.map(({ operation }) => operation))).toEqual(new Set(['template.create']));
    expect(events.filter(({ type }) => type.startsWith('operation'))).toMatchObject([
      { type: 'operation-start', safety: 'unsafe' },
      { type: 'operation-end', ok: true, attempts: 3 },
    ]);
    expect(events.filter(({ type }) => type === 'attempt-start')).toMatchObject([
      { attempt: 1, request: 'template.draft' },
      { attempt: 2, request: 'template.publish', url: 'https://api.acme.example/v1/templates/{id}/publish' },
      { attempt: 3, request: 'template.get' },
    ]);
  });

  it('has the outcome sent when a request fails after one that wrote, and names what exists', async () => {
    const refused: FakeRule = { when: { method: 'PUT' }, answer: { status: 429, json: { why: 'slow' } } };
    const { client, runtime, events } = open([drafted, refused]);
    const call = failure(client.execute(createTemplate, 'Welcome'));
    await runtime.advance(120_000);
    const error = await call;
    expect(error).toMatchObject({
      code: 'rate-limit',
      operation: 'template.create',
      outcome: 'sent',
      retryable: false,
      attempts: 4,
      method: 'PUT',
      pathTemplate: '/v1/templates/{id}/publish',
      details: {
        failed: 'template.publish',
        done: [{ request: 'template.draft', id: 'tm/1' }],
        response: { why: 'slow' },
      },
    });
    expect(error.message).toContain('Done before it: template.draft (tm/1).');
    expect(events.at(-1)).toMatchObject({ type: 'operation-end', ok: false, outcome: 'sent' });
  });

  it('has the outcome unknown after a write in doubt, and not-sent before the first one', async () => {
    const lost: FakeRule = {
      when: { method: 'POST' },
      answer: Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
    };
    const inDoubt = await failure(open([lost]).client.execute(createTemplate, 'a'));
    expect(inDoubt).toMatchObject({ outcome: 'unknown', retryable: false, operation: 'template.create' });
    const refused = open([{ answer: { status: 403 } }]);
    const error = await failure(refused.client.execute(createTemplate, 'a'));
    expect(error).toMatchObject({ outcome: 'not-sent' });
    expect(error).not.toHaveProperty('details.done');
  });

  it('does not count a request that only reads', async () => {
    const upsert = defineComposite({
      name: 'template.upsert',
      safety: 'unsafe',
      async run(name: string, { request }) {
        await request(getTemplate, name);
        return request(createDraft, name);
      },
    });
    const broken: FakeRule = {
      answer: Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
    };
    const { client } = open([broken], { retry: false });
    expect(await failure(client.execute(upsert, 'a'))).toMatchObject({
      outcome: 'not-sent',
      retryable: true,
      operation: 'template.upsert',
    });
  });

  it('may be repeated after a write when the whole is idempotent', async () => {
    const replace = defineComposite({
      name: 'template.replace',
      safety: 'idempotent',
      async run(id: string, { request }) {
        await request(publish, id);
        return request(getTemplate, id);
      },
    });
    const down: FakeRule = { when: { method: 'GET' }, answer: { status: 503 } };
    const { client } = open([published, down], { retry: false });
    const error = await failure(client.execute(replace, 'a'));
    expect(error).toMatchObject({ outcome: 'sent', retryable: true });
  });

  it('has one deadline', async () => {
    const never: FakeRule = { when: { method: 'PUT' }, answer: 'never' };
    const slow: FakeRule = {
      when: { method: 'POST' },
      answer: { status: 201, json: { id: '1' }, delayMs: 700 },
    };
    const { client, runtime } = open([slow, never]);
    const call = failure(client.execute(createTemplate, 'a', { deadlineMs: 1_000 }));
    await runtime.advance(1_000);
    expect(await call).toMatchObject({
      code: 'timeout',
      limit: 'deadline',
      operation: 'template.create',
      outcome: 'sent',
      elapsedMs: 1_000,
      details: { failed: 'template.publish' },
    });
  });

  it('loads one fresh credential, and ends when that is refused as well', async () => {
    let loads = 0;
    const credential = {
      description: 'a counter',
      load: async () => {
        loads += 1;
        return { secret: new Secret(`key-${loads}`), source: 'a counter' };
      },
    };
    const transport = createFakeTransport([
      { when: { method: 'POST', nth: 1 }, answer: { status: 401 } },
      drafted,
      { when: { method: 'PUT' }, answer: { status: 401 } },
    ]);
    const client = createServiceClient({ ...service, credential }, { transport });
    const error = await failure(client.execute(createTemplate, 'a'));
    expect(error).toMatchObject({ code: 'authentication', outcome: 'sent', attempts: 3 });
    expect(loads).toBe(2);
  });

  it.each<[string, readonly FakeRule[], Outcome]>([
    ['the first write', [{ when: { method: 'POST' }, answer: 'never' }], 'unknown'],
    ['a request after a write', [drafted, { when: { method: 'PUT' }, answer: 'never' }], 'sent'],
  ])('aborted during %s, rejects with the reason and reports what was proven', async (_, rules, outcome) => {
    const { client, transport } = open(rules);
    const controller = new AbortController();
    const outcomes: Outcome[] = [];
    const options: CallOptions = { signal: controller.signal, onAborted: (each) => outcomes.push(each) };
    const call = failure(client.execute(createTemplate, 'a', options));
    await expect.poll(() => transport.requests.length).toBe(rules.length);
    controller.abort('enough');
    expect(await call).toBe('enough');
    expect(outcomes).toEqual([outcome]);
  });

  it('aborted before anything is sent, reports not-sent', async () => {
    const { client, transport } = open([drafted]);
    const outcomes: Outcome[] = [];
    const onAborted = (outcome: Outcome) => void outcomes.push(outcome);
    const options = { signal: AbortSignal.abort('enough'), onAborted };
    expect(await failure(client.execute(createTemplate, 'a', options))).toBe('enough');
    expect(await failure(client.execute(getTemplate, 'a', options))).toBe('enough');
    expect(outcomes).toEqual(['not-sent', 'not-sent']);
    expect(transport.requests).toEqual([]);
  });

  it('ends a list whose cursor repeats', async () => {
    const page = defineOperation({
      name: 'field.page',
      safety: 'read',
      encode: (cursor: string | undefined) => ({ method: 'GET', path: '/fields', query: { cursor } }),
      decode: () => ({ items: ['a'], nextCursor: 'again' }),
    });
    const fields = defineComposite({
      name: 'field.list',
      safety: 'read',
      async run(_: undefined, { request, signal }) {
        const names: string[] = [];
        const pages = paginate({ signal, fetchPage: (cursor: string | undefined) => request(page, cursor) });
        for await (const name of pages) names.push(name);
        return names;
      },
    });
    const { client, transport } = open([{ answer: {} }]);
    expect(await failure(client.execute(fields, undefined))).toMatchObject({
      code: 'paging',
      operation: 'field.list',
    });
    expect(transport.requests).toHaveLength(2);
  });
});

describe('operations of a session, composed', () => {
  it('are one call; each request keeps its own outcome', async () => {
    const { runtime, transport, events } = open([
      { when: { nth: 2 }, answer: { status: 403 } },
      { answer: { status: 201, json: { id: 'x' } } },
    ]);
    const driver = httpDriver({ service, operations: { draft: createDraft }, capabilities: {} });
    const session = driver.open({ transport, runtime, onEvent: (event) => void events.push(event) });
    const ends = await session.compose?.({ name: 'send', safety: 'unsafe' }, {}, async ({ execute }) => {
      await execute('draft', 'a');
      return failure(execute('draft', 'b'));
    });
    expect(ends).toMatchObject({ operation: 'send', outcome: 'not-sent', status: 403 });
    const own = events.filter(({ type }) => type.startsWith('operation'));
    expect(own).toMatchObject([{ operation: 'send' }, { operation: 'send', ok: true, attempts: 2 }]);
  });
});

describe('a path with names', () => {
  it('refuses a value that is not a segment, and a name without a value', async () => {
    const { client, transport } = open([found]);
    for (const id of ['', '..', undefined as never]) {
      const error = await failure(client.execute(getTemplate, id));
      expect(error).toMatchObject({ code: 'invalid-input', issues: [{ path: 'id' }], outcome: 'not-sent' });
    }
    expect(transport.requests).toEqual([]);
  });
});
