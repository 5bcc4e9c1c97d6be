import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LimitGroup } from './group.ts';
import { LimitSet } from './limit-set.ts';
import { goesFirst, TenantQueue, type Waiter } from './wait-queue.ts';

const step = fc.oneof(
  fc.record({ add: fc.boolean(), cost: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ remove: fc.nat(30) }),
);

function setUp() {
  const feedback = { maxPauseMs: 1_000, probes: 0, onLoosened: () => undefined };
  const limitGroup = new LimitGroup(new LimitSet([], feedback), undefined);
  const queue = new TenantQueue(0, 'a').openQueue(limitGroup);
  let tickets = 0;
  const add = (retry: boolean, cost: number) => {
    tickets += 1;
    const nothing = () => undefined;
    const waiter: Waiter = {
      next: undefined,
      previous: undefined,
      queue,
      part: '',
      cost,
      isRetry: retry,
      ticket: tickets,
      queuedAt: 0,
      maxWaitMs: undefined,
      signal: undefined,
      resolve: nothing,
      reject: nothing,
    };
    queue.add(waiter);
    return waiter;
  };
  const inOrder = () => {
    const all: Waiter[] = [];
    for (let waiter = queue.head; waiter !== undefined; waiter = waiter.next) all.push(waiter);
    return all;
  };
  return { queue, add, inOrder };
}

describe('C20: the queue', () => {
  it('holds retries first, both kinds in the order of arrival, after any removal', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const { queue, add, inOrder } = setUp();
        let model: Waiter[] = [];
        for (const one of steps) {
          if ('add' in one) model.push(add(one.add, one.cost));
          else {
            const waiter = model[one.remove % Math.max(1, model.length)];
            if (waiter === undefined) continue;
            queue.remove(waiter);
            model = model.filter((other) => other !== waiter);
            expect(queue.holds(waiter)).toBe(false);
            expect([waiter.next, waiter.previous]).toEqual([undefined, undefined]);
          }
          const expected = [
            ...model.filter(({ isRetry }) => isRetry),
            ...model.filter(({ isRetry }) => !isRetry),
          ];
          expect(inOrder().map(({ ticket }) => ticket)).toEqual(expected.map(({ ticket }) => ticket));
          expect(queue.tail?.ticket).toBe(expected.at(-1)?.ticket);
          expect([queue.tenantQueue.length, queue.limitGroup.waiting]).toEqual([model.length, model.length]);
          expect(queue.cost).toBe(model.reduce((sum, { cost }) => sum + cost, 0));
          for (const waiter of model) expect(queue.holds(waiter)).toBe(true);
        }
      }),
    );
  });

  it('has the order of goesFirst', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 2, maxLength: 20 }), (retries) => {
        const { add, inOrder } = setUp();
        for (const retry of retries) add(retry, 1);
        const all = inOrder();
        for (let index = 1; index < all.length; index += 1)
          expect(goesFirst(all[index - 1] as Waiter, all[index] as Waiter)).toBe(true);
      }),
    );
  });
});
