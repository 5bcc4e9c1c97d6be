import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import type { ClientEvent, Runtime } from '../src/index.ts';
import { channelNames, type Instrumentation, type OperationObserver } from '../src/observe/index.ts';
import { answers, getThing, open } from './observed-client.ts';
import { collectUncaught } from './uncaught.ts';

const typesOf = (events: readonly ClientEvent[]) => events.map(({ type }) => type);

describe('instrumentation', () => {
  it('runs call and attempts in their contexts, sees every event, and adds missing headers', async () => {
    const order: string[] = [];
    const sent: Headers[] = [];
    const instrumentation: Instrumentation = {
      startOperation: (event) => {
        order.push(event.type);
        return {
          onEvent: ({ type }) => void order.push(type),
          runOperation: (work) => work().finally(() => order.push('operation left')),
          runAttempt: (_attempt, work) => work().finally(() => order.push('attempt left')),
          requestHeaders: () => ({ traceparent: '00-1', accept: 'nothing', 'x-own': 'theirs' }),
        };
      },
    };
    const { client, events } = open(
      async (_url, { headers }) => {
        sent.push(new Headers(headers));
        return new Response('{}');
      },
      { instrumentation },
    );
    await client.execute(getThing, '1', { headers: { 'x-own': 'mine' } });
    expect(order).toEqual([
      'operation-start',
      'attempt-start',
      'attempt left',
      'attempt-end',
      'operation left',
      'operation-end',
    ]);
    expect(typesOf(events)).toEqual(order.filter((word) => !word.endsWith('left')));
    expect(sent[0]?.get('traceparent')).toBe('00-1');
    expect([sent[0]?.get('accept'), sent[0]?.get('x-own')]).toEqual(['application/json', 'mine']);
  });

  it('cannot harm a call by throwing', async () => {
    const uncaught = collectUncaught();
    const boom = () => {
      throw new Error('boom');
    };
    const inStart = open(answers(200), { instrumentation: { startOperation: boom } });
    await expect(inStart.client.execute(getThing, '1')).resolves.toEqual({});
    const inEvent = open(answers(200), { instrumentation: { startOperation: () => ({ onEvent: boom }) } });
    await expect(inEvent.client.execute(getThing, '1')).resolves.toEqual({});
    expect(uncaught).toHaveLength(4);
    const unable = { onEvent() {}, runOperation: boom, runAttempt: boom, requestHeaders: boom };
    const inWork = open(answers(200), { instrumentation: { startOperation: () => unable } });
    await expect(inWork.client.execute(getThing, '1')).resolves.toEqual({});
    expect(uncaught).toHaveLength(7);
  });

  it('cannot harm a call by not running it, by rejecting, or by invalid headers', async () => {
    const uncaught = collectUncaught();
    const boom = new Error('boom');
    const after = async <T>(work: () => Promise<T>) => {
      await work();
      throw boom;
    };
    const observer: OperationObserver = {
      onEvent() {},
      runOperation: after,
      runAttempt: (_attempt, work) => after(work),
      requestHeaders: () => ({ traceparent: '00-1\r\nx-evil: 1' }),
    };
    const sent: Headers[] = [];
    const fetch: Runtime['fetch'] = async (_url, { headers }) => {
      sent.push(new Headers(headers));
      return new Response('{}');
    };
    const rejecting = open(fetch, { instrumentation: { startOperation: () => observer } });
    await expect(rejecting.client.execute(getThing, '1')).resolves.toEqual({});
    expect(uncaught).toEqual([expect.any(TypeError), boom, boom]);
    expect(sent.map((headers) => headers.has('traceparent'))).toEqual([false]);

    const idle = { onEvent() {}, runOperation: () => undefined, runAttempt: () => undefined };
    const unwilling = open(fetch, { instrumentation: { startOperation: () => idle as never } });
    await expect(unwilling.client.execute(getThing, '1')).resolves.toEqual({});
    expect(sent).toHaveLength(2);

    const failing = open(answers(404), { instrumentation: { startOperation: () => observer } });
    await expect(failing.client.execute(getThing, '1')).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  it('is not needed for the channels, which emit the same events', async () => {
    const published: unknown[] = [];
    const collect = (message: unknown) => void published.push(message);
    const names = [...new Set(Object.values(channelNames))];
    for (const name of names) subscribe(name, collect);
    try {
      const { client, events } = open(answers(200));
      await client.execute(getThing, '1');
      expect(published).toEqual(events);
      const silent = open(answers(200), { onEvent: undefined });
      await silent.client.execute(getThing, '1');
      expect(published).toHaveLength(events.length * 2);
    } finally {
      for (const name of names) unsubscribe(name, collect);
    }
  });
});
