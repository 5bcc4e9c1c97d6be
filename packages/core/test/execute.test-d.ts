import { describe, expectTypeOf, it } from 'vitest';
import type { CompositeContext } from '../src/driver/index.ts';
import { defineComposite, defineOperation, type Operation, type ServiceClient } from '../src/index.ts';

declare const client: ServiceClient;
declare const request: CompositeContext['request'];
declare const signal: AbortSignal;

const ping = defineOperation({
  name: 'ping',
  safety: 'read',
  encode: () => ({ method: 'GET', path: '/ping' }),
  decode: (response): number => response.status,
});
const remove: Operation<void, string> = {
  name: 'remove',
  safety: 'idempotent',
  encode: () => ({ method: 'DELETE', path: '/' }),
};
const getThing = defineOperation({
  name: 'thing.get',
  safety: 'read',
  encode: (id: string) => ({ method: 'GET', path: '/things/{id}', params: { id } }),
  decode: (response): string => response.text(),
});
const findThings = defineOperation({
  name: 'thing.find',
  safety: 'read',
  encode: (words: string | undefined) => ({ method: 'GET', path: '/things', query: { words } }),
});
const pingTwice = defineComposite({
  name: 'ping.twice',
  safety: 'read',
  run: async (_, { request }) => (await request(ping)) + (await request(ping)),
});
const echo = defineOperation({
  name: 'echo',
  safety: 'unsafe',
  encode: (json: unknown) => ({ method: 'POST', path: '/echo', json }),
});

describe('an operation without input', () => {
  it('is called without one, or with `undefined` before the options', () => {
    expectTypeOf(client.execute(ping)).resolves.toEqualTypeOf<number>();
    expectTypeOf(client.execute(ping, undefined, { signal })).resolves.toEqualTypeOf<number>();
    expectTypeOf(client.execute(pingTwice)).resolves.toEqualTypeOf<number>();
    expectTypeOf(client.execute(pingTwice, undefined, { signal })).resolves.toEqualTypeOf<number>();
    expectTypeOf(client.execute(remove)).resolves.toEqualTypeOf<string>();
  });

  it('does not take the options in the place of the input', () => {
    // @ts-expect-error the signal would be ignored
    client.execute(ping, { signal });
    // @ts-expect-error
    client.execute(pingTwice, { signal });
    // @ts-expect-error
    client.execute(remove, { signal });
  });

  it('is the same as a request of a composite operation', () => {
    expectTypeOf(request(ping)).resolves.toEqualTypeOf<number>();
    expectTypeOf(request(ping, undefined, { idempotencyKey: 'a' })).resolves.toEqualTypeOf<number>();
    // @ts-expect-error
    request(ping, { idempotencyKey: 'a' });
    // @ts-expect-error
    request(getThing);
  });
});

describe('an operation with input', () => {
  it('needs it', () => {
    expectTypeOf(client.execute(getThing, 'a', { signal })).resolves.toEqualTypeOf<string>();
    // @ts-expect-error
    client.execute(getThing);
    // @ts-expect-error
    client.execute(getThing, undefined, { signal });
    // @ts-expect-error
    client.execute(getThing, { signal });
  });

  it('that may be `undefined` may be called without it', () => {
    expectTypeOf(client.execute(findThings, 'a', { signal })).resolves.toEqualTypeOf<undefined>();
    expectTypeOf(client.execute(findThings)).resolves.toEqualTypeOf<undefined>();
    // @ts-expect-error
    client.execute(findThings, { signal });
  });

  it('that may be anything takes anything', () => {
    expectTypeOf(client.execute(echo, { signal: 'red' })).resolves.toEqualTypeOf<undefined>();
  });
});
