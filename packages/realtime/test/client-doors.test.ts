import { createRuntime } from '@org/core';
import { createManualRuntime } from '@org/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSubscribeOptions } from '../src/channels/subscribe-options.ts';
import { readClientOptions } from '../src/client-options.ts';
import { chunkedCodec, gzipCodec } from '../src/codecs/index.ts';
import { batchAuthorizer, httpAuthorizer, httpUserAuthenticator } from '../src/index.ts';

/** The requests of an authorizer, as the endpoint receives them. */
function recorder() {
  const sent: unknown[] = [];
  const fetch = async (url: string, { body, credentials, headers }: RequestInit) => {
    sent.push([url, String(body), credentials, [...new Headers(headers)]]);
    return Response.json({ auth: 'key:signature' });
  };
  const runtime = createRuntime({ fetch });
  const signal = new AbortController().signal;
  const request = { socketId: '1.1', channelName: 'private-a', channelNames: ['private-a'], signal, runtime };
  return { sent, request };
}

const endpoint = 'https://app.example/auth';
const never = { signal: new AbortController().signal, runtime: createManualRuntime() };
const limitOf = { createId: () => 'id', isJsonString: true, maxBytes: 100, ...never };

/** What each public function makes of its options, and what a caller may then do to them. */
const doors: Readonly<Record<string, () => { use(): unknown; change(): void }>> = {
  httpAuthorizer() {
    const { sent, request } = recorder();
    const options = { endpoint, headers: { 'x-a': '1' }, fields: { tenant: 'a' } };
    const authorize = httpAuthorizer(options);
    return {
      use: async () => [await authorize(request).catch(String), sent],
      change() {
        options.endpoint = 'https://other.example/auth';
        options.headers['x-a'] = '2';
        options.fields.tenant = 'b';
        Object.assign(options, { credentials: 'include' });
      },
    };
  },
  'httpAuthorizer, batch'() {
    const { sent, request } = recorder();
    const options = { endpoint, batch: { maxChannels: 5, delayMs: 7 } };
    const { authorizeChannels, ...limits } = httpAuthorizer(options);
    return {
      use: async () => [await authorizeChannels(request).catch(String), sent, limits],
      change() {
        options.batch.maxChannels = 1;
        Object.assign(options, { headers: { 'x-a': '2' } });
      },
    };
  },
  httpUserAuthenticator() {
    const { sent, request } = recorder();
    const options = { endpoint, fields: { tenant: 'a' } };
    const authenticate = httpUserAuthenticator(options);
    return {
      use: async () => [await Promise.resolve(authenticate(request)).catch(String), sent],
      change: () => {
        options.fields.tenant = 'b';
      },
    };
  },
  batchAuthorizer() {
    const options = { maxChannels: 5 };
    const batch = batchAuthorizer(async () => ({}), options);
    return {
      use: () => [batch.maxChannels, batch.delayMs],
      change: () => Object.assign(options, { delayMs: 1 }),
    };
  },
  createRealtimeClient() {
    const options = { key: 'k', host: 'localhost', reconnect: { baseMs: 5 }, runtime: { now: () => 5 } };
    const { runtime, requireChannel, ...settings } = readClientOptions(options);
    return {
      use: () => [settings, runtime.now(), requireChannel('a')],
      change() {
        options.reconnect.baseMs = 6;
        options.runtime.now = () => 6;
        Object.assign(options, { key: 'other', lingerMs: 6, onEvent: () => {} });
      },
    };
  },
  subscribe() {
    const options = { lingerMs: 5 };
    const read = readSubscribeOptions(options, { lingerMs: 0 });
    return { use: () => read, change: () => Object.assign(options, { lingerMs: 6, maxBuffered: 1 }) };
  },
  gzipCodec() {
    const options = { minLength: 5 };
    const codec = gzipCodec(undefined, options);
    return { use: () => codec.encode('abc'), change: () => Object.assign(options, { minLength: 1 }) };
  },
  chunkedCodec() {
    const options = { maxLength: 1_000 };
    const codec = chunkedCodec(undefined, options);
    return {
      use: () => codec.toTexts('x'.repeat(300), limitOf),
      change: () => Object.assign(options, { maxLength: 1 }),
    };
  },
};

/** Every option of these functions, on the prototype of all objects. */
const pollution: Readonly<Record<string, unknown>> = {
  headers: { 'x-polluted': '1' },
  fields: { polluted: '1' },
  credentials: 'include',
  refresh: () => {},
  dangerouslyAllowHttp: true,
  batch: true,
  maxChannels: 1,
  delayMs: 1,
  cluster: 'polluted',
  port: 1,
  pathPrefix: '/polluted',
  secret: 'polluted',
  autoConnect: false,
  lingerMs: 1,
  baseMs: 1,
  capMs: 1,
  authorize: () => {},
  codec: {},
  signals: {},
  refetch: () => {},
  initial: true,
  maxBuffered: 1,
  minLength: 1,
  maxLength: 1,
};

describe.each(Object.entries(doors))('%s', (_, open) => {
  it('keeps what its options were at the call', async () => {
    const expected = await open().use();
    const { change, use } = open();
    change();
    expect(await use()).toEqual(expected);
  });

  it('reads no option of a polluted prototype', async () => {
    const expected = await open().use();
    onTestFinished(() => {
      for (const name of Object.keys(pollution)) Reflect.deleteProperty(Object.prototype, name);
    });
    for (const [name, value] of Object.entries(pollution))
      Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
    expect(await open().use()).toEqual(expected);
  });
});
