import { describe, expect, it } from 'vitest';
import { TimeoutError } from '../errors/transport-errors.ts';
import type { ClientEvent } from '../observe/events.ts';
import { createManualRuntime } from '../testing/index.ts';
import { type CallEnd, observedCall } from './observed-call.ts';

function stage(end: CallEnd = { attempts: 2 }) {
  const events: ClientEvent[] = [];
  const runtime = createManualRuntime();
  const onEvent = (event: ClientEvent) => events.push(event);
  const about = {
    provider: 'acme',
    operation: 'batch',
    safety: 'unsafe',
    runtime,
    endOf: () => end,
  } as const;
  return { about: { ...about, observers: { onEvent } }, events, runtime };
}

describe('several calls as one operation', () => {
  it('have a start and an end with one id, and the time between', async () => {
    const { about, events, runtime } = stage();
    const call = observedCall(about, async () => {
      await runtime.sleep(30);
      return 'done';
    });
    await runtime.advance(30);
    expect(await call).toBe('done');
    const base = { provider: 'acme', operation: 'batch', requestId: events[0]?.requestId };
    expect(events).toEqual([
      { ...base, type: 'operation-start', safety: 'unsafe', maxAttempts: 1 },
      { ...base, type: 'operation-end', ok: true, attempts: 2, elapsedMs: 30 },
    ]);
  });

  it('fail with a failed part, although they resolve', async () => {
    const { about, events } = stage({ attempts: 2, errorCode: 'rate-limit', outcome: 'sent' });
    expect(await observedCall(about, async () => 'done')).toBe('done');
    expect(events[1]).toMatchObject({ ok: false, errorCode: 'rate-limit', outcome: 'sent' });
  });

  it.each<[string, unknown, AbortSignal | undefined, object]>([
    [
      'an error of ours',
      new TimeoutError({ message: 'late', outcome: 'unknown', phase: 'headers', limit: 'deadline' }),
      undefined,
      { errorCode: 'timeout', outcome: 'unknown' },
    ],
    ['an abort', 'stop', AbortSignal.abort('stop'), { errorCode: 'aborted', outcome: 'not-sent' }],
    ['a foreign error', new Error('x'), undefined, { errorCode: 'unexpected', outcome: 'not-sent' }],
  ])('that end with %s say so', async (_what, error, signal, expected) => {
    const { about, events } = stage();
    const call = observedCall({ ...about, signal }, async () => {
      throw error;
    });
    await expect(call).rejects.toBe(error);
    expect(events[1]).toMatchObject({ type: 'operation-end', ok: false, ...expected });
  });

  it('are just run without a listener', async () => {
    const { about } = stage();
    const endOf = () => {
      throw new Error('never asked');
    };
    expect(await observedCall({ ...about, observers: {}, endOf }, async () => 'done')).toBe('done');
  });
});
