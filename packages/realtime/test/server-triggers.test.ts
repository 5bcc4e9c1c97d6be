import { setTimeout as wait } from 'node:timers/promises';
import type { ClientEvent } from '@org/core';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineChannel, PartialTriggerError } from '../src/server/index.ts';
import { startScripted } from './server-fixtures.ts';

const names = (count: number) => Array.from({ length: count }, (_, index) => `c-${index}`);
const events = (count: number) => names(count).map((channel) => ({ channel, event: 'e', data: channel }));

describe('split', () => {
  it('sends more than 100 channels in several requests, and merges the counts', async () => {
    const { service, server } = await startScripted();
    service.respond((request) => {
      const { channels } = JSON.parse(request.text()) as { channels: string[] };
      const counts = channels.map((name) => [name, { subscription_count: 1 }]);
      return { answer: { json: { channels: Object.fromEntries(counts) } } };
    });
    const counts = await server.trigger(names(250), 'e', 1, { split: true, info: ['subscription_count'] });
    expect([...counts.keys()]).toEqual(names(250));
    expect(service.requests).toHaveLength(3);
  });

  it('sends more than 10 events in several requests, with one result for each', async () => {
    const { service, server } = await startScripted();
    service.respond((request) => {
      const { batch } = JSON.parse(request.text()) as { batch: { data: string }[] };
      return {
        answer: { json: { batch: batch.map(({ data }) => ({ user_count: Number(data.slice(2)) })) } },
      };
    });
    const counts = await server.triggerBatch(events(25), { split: true });
    expect(counts).toEqual(names(25).map((_, userCount) => ({ userCount })));
    expect(service.requests.map((request) => JSON.parse(request.text()).batch.length)).toEqual([10, 10, 5]);
  });

  it.each([
    [400, { delivered: names(100), unknown: [], notDelivered: names(250).slice(100) }],
    [
      502,
      {
        delivered: names(100),
        unknown: names(250).slice(100, 200),
        notDelivered: names(250).slice(200),
      },
    ],
    // The service accepted the request, but its response has another form.
    [200, { delivered: names(200), unknown: [], notDelivered: names(250).slice(200) }],
  ] as const)('a %i in the second request says what was delivered', async (status, rest) => {
    const { service, server } = await startScripted();
    const second = status === 200 ? { json: { ok: true, channels: 7 } } : { status };
    service.respond(() => ({ answer: service.requests.length === 1 ? { json: {} } : second }));
    const error: unknown = await server.trigger(names(250), 'e', 1, { split: true }).catch((e: unknown) => e);
    expect(PartialTriggerError.isInstance(error)).toBe(true);
    // Never `not-sent`, after which a caller may repeat all.
    expect(error).toMatchObject({ code: 'partial-trigger', outcome: 'sent', retryable: false, ...rest });
    expect(service.requests).toHaveLength(2);
  });

  it('a failure of the first request is the plain error', async () => {
    const { service, server } = await startScripted();
    service.respond({ answer: { status: 400 } });
    await expect(server.triggerBatch(events(25), { split: true })).rejects.toMatchObject({
      code: 'bad-request',
    });
    expect(service.requests).toHaveLength(1);
  });

  it('P10: is one call, with one deadline', async () => {
    const events: ClientEvent[] = [];
    const { service, server } = await startScripted({ onEvent: (event) => void events.push(event) });
    service.respond(() => ({ answer: { json: {}, delayMs: service.requests.length === 2 ? 5_000 : 0 } }));
    const call = server.trigger(names(250), 'e', 1, { split: true, deadlineMs: 200 });
    const error = await call.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'partial-trigger',
      outcome: 'sent',
      delivered: names(100),
      unknown: names(250).slice(100, 200),
      cause: { code: 'timeout', limit: 'deadline' },
    });
    expect(new Set(events.map(({ requestId }) => requestId)).size).toBe(1);
    expect(events.filter(({ type }) => type.startsWith('operation'))).toMatchObject([
      { type: 'operation-start', operation: 'event.trigger' },
      { type: 'operation-end', operation: 'event.trigger', outcome: 'sent', attempts: 2 },
    ]);
  });

  it('an abort stops between the requests, with the caller’s reason', async () => {
    const { service, server } = await startScripted();
    const controller = new AbortController();
    service.respond(() => {
      if (service.requests.length === 2) controller.abort('enough');
      return { answer: { json: {}, delayMs: service.requests.length === 2 ? 500 : 0 } };
    });
    const proven: unknown[] = [];
    const onAborted = (outcome: unknown) => void proven.push(outcome);
    const call = server.triggerBatch(events(25), { split: true, signal: controller.signal, onAborted });
    await expect(call).rejects.toBe('enough');
    expect(proven).toEqual(['sent']);
    await wait(20);
    expect(service.requests).toHaveLength(2);
  });
});

