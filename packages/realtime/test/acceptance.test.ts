import { type Answer, startFaultServer } from '@org/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRealtimeServerClient, type RealtimeServerClient } from '../src/server/index.ts';

type Call = (server: RealtimeServerClient) => Promise<unknown>;

const calls: Readonly<Record<string, Call>> = {
  trigger: (server) => server.trigger('orders', 'paid', 1),
  triggerBatch: (server) => server.triggerBatch([{ channel: 'orders', event: 'paid', data: 1 }]),
  terminateUserConnections: (server) => server.terminateUserConnections('u1'),
};

/** What a call ends with, and how many requests it made. */
async function outcomeOf(call: Call, answer: Answer) {
  const service = await startFaultServer();
  onTestFinished(() => service.close());
  service.respond(() => ({ answer }));
  const { hostname: host, port } = new URL(service.url);
  await using server = createRealtimeServerClient({
    appId: '1',
    key: 'key',
    secret: 'secret',
    host,
    port: Number(port),
    retry: false,
  });
  const ended = await call(server).then(
    () => 'accepted',
    (error: unknown) => error,
  );
  return { ended, requests: service.requests.length };
}

describe.each(Object.entries(calls))('C15: a 2xx response to %s', (_name, call) => {
  it.each<[string, Answer]>([
    ['HTML', { body: '<html>Welcome</html>', headers: { 'content-type': 'text/html' } }],
    ['a list', { json: [] }],
    ['another object', { json: { hello: 'world' } }],
    ['null', { json: null }],
    ['a text', { json: 'ok' }],
    ['no body', { body: '' }],
    ['204', { status: 204 }],
    ['ok that is false', { json: { ok: false } }],
  ])('that is %s proves nothing: unknown', async (_what, answer) => {
    const { ended, requests } = await outcomeOf(call, answer);
    expect(ended).toMatchObject({ code: 'response-format', outcome: 'unknown', retryable: false });
    expect(requests).toBe(1);
  });

  it.each<[string, object]>([
    ['hosted', {}],
    ['soketi', { ok: true }],
    ['counts of channels', { channels: {} }],
    ['an empty batch of Reverb', { batch: {} }],
    ['further fields', { ok: true, idempotent: false }],
  ])('of %s is an acceptance', async (_what, json) => {
    expect((await outcomeOf(call, { json })).ended).toBe('accepted');
  });

  it.each<[string, object, object]>([
    ['with a code', { error: 'No.', code: 403 }, { code: 'permission', outcome: 'not-sent', status: 403 }],
    ['without a code', { error: 'It broke.' }, { code: 'server', outcome: 'unknown' }],
    ['in an object', { error: { message: 'It broke.' } }, { code: 'server', outcome: 'unknown' }],
    ['beside ok', { ok: true, error: 'It broke.' }, { code: 'server', outcome: 'unknown' }],
  ])('that has an error %s is the service’s own error', async (_what, json, expected) => {
    const { ended } = await outcomeOf(call, { json });
    const { error } = json as { error: string | { message: string } };
    const words = typeof error === 'string' ? error : error.message;
    expect(ended).toMatchObject({ ...expected, message: expect.stringContaining(words) });
  });
});

it.each<[string, Call]>([
  ['list', (server) => server.channels.list()],
  ['get', (server) => server.channels.get('orders')],
  ['users', (server) => server.channels.users('presence-room')],
])('C15: a read that cannot be decoded is not an empty result: %s', async (_name, call) => {
  for (const answer of [{ body: '<html>' }, { json: [] }, { json: {} }, { json: null }])
    expect((await outcomeOf(call, answer)).ended).toMatchObject({ code: 'response-format' });
});
