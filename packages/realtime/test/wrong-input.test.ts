import { ConfigurationError, createRuntime, InvalidInputError } from '@org/core';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createRealtimeClient, defineChannel, httpAuthorizer } from '../src/index.ts';
import { createRealtimeServerClient } from '../src/server/index.ts';

const requests: string[] = [];
const fetch = async (input: RequestInfo | URL) => {
  requests.push(input instanceof Request ? input.url : String(input));
  return new Response('{}');
};
const server = createRealtimeServerClient({
  appId: '1',
  key: 'key',
  secret: 'secret',
  host: 'localhost',
  runtime: { fetch },
});
const client = createRealtimeClient({ key: 'key', host: 'localhost', autoConnect: false });
afterAll(() => Promise.all([server.close(), client.close()]));

describe('the server refuses before anything is sent', () => {
  const event = { channel: 'a', event: 'b', data: 1 };

  it.each<[string, () => Promise<unknown>, string]>([
    ['no channel', () => server.trigger(undefined as never, 'b', 1), 'channels'],
    ['a hole among the channels', () => server.trigger(new Array(2) as never, 'b', 1), 'channel'],
    ['no batch', () => server.triggerBatch(undefined as never), 'events'],
    ['a hole in a batch', () => server.triggerBatch(Object.assign(new Array(2), [event])), 'channel'],
    ['null in a batch', () => server.triggerBatch([null] as never), 'channel'],
    [
      'a webhook that was parsed already',
      () => server.webhooks.parse({ headers: {}, body: { time_ms: 1, events: [] } as never }),
      'body',
    ],
  ])('%s', async (_what, call, path) => {
    const error = await call().catch((reason: unknown) => reason);
    expect(InvalidInputError.isInstance(error) && error.issues?.map((issue) => issue.path)).toEqual([path]);
    expect(requests).toEqual([]);
  });
});

it('a missing secret is asked for by the name of its option', async () => {
  await using lacking = createRealtimeServerClient({
    appId: '1',
    key: 'key',
    host: 'localhost',
    runtime: { fetch },
  });
  vi.stubEnv('REALTIME_APP_SECRET', undefined);
  await expect(lacking.trigger('a', 'b', 1)).rejects.toThrow(/REALTIME_APP_SECRET.*or pass secret\.$/);
  vi.unstubAllEnvs();
});

describe('the client says what is wrong', () => {
  it.each<[string, () => unknown, string]>([
    ['no channel', () => client.subscribe(undefined as never), 'channel'],
    ['no events', () => defineChannel('orders', undefined as never), 'events'],
    ['no listener', () => client.subscribe('orders').on('paid', undefined as never), 'listener'],
  ])('%s', (_what, call, path) => {
    expect(call).toThrow(
      expect.objectContaining({ code: 'invalid-input', issues: [expect.objectContaining({ path })] }),
    );
  });

  it.each([0, -1, Number.NaN])('a wait of %j ms', async (timeoutMs) => {
    await expect(client.subscribe('orders').subscribed({ timeoutMs })).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });
});

describe('httpAuthorizer', () => {
  it.each([
    ['nothing', undefined],
    ['plain http to another machine', { endpoint: 'http://acme.dev/auth' }],
    ['another protocol', { endpoint: 'ftp://acme.dev/auth' }],
    ['a password in it', { endpoint: 'https://ann:pw@acme.dev/auth' }],
  ])('refuses an endpoint that cannot work: %s', (_what, options) => {
    expect(() => httpAuthorizer(options as never)).toThrow(
      expect.objectContaining({ code: 'configuration' }),
    );
  });

  it('names the option that allows plain http to another machine, and takes it', () => {
    const endpoint = 'http://app.internal/auth';
    expect(() => httpAuthorizer({ endpoint })).toThrow(/app\.internal.*dangerouslyAllowHttp: true/);
    expect(() => httpAuthorizer({ endpoint, dangerouslyAllowHttp: true })).not.toThrow();
  });

  it.each(['https://acme.dev/auth', 'http://127.0.0.1:3000/auth', 'http://localhost/auth', '/realtime/auth'])(
    'takes %s',
    (endpoint) => {
      expect(() => httpAuthorizer({ endpoint })).not.toThrow();
    },
  );

  it('asks for the whole address where there is no page', async () => {
    const authorize = httpAuthorizer({ endpoint: '/realtime/auth' });
    const { signal } = new AbortController();
    const request = { socketId: '1.1', channelName: 'private-a', signal, runtime: createRuntime() };
    const error = await authorize(request).catch((reason: unknown) => reason);
    expect(ConfigurationError.isInstance(error) && error.message).toContain('https://acme.dev/realtime/auth');
  });
});