describe('sendToUser', () => {
  it('triggers on the channel of the user', async () => {
    const { service, server } = await startScripted();
    service.respond({ answer: { json: {} } });
    await server.sendToUser('user-1', 'notice', { text: 'hi' });
    expect(JSON.parse(service.requests[0]?.text() ?? '')).toEqual({
      name: 'notice',
      channels: ['#server-to-user-user-1'],
      data: '{"text":"hi"}',
    });
  });

  it.each(['', 'a b', 'a/b', '..', 'u\n', 'x'.repeat(129), 7])('security: refuses the id %j', async (id) => {
    const { service, server } = await startScripted();
    await expect(server.sendToUser(id as string, 'notice', 1)).rejects.toMatchObject({
      code: 'invalid-input',
      issues: [{ path: 'userId' }],
    });
    await expect(server.trigger('#server-to-user-a', 'notice', 1)).rejects.toMatchObject({
      code: 'invalid-input',
    });
    expect(service.requests).toHaveLength(0);
  });
});

it.each(['1.1\n', '1.1:private-a', 'me', '', 1.1])(
  'a socket id %j excludes nobody: it is refused before anything is sent',
  async (exceptSocketId) => {
    const { service, server } = await startScripted();
    const except = { exceptSocketId: exceptSocketId as string };
    for (const call of [
      server.trigger('orders', 'e', 1, except),
      server.triggerBatch([{ channel: 'orders', event: 'e', data: 1, ...except }]),
    ])
      await expect(call).rejects.toMatchObject({ code: 'invalid-input', issues: [{ path: 'socketId' }] });
    expect(service.requests).toHaveLength(0);
  },
);

describe('info', () => {
  it('user_count needs a presence channel, before anything is sent', async () => {
    const { service, server } = await startScripted();
    const refused = [
      server.trigger('orders', 'e', 1, { info: ['user_count'] }),
      server.triggerBatch([{ channel: 'orders', event: 'e', data: 1, info: ['user_count'] }]),
      server.channels.get('orders', { info: ['user_count'] }),
      server.channels.list({ info: ['user_count'] }),
      server.channels.list({ info: ['user_count'], prefix: 'private-' }),
    ];
    for (const call of refused)
      await expect(call).rejects.toMatchObject({ code: 'invalid-input', issues: [{ path: 'info' }] });
    expect(service.requests).toHaveLength(0);
  });

  it.each(['presence-&info=user_count', 'a b', 'a\n', '#x', 'é'])(
    'security: a prefix %j could sign for something else, and is refused',
    async (prefix) => {
      const { service, server } = await startScripted();
      await expect(server.channels.list({ prefix })).rejects.toMatchObject({ issues: [{ path: 'prefix' }] });
      expect(service.requests).toHaveLength(0);
    },
  );

  it.each([['cache&x=1'], ['a,b'], ['']])('security: so is the attribute %j', async (attribute) => {
    const { service, server } = await startScripted();
    const info = [attribute] as never;
    for (const call of [server.channels.get('a', { info }), server.trigger('a', 'e', 1, { info })])
      await expect(call).rejects.toMatchObject({ issues: [{ path: 'info' }] });
    expect(service.requests).toHaveLength(0);
  });

  it('counts of a channel that is named like a property of objects', async () => {
    const { service, server } = await startScripted();
    const json = JSON.parse('{"channels":{"__proto__":{"subscription_count":1},"constructor":{}}}');
    for (let count = 0; count < 2; count += 1) service.respond({ answer: { json } });
    const counts = new Map([
      ['__proto__', { subscriptionCount: 1 }],
      ['constructor', {}],
    ]);
    expect(await server.channels.list()).toEqual(counts);
    expect(await server.trigger(['__proto__', 'constructor'], 'e', 1)).toEqual(counts);
  });

  it('asks for several counts in one parameter', async () => {
    const { service, server } = await startScripted();
    service.respond({ answer: { json: { occupied: true, user_count: 1, subscription_count: 2 } } });
    const info = ['user_count', 'subscription_count'] as const;
    const state = await server.channels.get('presence-room', { info });
    expect(state).toEqual({ occupied: true, userCount: 1, subscriptionCount: 2 });
    expect(service.requests[0]?.query.get('info')).toBe('user_count,subscription_count');
  });

  it.each([
    [
      { data: '{"id":7}', ttl: 60 },
      { data: { id: 7 }, raw: '{"id":7}', ttlMs: 60_000 },
    ],
    [
      { event: 'paid', data: 'text' },
      { event: 'paid', data: 'text', raw: 'text' },
    ],
    [null, null],
  ])('reads the cached event %j', async (cache, cachedEvent) => {
    const { service, server } = await startScripted();
    service.respond({ answer: { json: { occupied: true, cache } } });
    const state = await server.channels.get('cache-a', { info: ['cache'] });
    expect(state).toEqual({ occupied: true, cachedEvent });
    expect(service.requests[0]?.query.get('info')).toBe('cache');
  });
});

