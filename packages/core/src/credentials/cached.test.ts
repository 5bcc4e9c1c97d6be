import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { createRuntime } from '../runtime.ts';
import { cached } from './cached.ts';
import { Secret } from './secret.ts';
import type { Credential, CredentialContext, CredentialSource } from './source.ts';

/** A source whose every look-up is answered by the test, and a clock that the test moves. */
function setUp(options?: Parameters<typeof cached>[1]) {
  const clock = { ms: 0 };
  const runtime = createRuntime({
    monotonic: () => clock.ms,
    now: () => 1_800_000_000_000 + clock.ms,
    random: () => 0.5,
  });
  const loads: (CredentialContext & Deferred)[] = [];
  const source: CredentialSource = {
    description: 'the test',
    load(context) {
      const load = { ...context, ...defer() };
      loads.push(load);
      return load.promise;
    },
  };
  const cache = cached(source, options);
  const get = (more: Partial<CredentialContext> = {}) => cache.load({ runtime, refresh: false, ...more });
  /** The look-up with this number; it begins a few microtasks after it was asked for. */
  const nth = async (number: number) => {
    for (let turn = 0; turn < 20 && loads.length < number; turn += 1) await Promise.resolve();
    const load = loads[number - 1];
    if (load === undefined) throw new Error(`there were ${loads.length} look-ups, not ${number}`);
    return load;
  };
  const answer = async (number: number, value: string | undefined, expiresAt?: Date) =>
    (await nth(number)).resolve(value === undefined ? undefined : credential(value, expiresAt));
  const fail = async (number: number) => (await nth(number)).reject(new Error(`failure ${number}`));
  return { clock, loads, cache, get, nth, answer, fail, runtime };
}

interface Deferred {
  readonly promise: Promise<Credential | undefined>;
  resolve(credential: Credential | undefined): void;
  reject(error: Error): void;
}

