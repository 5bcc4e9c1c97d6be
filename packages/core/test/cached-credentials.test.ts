import { describe, expect, it } from 'vitest';
import {
  ConfigurationError,
  CredentialError,
  cachedCredential,
  createRuntime,
  fromValue,
} from '../src/index.ts';
import { createManualRuntime } from '../src/testing/index.ts';
import { credential, secretIn, settle, setUpCache, setUpHolding } from './cache-fixture.ts';

describe('cached, as time goes by', () => {
  it('C17: 1,000 callers at once are one look-up', async () => {
    const { get, answer, loads } = setUpCache();
    const callers = Array.from({ length: 1_000 }, () => secretIn(get()));
    await answer(1, 'k');
    expect(new Set(await Promise.all(callers))).toEqual(new Set(['k']));
    expect(await secretIn(get())).toBe('k');
    expect(loads).toHaveLength(1);
  });

  it('renews in the background before the end, while everybody gets the old one', async () => {
    const { clock, get, answer, loads, nth } = await setUpHolding('old', { ttlMs: 1_000 });
    clock.ms = 799;
    expect(await secretIn(get())).toBe('old');
    expect(loads).toHaveLength(1);
    clock.ms = 800;
    expect(await Promise.all([secretIn(get()), secretIn(get())])).toEqual(['old', 'old']);
    expect((await nth(2)).refresh).toBe(false);
    await answer(2, 'new');
    await settle();
    expect(await secretIn(get())).toBe('new');
    expect(loads).toHaveLength(2);
  });

  it('spreads the time to live by 10 % in both directions', async () => {
    for (const [random, endMs] of [
      [0, 900],
      [0.999_999, 1_100],
    ] as const) {
      const { clock, get, answer, loads, runtime, nth } = setUpCache({ ttlMs: 1_000 });
      const context = { runtime: { ...runtime, random: () => random } };
      const first = get(context);
      await answer(1, 'k');
      await first;
      // At 75 to 85 % of that it is renewed in the background.
      clock.ms = Math.floor(endMs * (0.75 + 0.1 * random)) - 1;
      await get(context);
      expect(loads).toHaveLength(1);
      clock.ms = endMs + 1;
      const waiting = get(context);
      await nth(2);
      await answer(2, 'new');
      expect(await secretIn(waiting)).toBe('new');
    }
  });

  it('never uses a credential past its own end, not even when the source fails', async () => {
    const { clock, get, answer, fail } = setUpCache();
    const first = get();
    await answer(1, 'short', new Date(1_800_000_000_000 + 1_000));
    await first;
    clock.ms = 1_000;
    const second = get();
    await fail(2);
    await expect(second).rejects.toThrow('failure 2');
  });

  it('uses the stale one while the source fails, and loads with a growing back-off', async () => {
    const { clock, get, answer, fail, loads } = await setUpHolding('old', {
      ttlMs: 1_000,
      staleIfErrorMs: 100_000,
    });
    clock.ms = 1_001;
    // random() is 0.5, so the rests are three quarters of 1, 2 and 4 seconds.
    for (const [failed, restMs] of [
      [2, 750],
      [3, 1_500],
      [4, 3_000],
    ] as const) {
      const during = get();
      await fail(failed);
      expect(await secretIn(during)).toBe('old');
      clock.ms += restMs - 1;
      expect(await secretIn(get())).toBe('old');
      expect(loads).toHaveLength(failed);
      clock.ms += 1;
    }
    const recovered = get();
    await answer(5, 'new');
    expect(await secretIn(recovered)).toBe('new');
  });

  it('drops the old one when the source has failed for too long', async () => {
    const { clock, get, fail } = await setUpHolding('old', { ttlMs: 1_000, staleIfErrorMs: 5_000 });
    clock.ms = 6_001;
    const late = get();
    await fail(2);
    await expect(late).rejects.toThrow('failure 2');
  });

  it('a failure in the background is nobody’s unhandled rejection', async () => {
    const { clock, get, fail } = await setUpHolding('old', { ttlMs: 1_000 });
    clock.ms = 900;
    expect(await secretIn(get())).toBe('old');
    await fail(2);
    await settle();
    expect(await secretIn(get())).toBe('old');
  });

  it('does not cache a missing one', async () => {
    const { get, answer } = setUpCache();
    const first = get();
    await answer(1, undefined);
    expect(await first).toBeUndefined();
    const second = get();
    await answer(2, 'k');
    expect(await secretIn(second)).toBe('k');
  });

  it('a look-up that hangs is replaced by the next caller, who brings the first one along', async () => {
    const { clock, get, answer, nth } = setUpCache({ loadTimeoutMs: 1_000 });
    const hanging = get();
    await nth(1);
    clock.ms = 1_000;
    const next = get();
    await answer(2, 'k');
    expect(await Promise.all([secretIn(hanging), secretIn(next)])).toEqual(['k', 'k']);
  });

  it('renews before the expiry, with jitter in every process', async () => {
    for (const [random, renewedAtMs] of [
      [0, 7_500],
      [0.999_999, 8_500],
    ] as const) {
      const { clock, get, answer, loads, runtime } = setUpCache();
      const context = { runtime: { ...runtime, random: () => random } };
      const first = get(context);
      await answer(1, 'short', new Date(1_800_000_000_000 + 10_000));
      await first;
      clock.ms = renewedAtMs - 2;
      expect(await secretIn(get(context))).toBe('short');
      expect(loads).toHaveLength(1);
      clock.ms = renewedAtMs + 1;
      expect(await secretIn(get(context))).toBe('short');
      await answer(2, 'next');
      await settle();
      expect(await secretIn(get(context))).toBe('next');
    }
  });

  it('rejects an expired credential with its source and time, and loads with back-off', async () => {
    const { clock, get, answer, loads } = await setUpHolding('good', { ttlMs: 1_000 });
    clock.ms = 1_001;
    const second = get();
    await answer(2, 'ended', new Date(1_700_000_000_000));
    expect(await secretIn(second)).toBe('good');
    expect(await secretIn(get())).toBe('good');
    expect(loads).toHaveLength(2);
    const alone = setUpCache();
    const only = alone.get();
    await alone.answer(1, 'ended', new Date(1_700_000_000_000));
    await expect(only).rejects.toThrow('the test expired at 2023-11-14T22:13:20.000Z');
  });

  it('an end that is not a date does not count', async () => {
    const { get, answer, loads } = setUpCache();
    const first = get();
    await answer(1, 'k', new Date(Number.NaN));
    await first;
    expect(await secretIn(get())).toBe('k');
    expect(loads).toHaveLength(1);
  });

  it('keeps a good credential through a moment in which the source has none, and not longer', async () => {
    const { clock, get, answer, loads } = await setUpHolding('old', { ttlMs: 10_000 });
    clock.ms = 8_001;
    await get();
    await answer(2, undefined);
    await settle();
    // The file is not there while it is being replaced; the source is left alone for a moment.
    expect(await secretIn(get())).toBe('old');
    expect(loads).toHaveLength(2);
    clock.ms = 10_001;
    const late = get();
    await answer(3, undefined);
    expect(await late).toBeUndefined();
  });

  it('a source that throws at once is like one that rejects', async () => {
    let calls = 0;
    const load = () => {
      calls += 1;
      if (calls === 1) throw new Error('at once');
      return Promise.resolve(credential('k'));
    };
    const cache = cachedCredential({ description: 'hasty', load });
    const context = { runtime: createRuntime(), refresh: false };
    await expect(cache.load(context)).rejects.toThrow('at once');
    expect(await secretIn(cache.load(context))).toBe('k');
  });

  it.each(['ttlMs', 'staleIfErrorMs', 'loadTimeoutMs'])('refuses a bad %s', (name) => {
    for (const value of [-1, Number.NaN, '5'])
      expect(() => setUpCache({ [name]: value })).toThrow(ConfigurationError);
  });
});

