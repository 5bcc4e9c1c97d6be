import { createManualRuntime } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { createClientEventBudget } from '../src/channels/events/client-event-budget.ts';
import { connectTo, signFor, startService, until } from './realtime-fixtures.ts';

async function pair(channel = 'private-chat') {
  const service = await startService();
  const ann = connectTo(service, { authorize: signFor(service, { id: 'ann' }) });
  const bob = connectTo(service, { authorize: signFor(service, { id: 'bob' }) });
  const [from, to] = [ann.realtime.subscribe(channel), bob.realtime.subscribe(channel)];
  await Promise.all([from.subscribed(), to.subscribed()]);
  return { service, ann, from, to };
}

describe('client events', () => {
  it.each([{ on: true }, 'text', 5, null, ['a']])(
    'reach the others, with %j as they were sent',
    async (data) => {
      const { from, to } = await pair();
      const mine = from.events('client-typing', { signal: AbortSignal.timeout(60_000) });
      const next = to.events('client-typing').next();
      from.trigger('client-typing', data);
      expect((await next).value).toMatchObject({ name: 'client-typing', data });
      from.unsubscribe();
      expect(await mine.next()).toEqual({ done: true, value: undefined });
    },
  );

  it('carry their sender on a presence channel', async () => {
    const { from, to } = await pair('presence-chat');
    const next = to.events('client-typing').next();
    from.trigger('client-typing', {});
    expect((await next).value?.userId).toBe('ann');
  });

  it.each<[string, string, unknown, string]>([
    ['a name without client-', 'typing', {}, 'invalid-input'],
    ['a name of the protocol', 'pusher:subscribe', {}, 'invalid-input'],
    ['a name that is too long', `client-${'x'.repeat(200)}`, {}, 'invalid-input'],
    ['no data', 'client-a', undefined, 'invalid-input'],
    ['data that is a function', 'client-a', () => {}, 'invalid-input'],
    ['data that JSON does not have', 'client-a', 5n, 'invalid-input'],
    ['10 241 bytes', 'client-a', `${'é'.repeat(5_119)}x`, 'payload-too-large'],
  ])('W12: %s is refused here: nothing is sent', async (_name, event, data, code) => {
    const { service, from } = await pair();
    expect(() => from.trigger(event as 'client-a', data)).toThrow(
      expect.objectContaining({ code, outcome: 'not-sent' }),
    );
    expect(service.stats.clientEvents).toBe(0);
  });

  it('W12: 10 240 bytes are taken', async () => {
    const { from, to } = await pair();
    const next = to.events('client-a').next();
    from.trigger('client-a', 'é'.repeat(5_119));
    expect((await next).value?.data).toHaveLength(5_119);
  });

  it('W12: a public channel has none, and a channel must be subscribed', async () => {
    const { service, ann } = await pair();
    const name: string = 'orders';
    const orders = ann.realtime.subscribe(name);
    await orders.subscribed();
    expect(() => orders.trigger('client-a', {})).toThrow(expect.objectContaining({ code: 'unsupported' }));
    const late = ann.realtime.subscribe('private-late');
    expect(() => late.trigger('client-a', {})).toThrow(
      expect.objectContaining({ code: 'not-subscribed', retryable: true }),
    );
    await late.subscribed();
    late.unsubscribe();
    expect(() => late.trigger('client-a', {})).toThrow(expect.objectContaining({ code: 'not-subscribed' }));
    service.faults.closeAll(4100);
    await until(() => ann.realtime.state === 'reconnecting');
    expect(() => orders.trigger('client-a', {})).toThrow(expect.objectContaining({ outcome: 'not-sent' }));
  });

  it('W12: an eleventh within a second is refused here, and the service never complains', async () => {
    const { service, ann, from, to } = await pair();
    const seen: unknown[] = [];
    to.on('client-n', ({ data }) => seen.push(data));
    const refused: unknown[] = [];
    for (let n = 0; n < 11; n += 1) {
      try {
        from.trigger('client-n', n);
      } catch (error) {
        refused.push(error);
      }
    }
    expect(refused).toEqual([
      expect.objectContaining({
        code: 'rate-limit',
        outcome: 'not-sent',
        retryable: true,
        message: expect.stringMatching(/\(10\).*Send fewer, or set maxQueuedClientEvents\.$/),
      }),
    ]);
    await until(() => seen.length === 10);
    expect(service.stats.clientEvents).toBe(10);
    expect(ann.errors()).toEqual([]);
  });

  it('W12: an event after exactly retryAfterMs is sent, and a millisecond sooner it is not', async () => {
    const runtime = createManualRuntime();
    const budget = createClientEventBudget(runtime, 2);
    const retryAfterMs = () => budget.trySpend()?.retryAfterMs ?? 'sent';
    expect(retryAfterMs()).toBe('sent');
    await runtime.advance(300);
    expect(retryAfterMs()).toBe('sent');
    expect(retryAfterMs()).toBe(700);
    await runtime.advance(699);
    expect(retryAfterMs()).toBe(1);
    await runtime.advance(1);
    expect([retryAfterMs(), retryAfterMs()]).toEqual(['sent', 300]);
  });

  it('W12: retryAfterMs is rounded up, never down', async () => {
    const runtime = createManualRuntime();
    const budget = createClientEventBudget(runtime, 1);
    await runtime.advance(0.25);
    expect(budget.trySpend()).toBeUndefined();
    await runtime.advance(999.5);
    expect(budget.trySpend()).toMatchObject({ retryAfterMs: 1 });
    await runtime.advance(1);
    expect(budget.trySpend()).toBeUndefined();
  });

  it('the budget of no second is exceeded, whatever its phase', async () => {
    const runtime = createManualRuntime();
    const budget = createClientEventBudget(runtime, 10);
    const sentAtMs: number[] = [];
    for (let at = 0; at < 5_000; at += 37) {
      const refusal = budget.trySpend();
      if (refusal === undefined) sentAtMs.push(runtime.monotonic());
      else expect(refusal).toMatchObject({ code: 'rate-limit', retryAfterMs: expect.any(Number) });
      await runtime.advance(37);
    }
    for (const from of sentAtMs)
      expect(sentAtMs.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(10);
    expect(sentAtMs.length).toBeGreaterThan(45);
  });
});

describe('W12: maxQueuedClientEvents', () => {
  async function queued(maxQueuedClientEvents: number) {
    const service = await startService();
    const runtime = createManualRuntime();
    const options = { runtime, maxQueuedClientEvents, maxClientEventsPerSecond: 2 };
    const ann = connectTo(service, { ...options, authorize: signFor(service, { id: 'ann' }) });
    const bob = connectTo(service, { authorize: signFor(service, { id: 'bob' }) });
    const [from, to] = [ann.realtime.subscribe('private-chat'), bob.realtime.subscribe('private-chat')];
    await Promise.all([from.subscribed(), to.subscribed()]);
    const seen: unknown[] = [];
    to.on('client-n', ({ data }) => seen.push(data));
    const trigger = (...numbers: number[]) => {
      for (const n of numbers) from.trigger('client-n', n);
    };
    return { service, runtime, ann, from, seen, trigger };
  }

  it('events above the rate wait, in order, and never exceed it', async () => {
    const { runtime, seen, trigger } = await queued(10);
    trigger(0, 1, 2, 3, 4);
    await until(() => seen.length === 2);
    await runtime.advance(999);
    trigger(5);
    expect(seen).toEqual([0, 1]);
    await runtime.advance(1);
    await until(() => seen.length === 4);
    await runtime.advance(1_000);
    await until(() => seen.length === 6);
    expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
    expect(runtime.pendingSleeps).not.toContain(1_000);
    await runtime.advance(1_000);
    trigger(6);
    await until(() => seen.length === 7);
  });

  it('above the limit trigger throws, and the events that wait are sent', async () => {
    const { runtime, seen, trigger } = await queued(1);
    trigger(0, 1, 2);
    expect(() => trigger(3)).toThrow(expect.objectContaining({ code: 'rate-limit', retryAfterMs: 1_000 }));
    await runtime.advance(1_000);
    await until(() => seen.length === 3);
    expect(seen).toEqual([0, 1, 2]);
  });

  it('one that waits for a channel that was left is dropped and reported', async () => {
    const { runtime, ann, from, seen, trigger, service } = await queued(10);
    trigger(0, 1, 2, 3);
    from.unsubscribe();
    await runtime.advance(1_000);
    await until(() => seen.length === 2);
    expect(ann.errors()).toEqual(['not-subscribed', 'not-subscribed']);
    expect(service.stats.clientEvents).toBe(2);
  });

  it('W14: close() drops them and leaves no timer', async () => {
    const { runtime, ann, trigger } = await queued(10);
    trigger(0, 1, 2);
    await ann.realtime.close();
    expect(runtime.pendingSleeps).toEqual([]);
    expect(ann.errors()).toEqual([]);
  });
});
