import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { untilAborted } from './until-aborted.ts';

it('what fails after it was given up is nobody’s unhandled rejection', async () => {
  const unheard: unknown[] = [];
  const note = (reason: unknown) => void unheard.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const late = new AbortController();
  const failing = nextTurn().then(() => Promise.reject(new Error('later')));
  const early = AbortSignal.abort('given up before');
  const calls = [untilAborted(failing, late.signal), untilAborted(Promise.reject(new Error('now')), early)];
  late.abort('given up');
  expect(await Promise.allSettled(calls)).toMatchObject([
    { reason: 'given up' },
    { reason: 'given up before' },
  ]);
  await nextTurn();
  await nextTurn();
  expect(unheard).toEqual([]);
});
