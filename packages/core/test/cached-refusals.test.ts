import { describe, expect, it } from 'vitest';
import { Secret } from '../src/index.ts';
import { secretIn, setUpCache, setUpHolding } from './cache-fixture.ts';

describe('cached, after a refusal', () => {
  it('a refresh goes past the cache, and concurrent ones are one look-up', async () => {
    const { get, answer, loads } = await setUpHolding('old');
    const refreshes = Array.from({ length: 1_000 }, () => secretIn(get({ refresh: true })));
    await answer(2, 'new');
    expect(new Set(await Promise.all(refreshes))).toEqual(new Set(['new']));
    expect(loads.map((load) => load.refresh)).toEqual([false, true]);
  });

  it('a failed refresh rejects: the old one was refused', async () => {
    const { get, fail } = await setUpHolding('old');
    const refresh = get({ refresh: true });
    await fail(2);
    await expect(refresh).rejects.toThrow('failure 2');
  });

  it('an older look-up never overwrites a newer state, and its callers get the newer one', async () => {
    const { get, answer, nth } = setUpCache();
    const slow = get();
    await nth(1);
    const refresh = get({ refresh: true });
    await nth(2);
    await answer(1, 'old');
    await answer(2, 'new');
    expect(await Promise.all([secretIn(slow), secretIn(refresh)])).toEqual(['new', 'new']);
    expect(await secretIn(get())).toBe('new');
  });

  it('aborts an overtaken look-up', async () => {
    const { get, answer, nth } = setUpCache();
    const slow = get();
    const { signal } = await nth(1);
    const refresh = get({ refresh: true });
    expect(signal?.aborted).toBe(true);
    await answer(2, 'new');
    expect(await Promise.all([secretIn(slow), secretIn(refresh)])).toEqual(['new', 'new']);
  });

  it('a load that is replaced before its start never reaches the source, and rejects nowhere', async () => {
    const { cache, loads, answer, get } = setUpCache();
    const first = get();
    const second = get({ refresh: true });
    await answer(1, 'new');
    expect((await Promise.all([first, second])).map((found) => found?.secret.reveal())).toEqual([
      'new',
      'new',
    ]);
    expect(loads.map(({ refresh }) => refresh)).toEqual([true]);
    expect(cache.peek()?.secret.reveal()).toBe('new');
  });

  it('C9: an abort rejects that caller at once with its reason, and no other', async () => {
    const { get, answer, loads } = setUpCache();
    const controller = new AbortController();
    const leaving = get({ signal: controller.signal });
    const staying = get();
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(leaving).rejects.toBe(reason);
    await answer(1, 'k');
    expect(await secretIn(staying)).toBe('k');
    expect(loads).toHaveLength(1);
    await expect(get({ signal: controller.signal })).rejects.toBe(reason);
  });

  it('an abort while the old one could still be used rejects all the same', async () => {
    const { clock, get, nth } = await setUpHolding('old', { ttlMs: 1_000 });
    clock.ms = 1_001;
    const controller = new AbortController();
    const leaving = get({ signal: controller.signal });
    await nth(2);
    controller.abort(new Error('enough'));
    await expect(leaving).rejects.toThrow('enough');
  });

  it('a refused credential that was replaced already needs no look-up', async () => {
    const { get, loads } = await setUpHolding('new');
    expect(await secretIn(get({ refresh: true, refused: new Secret('old') }))).toBe('new');
    expect(loads).toHaveLength(1);
  });

  it('keeps the result of a refresh for five seconds: the same value, or the error', async () => {
    const { clock, get, answer, fail, loads } = await setUpHolding('old');
    const refused = new Secret('old');
    const same = get({ refresh: true, refused });
    await answer(2, 'old');
    expect(await secretIn(same)).toBe('old');
    expect(await secretIn(get({ refresh: true, refused }))).toBe('old');
    clock.ms += 5_000;
    const failing = get({ refresh: true, refused });
    await fail(3);
    await expect(failing).rejects.toThrow('failure 3');
    await expect(get({ refresh: true, refused })).rejects.toThrow('failure 3');
    expect(loads).toHaveLength(3);
    clock.ms += 5_000;
    const found = get({ refresh: true, refused });
    await answer(4, 'new');
    expect(await secretIn(found)).toBe('new');
  });

  it('invalidate() also drops the result of a refused credential', async () => {
    const { cache, get, answer } = setUpCache();
    const refused = new Secret('old');
    const same = get({ refresh: true, refused });
    await answer(1, 'old');
    await same;
    cache.invalidate();
    const found = get({ refresh: true, refused });
    await answer(2, 'new');
    expect(await secretIn(found)).toBe('new');
  });

  it('invalidate() drops the cached value and the look-up in flight', async () => {
    const { cache, get, answer, nth } = setUpCache();
    const under = get();
    await nth(1);
    cache.invalidate();
    await answer(1, 'forgotten');
    await under;
    expect(cache.peek()).toBeUndefined();
    const next = get();
    await answer(2, 'new');
    expect(await secretIn(next)).toBe('new');
    expect(cache.peek()?.secret.reveal()).toBe('new');
  });
});
