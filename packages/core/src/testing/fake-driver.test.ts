import { describe, expect, expectTypeOf, it } from 'vitest';
import { noAuth } from '../auth/no-auth.ts';
import { httpDriver } from '../driver/http-driver.ts';
import { RateLimitError } from '../errors/service-errors.ts';
import { buildServiceResponse } from '../http/response.ts';
import { defineOperation } from '../operation.ts';
import { createFakeDriver } from './fake-driver.ts';

interface Thing {
  readonly id: string;
}

const real = httpDriver({
  service: { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth() },
  capabilities: { things: true },
  operations: {
    'thing.get': defineOperation({
      name: 'thing.get',
      safety: 'read',
      encode: (id: string) => ({ method: 'GET', path: `/things/${id}` }),
      decode: (answer): Thing => answer.json() as Thing,
    }),
    'thing.count': defineOperation({
      name: 'thing.count',
      safety: 'read',
      encode: (_: undefined) => ({ method: 'GET', path: '/things' }),
      decode: () => 0,
    }),
  },
});

describe('createFakeDriver', () => {
  it('has the name, the capabilities and the types of the real one', () => {
    const fake = createFakeDriver(real);
    expect(fake).toMatchObject({ name: 'acme', capabilities: { things: true }, specVersion: 1 });
    expectTypeOf(fake.answer).toBeCallableWith('thing.get', { id: 'a' });
    // @ts-expect-error a result of another type
    fake.answer('thing.get', { name: 'a' });
    // @ts-expect-error no such operation
    fake.answer('thing.put', { id: 'a' });
    const session = createFakeDriver(real).open({});
    expectTypeOf(session.execute<'thing.get'>).returns.resolves.toEqualTypeOf<Thing>();
  });

  it('returns results in order, repeats the last one, and records its calls', async () => {
    const fake = createFakeDriver(real)
      .answer('thing.get', { id: 'first' })
      .answer('thing.get', (id) => ({ id: `${id}!` }));
    const session = fake.open({ userAgent: 'mine' });
    expect(await session.execute('thing.get', 'a')).toEqual({ id: 'first' });
    expect(await session.execute('thing.get', 'b', { priority: 'low' })).toEqual({ id: 'b!' });
    expect(await session.execute('thing.get', 'c')).toEqual({ id: 'c!' });
    expect(fake.calls.map(({ name, input }) => [name, input])).toEqual([
      ['thing.get', 'a'],
      ['thing.get', 'b'],
      ['thing.get', 'c'],
    ]);
    expect(fake.callsOf('thing.get')[1]?.options).toEqual({ priority: 'low' });
    expect(fake.callsOf('thing.count')).toEqual([]);
    expect(fake.openedWith).toEqual({ userAgent: 'mine' });
  });

  it('returns a falsy result', async () => {
    const session = createFakeDriver(real).answer('thing.count', 0).open({});
    expect(await session.execute('thing.count', undefined)).toBe(0);
  });

  it('rejects with the error of its function', async () => {
    const error = new RateLimitError({ message: 'Too many.', retryAfterMs: 900 });
    const session = createFakeDriver(real)
      .answer('thing.get', () => {
        throw error;
      })
      .open({});
    await expect(session.execute('thing.get', 'a')).rejects.toBe(error);
  });

  it('names the missing result', async () => {
    const session = createFakeDriver(real).open({});
    await expect(session.execute('thing.get', 'a')).rejects.toMatchObject({
      code: 'configuration',
      message: `The fake driver has no answer for "thing.get". Add one with answer('thing.get', …).`,
    });
    await expect(session.request?.({ method: 'GET', path: '/' })).rejects.toMatchObject({
      message: expect.stringContaining('answerRequests'),
    });
  });

  it('follows the signal, before and during a call', async () => {
    const fake = createFakeDriver(real).answer('thing.get', () => new Promise(() => {}));
    const session = fake.open({});
    await expect(session.execute('thing.get', 'a', { signal: AbortSignal.abort('before') })).rejects.toBe(
      'before',
    );
    const controller = new AbortController();
    const call = session.execute('thing.get', 'a', { signal: controller.signal });
    controller.abort('during');
    await expect(call).rejects.toBe('during');
  });

  it('answers raw requests, and rejects all calls after close', async () => {
    const answer = buildServiceResponse(200, new Headers(), new Uint8Array());
    const session = createFakeDriver(real).answer('thing.count', 1).answerRequests(answer).open({});
    expect(await session.request?.({ method: 'GET', path: '/' })).toBe(answer);
    await session.close();
    await expect(session.execute('thing.count', undefined)).rejects.toMatchObject({ code: 'closed' });
  });
});
