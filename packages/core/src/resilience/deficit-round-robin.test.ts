import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { deficitRoundRobin } from './deficit-round-robin.ts';

/** Starts the tenants' calls in the schedule's order, at most `starts` of them. */
function serve(
  waiting: Readonly<Record<string, readonly number[]>>,
  weights: Readonly<Record<string, number>> = {},
  starts = Number.POSITIVE_INFINITY,
) {
  const schedule = deficitRoundRobin({ weights }).createSchedule();
  const left = new Map(Object.entries(waiting).map(([tenant, costs]) => [tenant, [...costs]]));
  for (const tenant of left.keys()) schedule.enter(tenant);
  const served: { readonly tenant: string; readonly cost: number }[] = [];
  const first = (tenant: string) => left.get(tenant)?.[0];
  for (let tenant = schedule.next(first); tenant !== undefined && served.length < starts; ) {
    const cost = left.get(tenant)?.shift() as number;
    served.push({ tenant, cost });
    schedule.charge(tenant, cost);
    if (left.get(tenant)?.length === 0) schedule.leave(tenant);
    tenant = schedule.next(first);
  }
  return served;
}

const order = (served: readonly { readonly tenant: string }[]) => served.map(({ tenant }) => tenant).join('');
const ones = (count: number) => new Array<number>(count).fill(1);

describe('deficitRoundRobin', () => {
  it('alternates between tenants, for any number of calls of one tenant', () => {
    expect(order(serve({ a: ones(6), b: ones(2), c: ones(1) }))).toBe('abcabaaaa');
  });

  it('gives shares by weight', () => {
    expect(order(serve({ a: ones(6), b: ones(3) }, { a: 2 }))).toBe('aabaabaab');
  });

  it('saves the deficit of a large call over rounds', () => {
    expect(order(serve({ a: [3, 3], b: ones(6) }))).toBe('bbabbbab');
  });

  it('saves the deficit for any cost, without a step for each round', () => {
    const schedule = deficitRoundRobin({ weights: { b: 2 } }).createSchedule();
    for (const tenant of ['a', 'b']) schedule.enter(tenant);
    let asked = 0;
    const next = () =>
      schedule.next(() => {
        asked += 1;
        return 1_000_000;
      });
    expect(next()).toBe('b');
    schedule.charge('b', 1_000_000);
    expect(next()).toBe('a');
    expect(asked).toBeLessThan(20);
  });

  it('skips a tenant whose first call waits for a limit of its group', () => {
    const schedule = deficitRoundRobin().createSchedule();
    for (const tenant of ['a', 'b']) schedule.enter(tenant);
    const costs: Record<string, number | undefined> = { b: 1 };
    expect(schedule.next((tenant) => costs[tenant])).toBe('b');
    expect(schedule.next(() => undefined)).toBeUndefined();
  });

  it('returns the same tenant until a call starts', () => {
    const schedule = deficitRoundRobin().createSchedule();
    for (const tenant of ['a', 'b']) schedule.enter(tenant);
    const answers = [1, 2, 3].map(() => schedule.next((tenant) => (tenant === 'a' ? 5 : 2)));
    expect(answers).toEqual(['b', 'b', 'b']);
  });

  it('accepts names of built-in properties as tenants', () => {
    expect(order(serve({ constructor: ones(2), b: ones(1) }))).toBe('constructorbconstructor');
  });

  it.each([0, -1, 1.5, Number.NaN])('rejects a weight of %d', (weight) => {
    expect(() => deficitRoundRobin({ weights: { a: weight } })).toThrow(ConfigurationError);
  });
});

describe('C20: deficit round robin', () => {
  const costs = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 30 });
  const weight = fc.integer({ min: 1, max: 5 });

  it('keeps two waiting tenants within one round and one largest call of each other', () =>
    fc.assert(
      fc.property(costs, costs, weight, weight, fc.nat(40), (a, b, forA, forB, starts) => {
        const served = serve({ a, b, z: [1, 1, 1] }, { a: forA, b: forB }, starts);
        const rounds = (tenant: string, own: number) =>
          served.filter((one) => one.tenant === tenant).reduce((sum, { cost }) => sum + cost, 0) / own;
        const gone = (tenant: string, all: readonly number[]) =>
          served.filter((one) => one.tenant === tenant).length === all.length;
        if (gone('a', a) || gone('b', b)) return;
        const bound = 1 + Math.max(...a) / forA + Math.max(...b) / forB;
        expect(Math.abs(rounds('a', forA) - rounds('b', forB))).toBeLessThanOrEqual(bound);
      }),
    ));

  it('starts every call once, each tenant in its own order', () =>
    fc.assert(
      fc.property(costs, costs, weight, (a, b, forA) => {
        const served = serve({ a, b }, { a: forA });
        const of = (tenant: string) => served.filter((one) => one.tenant === tenant).map(({ cost }) => cost);
        expect({ a: of('a'), b: of('b') }).toEqual({ a, b });
      }),
    ));
});