describe('channel definitions', () => {
  const orders = defineChannel('private-orders', {
    events: {
      paid: z.object({ id: z.number() }),
      shipped: z.string().transform((text) => new Date(text)),
      slow: z.string().refine(async (text) => text === 'ok'),
    },
  });

  it('check the data, and send it as given', async () => {
    const { service, server } = await startScripted();
    service.respond({ answer: { json: {} } });
    await server.trigger(orders, 'paid', { id: 7 });
    await server.trigger(orders, 'shipped', '2026-01-15');
    await server.trigger(orders, 'slow', 'ok');
    const sent = service.requests.map((request) => JSON.parse(request.text()).data);
    expect(sent).toEqual(['{"id":7}', '2026-01-15', 'ok']);
  });

  it('refuse other data and other events before anything is sent', async () => {
    const { service, server } = await startScripted();
    // @ts-expect-error the schema wants a number
    await expect(server.trigger(orders, 'paid', { id: '7' })).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(/"paid" on private-orders does not match its schema: id: /),
      issues: [{ path: 'data.id' }],
    });
    await expect(server.trigger(orders, 'slow', 'no')).rejects.toMatchObject({ code: 'invalid-input' });
    // @ts-expect-error the definition has no such event
    await expect(server.trigger(orders, 'constructor', 1)).rejects.toMatchObject({
      issues: [{ path: 'event' }],
    });
    const batch = [{ channel: orders, event: 'paid', data: { id: 'x' } }];
    await expect(server.triggerBatch(batch)).rejects.toMatchObject({ code: 'invalid-input' });
    expect(service.requests).toHaveLength(0);
  });
});

describe('an event that may be dropped', () => {
  it('has one attempt, although the service throttles', async () => {
    const { service, server } = await startScripted();
    service.respond(() => ({ answer: { status: 429 } }));
    await expect(server.trigger('map', 'cursor', 1, { maxAttempts: 1 })).rejects.toMatchObject({
      status: 429,
      attempts: 1,
    });
    expect(service.requests).toHaveLength(1);
  });

  it('ends at its deadline, although the service does not respond', async () => {
    const { service, server } = await startScripted();
    await server.trigger('map', 'cursor', 1); // loads the code, and opens the connection
    service.respond(() => new Promise(() => {}));
    const expected = { code: 'timeout', limit: 'deadline', outcome: 'unknown' };
    const once = { maxAttempts: 1, deadlineMs: 500 };
    await expect(server.trigger('map', 'cursor', 1, once)).rejects.toMatchObject(expected);
  });
});
