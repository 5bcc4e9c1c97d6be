import { describe, expect, it } from 'vitest';
import { type TaskOperation, taskDriver } from '../src/driver/index.ts';
import {
  AuthenticationError,
  bearerAuth,
  CredentialError,
  type CredentialSource,
  cachedCredential,
  createServiceClient,
  type Failure,
  fromValue,
  isOrgError,
  noAuth,
  type ServiceClient,
} from '../src/index.ts';
import { createNodeTransport } from '../src/node/index.ts';
import {
  collectLeaks,
  createManualRuntime,
  type FaultHandler,
  type FaultServer,
  startFaultServer,
} from '../src/testing/index.ts';

/** A service that takes the keys in this set, and a store of the key that says how often it was asked. */
async function setUp(...values: readonly string[]) {
  const accepted = new Set<string>();
  const service: FaultHandler = ({ headers }) => {
    const key = headers.get('authorization')?.replace('Bearer ', '') ?? '';
    return { answer: accepted.has(key) ? { json: { ok: true } } : { status: 401 } };
  };
  const server = await startFaultServer({ rules: [service] });
  const store = { values: [...values], asked: 0, failing: false };
  const source: CredentialSource = {
    description: 'the store',
    async load(context) {
      store.asked += 1;
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (store.failing) throw new CredentialError({ message: 'The store is down.', retryable: true });
      const value = store.values.length > 1 ? store.values.shift() : store.values[0];
      return value === undefined ? undefined : fromValue(value).load(context);
    },
  };
  const runtime = createManualRuntime();
  // Its connections keep no process alive, and it is the quicker one for hundreds of calls.
  const transport = createNodeTransport();
  const events: string[] = [];
  const open = (credential: CredentialSource = source): ServiceClient =>
    createServiceClient(
      { name: 'acme', baseUrl: server.url, auth: bearerAuth(), credential },
      {
        runtime,
        transport,
        deadlineMs: 600_000,
        timeoutMs: 600_000,
        onEvent: ({ type }) => events.push(type),
      },
    );
  return {
    server,
    store,
    source,
    runtime,
    accepted,
    events,
    open,
    async [Symbol.asyncDispose]() {
      transport.close();
      await server.close();
    },
  };
}

const call = (client: ServiceClient) => client.request({ method: 'POST', path: '/things', json: {} });
const many = (client: ServiceClient, count: number) => Array.from({ length: count }, () => call(client));
const keysIn = ({ requests }: FaultServer) =>
  requests.map(({ headers }) => headers.get('authorization')?.replace('Bearer ', ''));
const failureOf = (calling: Promise<unknown>) =>
  calling.then(
    () => expect.unreachable('the call was meant to fail'),
    (error: unknown) => error,
  );

