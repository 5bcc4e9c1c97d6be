import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { untilAborted } from './until-aborted.ts';

it('handles the rejection of a promise that fails after the abort', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const late = new AbortController();
  const failing = nextTurn().then(() => Promise.reject(new Error('later')));
  const early = AbortSignal.abort('aborted before');
  const calls = [untilAborted(failing, late.signal), untilAborted(Promise.reject(new Error('now')), early)];
  late.abort('aborted later');
  expect(await Promise.allSettled(calls)).toMatchObject([
    { reason: 'aborted later' },
    { reason: 'aborted before' },
  ]);
  await nextTurn();
  await nextTurn();
  expect(unhandled).toEqual([]);
});
