import { describe, expect, it } from 'vitest';
import type { TaskContext, TaskStep } from '../task.ts';
import { createManualRuntime } from '../testing/manual-clock.ts';
import { taskDriver } from './task-driver.ts';

it('a session is closed once, also if its client is closed twice', async () => {
  let closings = 0;
  const close = async () => {
    closings += 1;
  };
  const session = taskDriver({
    name: 'acme',
    capabilities: {},
    open: () => ({ operations: {}, close }),
  }).open({});
  await Promise.all([session.close(), session.close()]);
  await session.close();
  expect(closings).toBe(1);
});

/** A driver whose one operation reports its steps and then hangs. */
function hangAfter(...steps: TaskStep[]) {
  const runtime = createManualRuntime();
  const contexts: TaskContext[] = [];
  const session = taskDriver({
    name: 'acme',
    capabilities: {},
    open: () => ({
      operations: {
        act: {
          name: 'act',
          safety: 'unsafe',
          run: (_input: undefined, context: TaskContext) => {
            contexts.push(context);
            for (const step of steps) context.enter(step);
            return new Promise<never>(() => undefined);
          },
        },
      },
    }),
  }).open({ runtime, retry: false, timeoutMs: 1_000 });
  return { runtime, session, contexts };
}

const early: TaskStep = { waitingFor: 'the greeting', outcome: 'not-sent' };
const late: TaskStep = { waitingFor: 'the receipt', outcome: 'unknown', details: { id: 'x' } };

describe('a time limit ends a task', () => {
  it.each<[string, TaskStep[], object]>([
    ['that reports nothing', [], { outcome: 'unknown' }],
    [
      'before it can have acted',
      [early],
      { outcome: 'not-sent', message: expect.stringContaining('for the greeting,') },
    ],
    ['when it may have acted', [early, late], { outcome: 'unknown', details: { id: 'x' } }],
    ['that says that it has not acted after all', [late, early], { outcome: 'not-sent' }],
  ])('%s', async (_, steps, fields) => {
    const { runtime, session } = hangAfter(...steps);
    const failed = session.execute('act', undefined).catch((error: unknown) => error);
    await runtime.advance(1_000);
    expect(await failed).toMatchObject({ code: 'timeout', ...fields });
  });
});

it.each<[TaskStep['replay'], number]>([
  ['never', 1],
  [undefined, 3],
])('a time limit in a step with replay: %s allows %d attempts', async (replay, attempts) => {
  const run = (_input: undefined, context: TaskContext) => {
    context.enter({ ...early, replay });
    return new Promise<never>(() => undefined);
  };
  const runtime = createManualRuntime();
  const operations = { act: { name: 'act', safety: 'read' as const, run } };
  const definition = { name: 'acme', capabilities: {}, open: () => ({ operations }) };
  const session = taskDriver(definition).open({ runtime, timeoutMs: 1_000 });
  const failed = session.execute('act', undefined).catch((error: unknown) => error);
  await runtime.advance(100_000);
  expect(await failed).toMatchObject({ code: 'timeout', attempts, retryable: replay === undefined });
});

it.each<[string, TaskStep[], object]>([
  ['that reports nothing', [], { outcome: 'unknown' }],
  ['before it can have acted', [early], { outcome: 'not-sent' }],
  ['when it may have acted', [early, late], { outcome: 'unknown', details: { id: 'x' } }],
])('so does the end of the client: a task %s', async (_, steps, fields) => {
  const { runtime, session } = hangAfter(...steps);
  const failed = session.execute('act', undefined, { timeoutMs: 1_000_000 }).catch((error: unknown) => error);
  await runtime.settle();
  const closing = session.close();
  await runtime.advance(100_000);
  await closing;
  expect(await failed).toMatchObject({ code: 'closed', ...fields });
});

it("a task receives the caller's idempotency key, and no other", async () => {
  const { runtime, session, contexts } = hangAfter();
  const calls = ['mine', undefined].map((idempotencyKey) =>
    session.execute('act', undefined, { idempotencyKey }).catch(() => undefined),
  );
  await runtime.advance(1_000);
  await Promise.all(calls);
  expect(contexts.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['mine', undefined]);
});