describe('C17: rotation of a key in use', () => {
  it('1,000 calls at once: one load', async () => {
    await using test = await setUp('key-one');
    test.accepted.add('key-one');
    await using client = test.open();
    const answers = await Promise.all(many(client, 1_000));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(test.store.asked).toBe(1);
  });

  it('200 rejections at once: one refresh; calls succeed with the new key, unsafe ones too', async () => {
    await using test = await setUp('key-old', 'key-new');
    test.accepted.add('key-new');
    await using client = test.open();
    const answers = await Promise.all(many(client, 200));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(test.store.asked).toBe(2);
    expect(keysIn(test.server).filter((key) => key === 'key-old').length).toBeLessThanOrEqual(200);
    expect(keysIn(test.server).filter((key) => key === 'key-new')).toHaveLength(200);
    expect(test.events.filter((type) => type === 'retry-scheduled')).toEqual([]);
  });

  it('a rejection after the rotation is retried with the new key, without another load', async () => {
    await using test = await setUp('key-old', 'key-new', 'key-newest');
    test.accepted.add('key-new');
    // The first request is held back until another call has been through the rotation.
    let openLimitSet = () => {};
    const gate = new Promise<void>((resolve) => {
      openLimitSet = resolve;
    });
    await using slow = await startFaultServer({
      rules: [
        async ({ headers }) => {
          const isOld = headers.get('authorization') === 'Bearer key-old';
          if (isOld) await gate;
          return { answer: isOld ? { status: 401 } : { json: {} } };
        },
      ],
    });
    const shared = cachedCredential(test.source);
    const service = { name: 'slow', baseUrl: slow.url, auth: bearerAuth(), credential: shared };
    await using late = createServiceClient(service, { runtime: test.runtime });
    await using quick = test.open(shared);
    const waiting = call(late);
    await slow.waitUntil(({ requests }) => requests.length === 1);
    await call(quick);
    openLimitSet();
    expect((await waiting).status).toBe(200);
    expect(keysIn(slow)).toEqual(['key-old', 'key-new']);
    expect(test.store.asked).toBe(2);
  });

  it('a new key that is rejected too is an AuthenticationError with the source, not a loop', async () => {
    await using test = await setUp('key-canary-1', 'key-canary-2', 'key-canary-3');
    await using client = test.open();
    const error = await failureOf(call(client));
    if (!AuthenticationError.isInstance(error)) throw error;
    expect(error.message).toContain('It came from the value in the options.');
    expect(error).toMatchObject({ status: 401, outcome: 'not-sent', attempts: 2, retryable: false });
    expect(keysIn(test.server)).toEqual(['key-canary-1', 'key-canary-2']);
    expect(collectLeaks([error, client], ['key-canary-1', 'key-canary-2', 'key-canary-3'])).toEqual([]);
  });

  it('a permanently wrong key: one request each, and one load in five seconds for all clients', async () => {
    await using test = await setUp('key-wrong');
    const shared = cachedCredential(test.source);
    const clients = Array.from({ length: 5 }, () => test.open(shared));
    for (const client of [...clients, ...clients]) {
      expect(AuthenticationError.isInstance(await failureOf(call(client)))).toBe(true);
    }
    expect(test.server.requests).toHaveLength(10);
    expect(test.store.asked).toBe(2);
    await test.runtime.advance(5_001);
    await Promise.all(clients.map((client) => failureOf(call(client))));
    expect(test.store.asked).toBe(3);
    await Promise.all(clients.map((client) => client.close()));
  });

  it('a key that was rotated for good in the meantime is found after those five seconds', async () => {
    await using test = await setUp('key-old');
    await using client = test.open();
    await failureOf(call(client));
    test.store.values = ['key-new'];
    test.accepted.add('key-new');
    await test.runtime.advance(5_001);
    expect((await call(client)).status).toBe(200);
  });

  it('a store that fails after a rejection: its error, and not one load for every call', async () => {
    await using test = await setUp('key-old');
    await using client = test.open();
    test.accepted.add('key-old');
    await call(client);
    test.accepted.clear();
    test.store.failing = true;
    for (let round = 0; round < 5; round += 1) {
      const error = await failureOf(call(client));
      expect(isOrgError(error) && error.message).toBe('The store is down.');
    }
    expect(test.store.asked).toBe(2);
    test.store.failing = false;
    test.store.values = ['key-new'];
    test.accepted.add('key-new');
    await test.runtime.advance(5_001);
    expect((await call(client)).status).toBe(200);
  });

  it('does not rotate on 403, 429 and 503', async () => {
    await using test = await setUp('key-one');
    for (const status of [403, 429, 503]) {
      await using server = await startFaultServer({ rules: [{ answer: { status } }] });
      const service = { name: 'acme', baseUrl: server.url, auth: bearerAuth(), credential: test.source };
      await using client = createServiceClient(service, { retry: false, runtime: test.runtime });
      const before = test.store.asked;
      await failureOf(call(client));
      expect(test.store.asked - before).toBe(1);
    }
  });

  it('rotates on another status that the service’s definition calls a refused credential', async () => {
    await using test = await setUp('key-old', 'key-new');
    const rules: FaultHandler = ({ headers }) =>
      headers.get('authorization') === 'Bearer key-new'
        ? { answer: {} }
        : { answer: { status: 403, json: { code: 'bad-key' } } };
    await using server = await startFaultServer({ rules: [rules] });
    await using client = createServiceClient(
      {
        name: 'acme',
        baseUrl: server.url,
        auth: bearerAuth(),
        credential: test.source,
        classify: ({ status }) =>
          status === 403
            ? {
                type: AuthenticationError,
                message: 'Bad key.',
                outcome: 'not-sent',
                replay: 'never',
                credentialRefused: true,
              }
            : undefined,
      },
      { runtime: test.runtime },
    );
    expect((await call(client)).status).toBe(200);
    expect(test.store.asked).toBe(2);
  });

  it('is the same for a driver that does not speak HTTP', async () => {
    await using test = await setUp('key-one', 'key-two', 'key-three');
    const used: (string | undefined)[] = [];
    const refusal: Failure = {
      type: AuthenticationError,
      message: 'Bad key.',
      outcome: 'not-sent',
      replay: 'never',
    };
    const driver = taskDriver({
      name: 'acme',
      capabilities: {},
      credential: test.source,
      open: () => ({
        operations: {
          sign: {
            name: 'sign',
            safety: 'unsafe',
            async run(_: string, { credential }) {
              used.push(credential?.secret.reveal());
              return used.length === 2 ? { value: 'signed' } : { failure: refusal, credentialRefused: true };
            },
          } satisfies TaskOperation<string, string>,
        },
      }),
    });
    const session = driver.open({ runtime: test.runtime });
    expect(await session.execute('sign', '')).toBe('signed');
    const error = await failureOf(session.execute('sign', ''));
    expect(used).toEqual(['key-one', 'key-two', 'key-two', 'key-three']);
    expect(error).toMatchObject({ message: 'Bad key. It came from the value in the options.', attempts: 2 });
    await session.close();
  });

  it('a client without a credential says so when the service asks for one', async () => {
    const server = await startFaultServer({ rules: [() => ({ answer: { status: 401 } })] });
    const client = createServiceClient({ name: 'acme', baseUrl: server.url, auth: noAuth() });
    const error = await failureOf(client.request({ method: 'GET', path: '/' }));
    expect(error).toMatchObject({
      code: 'authentication',
      message:
        `GET ${new URL(server.url).host}/: The service did not accept the credential. ` +
        'Check the key and that it belongs to this service. The client was given none.',
    });
    await client.close();
    await server.close();
  });
});