describe('cached, when the source hangs', () => {
  /** A source that answers until it is told to hang, and a clock of the test's own. */
  function setUpHanging() {
    const runtime = createManualRuntime({ random: () => 0.5 });
    const source = { hangs: true, asked: 0 };
    const cache = cachedCredential(
      {
        description: 'the store',
        load(context) {
          source.asked += 1;
          return source.hangs ? new Promise(() => {}) : fromValue(`key-${source.asked}`).load(context);
        },
      },
      { ttlMs: 60_000 },
    );
    const get = (signal?: AbortSignal) => secretIn(cache.load({ runtime, refresh: false, signal }));
    return { runtime, source, get };
  }

  it('P1: a caller without a signal waits 30 seconds, and leaves no timer behind', async () => {
    const { runtime, get } = setUpHanging();
    const error: Promise<unknown> = get().catch((reason: unknown) => reason);
    await runtime.advance(29_999);
    expect(runtime.pendingSleeps).toEqual([1]);
    await runtime.advance(1);
    const late = await error;
    expect(CredentialError.isInstance(late) && late.retryable).toBe(true);
    expect(late).toMatchObject({ message: 'The credential did not load within 30000 ms: the store.' });
    expect(runtime.pendingSleeps).toEqual([]);
  });

  it('a caller with a signal bounds its wait itself', async () => {
    const { runtime, get } = setUpHanging();
    const controller = new AbortController();
    const leaving = get(controller.signal);
    await runtime.settle();
    expect(runtime.pendingSleeps).toEqual([]);
    controller.abort(new Error('enough'));
    await expect(leaving).rejects.toThrow('enough');
  });

  it('uses the old credential after two seconds, and lets nobody else wait', async () => {
    const { runtime, source, get } = setUpHanging();
    source.hangs = false;
    expect(await get()).toBe('key-1');
    await runtime.settle();
    expect(runtime.pendingSleeps).toEqual([]);
    source.hangs = true;
    await runtime.advance(60_001);
    const waiting = Promise.all([get(), get(new AbortController().signal)]);
    await runtime.advance(2_000);
    expect(await waiting).toEqual(['key-1', 'key-1']);
    expect(await get()).toBe('key-1');
    expect(source.asked).toBe(2);
    expect(runtime.pendingSleeps).toEqual([]);
    // The look-up that hangs is given up after its time, and the source is well again.
    source.hangs = false;
    await runtime.advance(30_000);
    expect(await get()).toBe('key-3');
  });
});
