import { OrgError } from '@org/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type SubscriptionEvent,
  type SubscriptionState,
  transitionSubscription,
} from './subscription-machine.ts';

const final = new OrgError({ message: 'no' });
const passing = new OrgError({ message: 'not now', retryable: true });
const states = {
  unsubscribed: { name: 'unsubscribed' },
  waiting: { name: 'waiting' },
  authorizing: { name: 'authorizing', failures: 1 },
  subscribing: { name: 'subscribing', failures: 1 },
  pausing: { name: 'pausing', failures: 2, error: passing },
  leaving: { name: 'leaving' },
  subscribed: { name: 'subscribed' },
  'failed for good': { name: 'failed', error: final, mayReturn: false },
  'failed for now': { name: 'failed', error: passing, mayReturn: true },
} satisfies Record<string, SubscriptionState>;
const events = {
  'want, connected': { type: 'want', isConnected: true },
  'want, not connected': { type: 'want', isConnected: false },
  leave: { type: 'leave' },
  connected: { type: 'connected' },
  lost: { type: 'lost' },
  unreachable: { type: 'unreachable', error: final },
  authorized: { type: 'authorized' },
  refused: { type: 'refused', error: final },
  'refused for now': { type: 'refused', error: passing },
  retry: { type: 'retry' },
  succeeded: { type: 'succeeded' },
  'timed-out': { type: 'refused', error: passing, mayExist: true },
} satisfies Record<string, SubscriptionEvent>;

type Row = readonly [keyof typeof states, keyof typeof events, keyof typeof states, string];

/** Every pair that does something. All others leave the state as it is. */
const table: readonly Row[] = [
  ['unsubscribed', 'want, connected', 'authorizing', 'authorize'],
  ['unsubscribed', 'want, not connected', 'waiting', ''],
  ['waiting', 'connected', 'authorizing', 'authorize'],
  ['waiting', 'leave', 'unsubscribed', ''],
  ['waiting', 'unreachable', 'failed for now', ''],
  ['authorizing', 'authorized', 'subscribing', 'send-subscribe'],
  ['authorizing', 'refused', 'failed for good', 'abandon'],
  ['authorizing', 'refused for now', 'pausing', 'abandon'],
  ['authorizing', 'timed-out', 'pausing', 'abandon'],
  ['authorizing', 'unreachable', 'failed for now', 'abandon'],
  ['authorizing', 'lost', 'waiting', 'abandon'],
  ['authorizing', 'leave', 'unsubscribed', 'abandon'],
  ['subscribing', 'succeeded', 'subscribed', ''],
  ['subscribing', 'refused', 'failed for good', ''],
  ['subscribing', 'unreachable', 'failed for now', ''],
  ['subscribing', 'refused for now', 'pausing', ''],
  ['subscribing', 'timed-out', 'pausing', 'send-unsubscribe'],
  ['subscribing', 'lost', 'waiting', ''],
  ['subscribing', 'leave', 'leaving', ''],
  ['pausing', 'retry', 'authorizing', 'authorize'],
  ['pausing', 'refused', 'failed for good', ''],
  ['pausing', 'lost', 'waiting', ''],
  ['pausing', 'unreachable', 'failed for now', ''],
  ['pausing', 'leave', 'unsubscribed', ''],
  ['leaving', 'want, connected', 'subscribing', ''],
  ['leaving', 'want, not connected', 'subscribing', ''],
  ['leaving', 'succeeded', 'unsubscribed', 'send-unsubscribe'],
  ['leaving', 'timed-out', 'unsubscribed', 'send-unsubscribe'],
  ['leaving', 'refused', 'unsubscribed', ''],
  ['leaving', 'refused for now', 'unsubscribed', ''],
  ['leaving', 'lost', 'unsubscribed', ''],
  ['leaving', 'unreachable', 'unsubscribed', ''],
  ['subscribed', 'lost', 'waiting', ''],
  ['subscribed', 'unreachable', 'failed for now', ''],
  ['subscribed', 'leave', 'unsubscribed', 'send-unsubscribe'],
  ['failed for good', 'want, connected', 'authorizing', 'authorize'],
  ['failed for good', 'want, not connected', 'waiting', ''],
  ['failed for good', 'leave', 'unsubscribed', ''],
  ['failed for now', 'want, connected', 'authorizing', 'authorize'],
  ['failed for now', 'want, not connected', 'waiting', ''],
  ['failed for now', 'leave', 'unsubscribed', ''],
  ['failed for now', 'connected', 'authorizing', 'authorize'],
];