function defer(): Deferred {
  let resolve: Deferred['resolve'] = () => {};
  let reject: Deferred['reject'] = () => {};
  const promise = new Promise<Credential | undefined>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

function credential(value: string, expiresAt?: Date): Credential {
  return { secret: new Secret(value), source: 'the test', expiresAt };
}

async function valueFrom(pending: Promise<Credential | undefined>): Promise<string | undefined> {
  return (await pending)?.secret.reveal();
}

/** Lets every reaction to what just happened run. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('cached', () => {
  it('C17: 1,000 callers at once are one look-up', async () => {
    const { get, answer, loads } = setUp();
    const callers = Array.from({ length: 1_000 }, () => valueFrom(get()));
    await answer(1, 'k');
    expect(new Set(await Promise.all(callers))).toEqual(new Set(['k']));
    expect(await valueFrom(get())).toBe('k');
    expect(loads).toHaveLength(1);
  });

  it('renews in the background before the end, while everybody gets the old one', async () => {
    const { clock, get, answer, loads, nth } = setUp({ ttlMs: 1_000 });
    const first = get();
    await answer(1, 'old');
    await first;
    clock.ms = 799;
    expect(await valueFrom(get())).toBe('old');
    expect(loads).toHaveLength(1);
    clock.ms = 800;
    expect(await Promise.all([valueFrom(get()), valueFrom(get())])).toEqual(['old', 'old']);
    expect((await nth(2)).refresh).toBe(false);
    await answer(2, 'new');
    await settle();
    expect(await valueFrom(get())).toBe('new');
    expect(loads).toHaveLength(2);
  });

  it('spreads the time to live by 10 % in both directions', async () => {
    for (const [random, endMs] of [
      [0, 900],
      [0.999_999, 1_100],
    ] as const) {
      const { clock, get, answer, loads, runtime, nth } = setUp({ ttlMs: 1_000 });
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
      expect(await valueFrom(waiting)).toBe('new');
    }
  });

  it('never uses a credential past its own end, not even when the source fails', async () => {
    const { clock, get, answer, fail } = setUp();
    const first = get();
    await answer(1, 'short', new Date(1_800_000_000_000 + 1_000));
    await first;
    clock.ms = 1_000;
    const second = get();
    await fail(2);
    await expect(second).rejects.toThrow('failure 2');
  });

  it('uses the old one while the source fails, and leaves the source alone for longer and longer', async () => {
    const { clock, get, answer, fail, loads } = setUp({ ttlMs: 1_000, staleIfErrorMs: 100_000 });
    const first = get();
    await answer(1, 'old');
    await first;
    clock.ms = 1_001;
    // random() is 0.5, so the rests are three quarters of 1, 2 and 4 seconds.
    for (const [failed, restMs] of [
      [2, 750],
      [3, 1_500],
      [4, 3_000],
    ] as const) {
      const during = get();
      await fail(failed);
      expect(await valueFrom(during)).toBe('old');
      clock.ms += restMs - 1;
      expect(await valueFrom(get())).toBe('old');
      expect(loads).toHaveLength(failed);
      clock.ms += 1;
    }
    const recovered = get();
    await answer(5, 'new');
    expect(await valueFrom(recovered)).toBe('new');
  });

  it('gives up the old one when the source has failed for too long', async () => {
    const { clock, get, answer, fail } = setUp({ ttlMs: 1_000, staleIfErrorMs: 5_000 });
    const first = get();
    await answer(1, 'old');
    await first;
    clock.ms = 6_001;
    const late = get();
    await fail(2);
    await expect(late).rejects.toThrow('failure 2');
  });

  it('a failure in the background is nobody’s unhandled rejection', async () => {
    const { clock, get, answer, fail } = setUp({ ttlMs: 1_000 });
    const first = get();
    await answer(1, 'old');
    await first;
    clock.ms = 900;
    expect(await valueFrom(get())).toBe('old');
    await fail(2);
    await settle();
    expect(await valueFrom(get())).toBe('old');
  });

  it('does not remember that there was none', async () => {
    const { get, answer } = setUp();
    const first = get();
    await answer(1, undefined);
    expect(await first).toBeUndefined();
    const second = get();
    await answer(2, 'k');
    expect(await valueFrom(second)).toBe('k');
  });

  it('a refresh goes past the cache, and concurrent ones are one look-up', async () => {
    const { get, answer, loads } = setUp();
    const first = get();
    await answer(1, 'old');
    await first;
    const refreshes = Array.from({ length: 1_000 }, () => valueFrom(get({ refresh: true })));
    await answer(2, 'new');
    expect(new Set(await Promise.all(refreshes))).toEqual(new Set(['new']));
    expect(loads.map((load) => load.refresh)).toEqual([false, true]);
  });

  it('a failed refresh rejects: the old one was refused', async () => {
    const { get, answer, fail } = setUp();
    const first = get();
    await answer(1, 'old');
    await first;
    const refresh = get({ refresh: true });
    await fail(2);
    await expect(refresh).rejects.toThrow('failure 2');
  });

  it('an older look-up never overwrites a newer state, and its callers get the newer one', async () => {
    const { get, answer, nth } = setUp();
    const slow = get();
    await nth(1);
    const refresh = get({ refresh: true });
    await nth(2);
    await answer(1, 'old');
    await answer(2, 'new');
    expect(await Promise.all([valueFrom(slow), valueFrom(refresh)])).toEqual(['new', 'new']);
    expect(await valueFrom(get())).toBe('new');
  });

  it('tells an overtaken look-up to stop', async () => {
    const { get, answer, nth } = setUp();
    const slow = get();
    const { signal } = await nth(1);
    const refresh = get({ refresh: true });
    expect(signal?.aborted).toBe(true);
    await answer(2, 'new');
    expect(await Promise.all([valueFrom(slow), valueFrom(refresh)])).toEqual(['new', 'new']);
  });

  it('a look-up that hangs is replaced by the next caller, who brings the first one along', async () => {
    const { clock, get, answer, nth } = setUp({ loadTimeoutMs: 1_000 });
    const hanging = get();
    await nth(1);
    clock.ms = 1_000;
    const next = get();
    await answer(2, 'k');
    expect(await Promise.all([valueFrom(hanging), valueFrom(next)])).toEqual(['k', 'k']);
  });

  it('C9: an abort rejects that caller at once with its reason, and no other', async () => {
    const { get, answer, loads } = setUp();
    const controller = new AbortController();
    const leaving = get({ signal: controller.signal });
    const staying = get();
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(leaving).rejects.toBe(reason);
    await answer(1, 'k');
    expect(await valueFrom(staying)).toBe('k');
    expect(loads).toHaveLength(1);
    await expect(get({ signal: controller.signal })).rejects.toBe(reason);
  });

  it('an abort while the old one could still be used rejects all the same', async () => {
    const { clock, get, answer, nth } = setUp({ ttlMs: 1_000 });
    const first = get();
    await answer(1, 'old');
    await first;
    clock.ms = 1_001;
    const controller = new AbortController();
    const leaving = get({ signal: controller.signal });
    await nth(2);
    controller.abort(new Error('enough'));
    await expect(leaving).rejects.toThrow('enough');
  });

  it('renews what ends by itself before it ends, at a moment of its own in every process', async () => {
    for (const [random, renewedAtMs] of [
      [0, 7_500],
      [0.999_999, 8_500],
    ] as const) {
      const { clock, get, answer, loads, runtime } = setUp();
      const context = { runtime: { ...runtime, random: () => random } };
      const first = get(context);
      await answer(1, 'short', new Date(1_800_000_000_000 + 10_000));
      await first;
      clock.ms = renewedAtMs - 2;
      expect(await valueFrom(get(context))).toBe('short');
      expect(loads).toHaveLength(1);
      clock.ms = renewedAtMs + 1;
      expect(await valueFrom(get(context))).toBe('short');
      await answer(2, 'next');
      await settle();
      expect(await valueFrom(get(context))).toBe('next');
    }
  });

  it('refuses a credential that has already ended, by its source and time, and does not ask without pause', async () => {
    const { clock, get, answer, loads } = setUp({ ttlMs: 1_000 });
    const first = get();
    await answer(1, 'good');
    await first;
    clock.ms = 1_001;
    const second = get();
    await answer(2, 'ended', new Date(1_700_000_000_000));
    expect(await valueFrom(second)).toBe('good');
    expect(await valueFrom(get())).toBe('good');
    expect(loads).toHaveLength(2);
    const alone = setUp();
    const only = alone.get();
    await alone.answer(1, 'ended', new Date(1_700_000_000_000));
    await expect(only).rejects.toThrow('the test ended at 2023-11-14T22:13:20.000Z');
  });

  it('an end that is no date does not count', async () => {
    const { get, answer, loads } = setUp();
    const first = get();
    await answer(1, 'k', new Date(Number.NaN));
    await first;
    expect(await valueFrom(get())).toBe('k');
    expect(loads).toHaveLength(1);
  });

  it('keeps a good credential through a moment in which the source has none, and not longer', async () => {
    const { clock, get, answer, loads } = setUp({ ttlMs: 10_000 });
    const first = get();
    await answer(1, 'old');
    await first;
    clock.ms = 8_001;
    await get();
    await answer(2, undefined);
    await settle();
    // The file is not there while it is being replaced; the source is left alone for a moment.
    expect(await valueFrom(get())).toBe('old');
    expect(loads).toHaveLength(2);
    clock.ms = 10_001;
    const late = get();
    await answer(3, undefined);
    expect(await late).toBeUndefined();
  });

  it('a refused credential that was replaced already needs no look-up', async () => {
    const { get, answer, loads } = setUp();
    const first = get();
    await answer(1, 'new');
    await first;
    expect(await valueFrom(get({ refresh: true, refused: new Secret('old') }))).toBe('new');
    expect(loads).toHaveLength(1);
  });

  it('remembers for five seconds what became of a refused credential: the same value, or no answer', async () => {
    const { clock, get, answer, fail, loads } = setUp();
    const refused = new Secret('old');
    const first = get();
    await answer(1, 'old');
    await first;
    const same = get({ refresh: true, refused });
    await answer(2, 'old');
    expect(await valueFrom(same)).toBe('old');
    expect(await valueFrom(get({ refresh: true, refused }))).toBe('old');
    clock.ms += 5_000;
    const failing = get({ refresh: true, refused });
    await fail(3);
    await expect(failing).rejects.toThrow('failure 3');
    await expect(get({ refresh: true, refused })).rejects.toThrow('failure 3');
    expect(loads).toHaveLength(3);
    clock.ms += 5_000;
    const found = get({ refresh: true, refused });
    await answer(4, 'new');
    expect(await valueFrom(found)).toBe('new');
  });

  it('invalidate() also forgets what became of a refused credential', async () => {
    const { cache, get, answer } = setUp();
    const refused = new Secret('old');
    const same = get({ refresh: true, refused });
    await answer(1, 'old');
    await same;
    cache.invalidate();
    const found = get({ refresh: true, refused });
    await answer(2, 'new');
    expect(await valueFrom(found)).toBe('new');
  });

  it('invalidate() forgets what is held and what is under way', async () => {
    const { cache, get, answer, nth } = setUp();
    const under = get();
    await nth(1);
    cache.invalidate();
    await answer(1, 'forgotten');
    await under;
    expect(cache.peek()).toBeUndefined();
    const next = get();
    await answer(2, 'new');
    expect(await valueFrom(next)).toBe('new');
    expect(cache.peek()?.secret.reveal()).toBe('new');
  });

  it('a source that throws at once is like one that rejects', async () => {
    let calls = 0;
    const load = () => {
      calls += 1;
      if (calls === 1) throw new Error('at once');
      return Promise.resolve(credential('k'));
    };
    const cache = cached({ description: 'hasty', load });
    const context = { runtime: createRuntime(), refresh: false };
    await expect(cache.load(context)).rejects.toThrow('at once');
    expect(await valueFrom(cache.load(context))).toBe('k');
  });

  it.each(['ttlMs', 'staleIfErrorMs', 'loadTimeoutMs'])('refuses a bad %s', (name) => {
    for (const value of [-1, Number.NaN, '5']) {
      let error: unknown;
      try {
        setUp({ [name]: value });
      } catch (reason) {
        error = reason;
      }
      expect(ConfigurationError.isInstance(error)).toBe(true);
    }
  });
});
