import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { ServerError } from '../errors/service-errors.ts';
import { TimeoutError } from '../errors/transport-errors.ts';
import { createManualRuntime } from '../testing/manual-clock.ts';
import { JobFailedError } from './job-failed-error.ts';
import { type PollOptions, poll } from './poll.ts';
import type { PollAnswer, PollProgress } from './poll-answer.ts';

type Step = PollAnswer<string> | Error;
const notYet: Step = { state: 'pending' };
const done: Step = { state: 'done', value: 'report' };

/**
 * A job with scripted answers (the last one repeats), on a manual clock; random numbers are 0.5 by default.
 */
function job(steps: readonly Step[], options: Partial<PollOptions<string>> = {}, random = () => 0.5) {
  const runtime = createManualRuntime({ random });
  const looks: number[] = [];
  const polled = poll({
    check: async () => {
      const step = steps[Math.min(looks.length, steps.length - 1)];
      looks.push(runtime.monotonic());
      if (step === undefined || step instanceof Error) throw step;
      return step;
    },
    runtime,
    ...options,
  });
  const ended = polled.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  return { runtime, looks, polled, ended };
}

const unavailable = (retryAfterMs?: number) =>
  new ServerError({ message: 'not now', outcome: 'unknown', retryable: true, retryAfterMs });

