import type { Schema } from '@org/core';
import { createManualRuntime } from '@org/core/testing';
import { expect, it } from 'vitest';
import type { ChannelEvent } from '../channel.ts';
import { type ValidationPort, validateEvents } from './validate-events.ts';

const event = (name: string, data: unknown): ChannelEvent => ({
  name,
  channel: 'orders',
  data,
  receivedAt: new Date(),
});

function schema(validate: Schema<unknown>['~standard']['validate']): Schema<unknown> {
  return { '~standard': { version: 1, vendor: 'test', validate } };
}

function open(
  schemas: Readonly<Record<string, Schema<unknown>>>,
  options: ValidationPort['options'] = { maxBuffered: 1_000, overflow: 'drop-newest' },
) {
  const runtime = createManualRuntime();
  const delivered: unknown[] = [];
  const reported: string[] = [];
  const validation = validateEvents(schemas, {
    name: 'orders',
    runtime,
    options,
    deliver: ({ data }) => delivered.push(data),
    report: (error) => reported.push(error.message),
  });
  return { runtime, delivered, reported, validation };
}

it('W8: a synchronous schema runs synchronously', () => {
  const { validation, delivered, reported } = open({
    any: schema((value) => ({ value })),
    none: schema(() => ({ issues: [{ message: 'not two' }] })),
    broken: schema(() => {
      throw new Error('broken schema');
    }),
  });
  for (const [data, name] of ['any', 'none', 'broken', 'plain'].entries()) validation.take(event(name, data));
  expect(delivered).toEqual([0, 3]);
  expect(reported).toEqual([expect.stringContaining('it: not two'), expect.stringContaining('schema threw')]);
});

it('W8: events stay in order while a schema is pending, across names', async () => {
  let answer = (_: { value: unknown }) => {};
  const { validation, delivered, runtime } = open({
    slow: schema(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    ),
    quick: schema((value) => ({ value })),
  });
  validation.take(event('slow', 1));
  validation.take(event('plain', 2));
  validation.take(event('quick', 3));
  await runtime.advance(10);
  expect(delivered).toEqual([]);
  answer({ value: 1 });
  await runtime.advance(0);
  expect(delivered).toEqual([1, 2, 3]);
  validation.take(event('plain', 4));
  expect(delivered).toEqual([1, 2, 3, 4]);
});

it('P6: a schema that never settles keeps a thousand events; one report counts the rest', async () => {
  const { validation, delivered, reported, runtime } = open({ slow: schema(() => new Promise(() => {})) });
  validation.take(event('slow', 0));
  for (let n = 1; n <= 1_500; n += 1) validation.take(event('plain', n));
  await runtime.advance(1);
  expect(delivered).toEqual([]);
  expect(reported).toEqual([expect.stringContaining('The last 500 were dropped')]);
  validation.stop();
  expect(runtime.pendingSleeps).toEqual([]);
});

it('P6: with drop-oldest it keeps the newest', async () => {
  let answer = (_: { value: unknown }) => {};
  const slow = schema(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const bound = { maxBuffered: 2, overflow: 'drop-oldest' } as const;
  const { validation, delivered, reported, runtime } = open({ slow }, bound);
  const pending = validation.take(event('slow', 0));
  for (let n = 1; n <= 5; n += 1) validation.take(event('plain', n));
  await runtime.advance(1);
  expect(reported).toEqual([expect.stringContaining('events on orders')]);
  expect(reported[0]).toContain('maxBuffered (2)');
  expect(reported[0]).toContain('The first 3 were dropped');
  answer({ value: 0 });
  await pending;
  expect(delivered).toEqual([0, 4, 5]);
});