describe('the life of a subscription', () => {
  it.each(table)('%s, %s: %s (%s)', (from, event, to, effects) => {
    const [next, done] = transitionSubscription(states[from], events[event]);
    const { name, ...rest } = states[to];
    expect(next).toMatchObject({ name, ...('mayReturn' in rest && { mayReturn: rest.mayReturn }) });
    expect(done.join(' ')).toBe(effects);
  });

  const rest = (Object.keys(states) as (keyof typeof states)[]).flatMap((state) =>
    (Object.keys(events) as (keyof typeof events)[])
      .filter((event) => !table.some(([from, on]) => from === state && on === event))
      .map((event) => [state, event] as const),
  );
  it.each(rest)('%s ignores %s', (state, event) => {
    expect(transitionSubscription(states[state], events[event])).toEqual([states[state], []]);
  });

  it.each([
    ['authorizing', 'refused for now', 'abandon'],
    ['subscribing', 'timed-out', 'send-unsubscribe'],
  ] as const)('W7: %s is tried again after any number of failures', (name, type, effect) => {
    const [next, effects] = transitionSubscription({ name, failures: 99 }, events[type]);
    expect([next, effects]).toEqual([{ name: 'pausing', failures: 100, error: passing }, [effect]]);
  });

  it.each([
    [passing, false, 'failed'],
    [final, true, 'pausing'],
  ])('the application decides: %s', (error, mayRetry, name) => {
    const event = { type: 'refused', error, mayRetry } as const;
    const [next] = transitionSubscription({ name: 'authorizing', failures: 0 }, event);
    expect(next.name).toBe(name);
  });

  it('has all its attempts when it is wanted again before the service responded', () => {
    const [next] = transitionSubscription(states.leaving, events['want, connected']);
    expect(next).toEqual({ name: 'subscribing', failures: 0 });
  });

  it('counts failures across the attempts of one connection', () => {
    const [next] = transitionSubscription(states.authorizing, { type: 'authorized' });
    expect(next).toEqual({ name: 'subscribing', failures: 1 });
    expect(transitionSubscription(states.pausing, { type: 'retry' })[0]).toMatchObject({ failures: 2 });
    expect(transitionSubscription(next, events['timed-out'])[0]).toMatchObject({
      failures: 2,
    });
  });

  it('W5: a second subscribe frame follows only a response, an unsubscribe or a lost connection', () => {
    const command = fc.constantFrom(...Object.values<SubscriptionEvent>(events));
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), (sequence) => {
        let state: SubscriptionState = { name: 'unsubscribed' };
        let isJoined = false;
        for (const event of sequence) {
          const [next, effects] = transitionSubscription(state, event);
          // Only somebody who was asked can refuse.
          const isAwaited = state.name === 'subscribing' || state.name === 'leaving';
          const isRefused = event.type === 'refused' && isAwaited;
          if (event.type === 'lost' || event.type === 'unreachable' || isRefused) isJoined = false;
          for (const effect of effects) {
            if (effect === 'send-subscribe') {
              expect(isJoined).toBe(false);
              isJoined = true;
            }
            if (effect === 'send-unsubscribe') isJoined = false;
          }
          state = next;
          if (state.name === 'subscribed') expect(isJoined).toBe(true);
          if (state.name === 'unsubscribed' || state.name === 'waiting') expect(isJoined).toBe(false);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