describe('poll', () => {
  it('checks at once, then after waits that grow up to maxIntervalMs', async () => {
    const { runtime, looks, polled } = job([notYet, notYet, notYet, notYet, done], {
      intervalMs: 100,
      backoff: 2,
      maxIntervalMs: 300,
    });
    await runtime.advance(10_000);
    expect(await polled).toBe('report');
    expect(looks).toEqual([0, 100, 300, 600, 900]);
  });

  it('passes the number of the check', async () => {
    const runtime = createManualRuntime();
    const attempts: number[] = [];
    const polled = poll({
      check: async ({ look }) => {
        attempts.push(look);
        return look === 3 ? { state: 'done', value: look } : { state: 'pending' };
      },
      runtime,
    });
    await runtime.advance(60_000);
    expect(await polled).toBe(3);
    expect(attempts).toEqual([1, 2, 3]);
  });

  it('adds a jitter of a tenth in both directions', async () => {
    for (const [random, waitMs] of [
      [0, 900],
      [1, 1_100],
    ] as const) {
      const { runtime, looks } = job([notYet, done], { intervalMs: 1_000 }, () => random);
      await runtime.advance(2_000);
      expect(looks).toEqual([0, waitMs]);
    }
  });

  it('never checks before retryAfterMs, nor before its own interval', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: undefined }), { maxLength: 6 }),
        fc.integer({ min: 1 }),
        async (hints, seed) => {
          const runtime = createManualRuntime({ random: seed });
          const looks: number[] = [];
          const polled = poll({
            check: async ({ look }) => {
              looks.push(runtime.monotonic());
              if (look > hints.length) return { state: 'done', value: undefined };
              return { state: 'pending', retryAfterMs: hints[look - 1] };
            },
            intervalMs: 100,
            backoff: 1,
            runtime,
          });
          await runtime.advance(600_000);
          await polled;
          hints.forEach((hint, index) => {
            const waited = (looks[index + 1] ?? 0) - (looks[index] ?? 0);
            expect(waited).toBeGreaterThanOrEqual(Math.max(hint ?? 0, 90 - 1e-6));
          });
        },
      ),
      { numRuns: 30 },
    ));

  it('ignores an invalid retryAfterMs', async () => {
    const { runtime, looks } = job([{ state: 'pending', retryAfterMs: Number.NaN }, done], {
      intervalMs: 100,
    });
    await runtime.advance(1_000);
    expect(looks).toEqual([0, 100]);
  });

  it('ends at once when the next check would be after the deadline, with retryAfterMs', async () => {
    const { runtime, looks, ended } = job([{ state: 'pending', retryAfterMs: 5_000 }], { deadlineMs: 4_000 });
    await runtime.settle();
    const { error } = (await ended) as { error: unknown };
    expect(TimeoutError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ limit: 'deadline', attempts: 1, retryable: true });
    expect((error as TimeoutError).retryAfterMs).toBeGreaterThanOrEqual(5_000);
    expect(looks).toEqual([0]);
    expect(runtime.pendingSleeps).toEqual([]);
  });

  it('aborts a hanging check at the deadline', async () => {
    const runtime = createManualRuntime();
    let given: AbortSignal | undefined;
    const polled = poll({
      check: ({ signal }) => {
        given = signal;
        return new Promise<PollAnswer<string>>(() => undefined);
      },
      deadlineMs: 1_000,
      runtime,
    });
    polled.catch(() => undefined);
    await runtime.advance(999);
    expect(given?.aborted).toBe(false);
    await runtime.advance(1);
    await expect(polled).rejects.toMatchObject({ name: 'TimeoutError', limit: 'deadline', elapsedMs: 1_000 });
    expect(given?.aborted).toBe(true);
  });

  it.each(['wait', 'look'])(
    'an abort during a %s ends it at once, with the reason, and leaves no timer',
    async (where) => {
      const controller = new AbortController();
      const runtime = createManualRuntime();
      const polled = poll({
        check: () =>
          where === 'look' ? new Promise(() => undefined) : Promise.resolve({ state: 'pending' }),
        signal: controller.signal,
        runtime,
      });
      polled.catch(() => undefined);
      await runtime.settle();
      controller.abort('enough');
      await expect(polled).rejects.toBe('enough');
      await runtime.settle();
      expect(runtime.pendingSleeps).toEqual([]);
    },
  );

  it('never checks under an aborted signal', async () => {
    const { looks, polled } = job([done], { signal: AbortSignal.abort('before') });
    await expect(polled).rejects.toBe('before');
    expect(looks).toEqual([]);
  });

  it('continues after a few consecutive retryable errors, and keeps their retryAfterMs', async () => {
    const { runtime, looks, polled } = job(
      [unavailable(), unavailable(3_000), unavailable(), notYet, unavailable(), done],
      { intervalMs: 100, backoff: 1 },
      () => 0,
    );
    await runtime.advance(60_000);
    expect(await polled).toBe('report');
    expect(looks).toEqual([0, 90, 3_090, 3_180, 3_270, 3_360]);
  });

  it('rejects with the error that exceeds maxFailures', async () => {
    const { runtime, looks, ended } = job([unavailable()], { maxFailures: 2 });
    await runtime.advance(60_000);
    expect(ServerError.isInstance(((await ended) as { error: unknown }).error)).toBe(true);
    expect(looks).toHaveLength(3);
  });

  it.each([
    ['a bug', new Error('bug')],
    ['a failure that does not pass', new ServerError({ message: 'broken', retryable: false })],
  ])('rejects at once with %s', async (_name, error) => {
    const { looks, polled } = job([error]);
    await expect(polled).rejects.toBe(error);
    expect(looks).toHaveLength(1);
  });

  it("rejects with a JobFailedError for a failed job, with the service's details", async () => {
    const failed = {
      state: 'failed',
      message: 'The export failed.',
      providerCode: 'E7',
      details: { row: 3 },
    } as const;
    const { runtime, ended } = job([notYet, failed]);
    await runtime.advance(60_000);
    const { error } = (await ended) as { error: unknown };
    expect(JobFailedError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      code: 'job-failed',
      message: 'The export failed.',
      providerCode: 'E7',
      details: { row: 3 },
      outcome: 'sent',
      attempts: 2,
      retryable: false,
    });
    expect(runtime.pendingSleeps).toEqual([]);
  });

  it.each([null, 'pending', {}, { state: 'running' }])(
    'a look that says none of the three states (%o) ends it, instead of being taken for pending',
    async (answer) => {
      const { looks, ended, runtime } = job([answer as never]);
      await runtime.advance(60_000);
      const { error } = (await ended) as { error: unknown };
      expect(ConfigurationError.isInstance(error)).toBe(true);
      expect(looks).toHaveLength(1);
    },
  );

  it('calls onProgress after each check except the last, and after failed checks', async () => {
    const told: PollProgress[] = [];
    const { runtime, polled } = job([{ state: 'pending', progress: 40 }, unavailable(), done], {
      intervalMs: 100,
      backoff: 2,
      onProgress: (progress) => told.push(progress),
    });
    await runtime.advance(60_000);
    expect(await polled).toBe('report');
    expect(told).toEqual([
      { looks: 1, elapsedMs: 0, nextLookMs: 100, progress: 40, failures: 0 },
      { looks: 2, elapsedMs: 100, nextLookMs: 200, progress: undefined, failures: 1 },
    ]);
  });

  it('polls without a deadline until the caller aborts', async () => {
    const controller = new AbortController();
    const { runtime, looks, ended } = job([notYet], {
      deadlineMs: Number.POSITIVE_INFINITY,
      signal: controller.signal,
    });
    await runtime.advance(3_600_000);
    expect(looks.length).toBeGreaterThan(100);
    controller.abort('enough');
    expect(await ended).toEqual({ error: 'enough' });
    await runtime.settle();
    expect(runtime.pendingSleeps).toEqual([]);
  });

  it.each([
    { intervalMs: 0 },
    { intervalMs: Number.NaN },
    { backoff: 0.5 },
    { deadlineMs: -1 },
    { maxIntervalMs: 0 },
    { intervalMs: 1_000, maxIntervalMs: 500 },
    { intervalMs: [] as unknown as number },
    { maxFailures: 0.5 },
  ])('rejects %o', async (options) => {
    await expect(job([done], options).polled).rejects.toThrow(ConfigurationError);
  });
});
