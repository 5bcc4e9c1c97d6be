import { describe, expect, it, vi } from 'vitest';
import { testReplayStore } from '../testing/test-replay-store.ts';
import { memoryReplayStore, requireReplayStore } from './replay-store.ts';

let owners = 0;
const newOwner = () => {
  owners += 1;
  return `owner-${owners}`;
};

testReplayStore({ describe, it, expect }, 'memoryReplayStore', () => ({ store: memoryReplayStore() }));

describe('requireReplayStore', () => {
  const { claim, renew, settle, release } = memoryReplayStore();
  it.each([
    ['nothing', undefined, 'claim, renew, settle, release'],
    ['a text', 'memory', 'claim, renew, settle, release'],
    ['a store of an earlier version, without owners', { claim, settle, release }, 'renew'],
    ['a store with a method that is none', { claim, renew, settle: true, release }, 'settle'],
  ])('refuses %s, and names what is missing', (_what, store, missing) => {
    expect(() => requireReplayStore('webhooks.replayStore', store)).toThrow(
      expect.objectContaining({
        code: 'configuration',
        message: expect.stringMatching(`^webhooks\\.replayStore must .* Missing: ${missing}\\.`),
      }),
    );
  });

  it('accepts a class, whose methods are inherited', () => {
    class Table {
      claim = claim;
      renew = renew;
      settle() {}
      release() {}
    }
    expect(() => requireReplayStore('replayStore', new Table())).not.toThrow();
  });
});

describe('memoryReplayStore', () => {
  it.each([0, Number.NaN])('refuses maxIds %s, which would store nothing', (maxIds) => {
    expect(() => memoryReplayStore({ maxIds })).toThrow('maxIds');
  });

  it('refuses options that are none', () => {
    expect(() => memoryReplayStore(null as never)).toThrow(
      expect.objectContaining({ code: 'configuration' }),
    );
  });

  it('C12: forgets after its time when the wall clock jumps', () => {
    vi.useFakeTimers();
    try {
      const store = memoryReplayStore();
      store.claim('a', newOwner(), 1_000);
      vi.setSystemTime(Date.now() + 3_600_000);
      expect(store.claim('a', newOwner(), 1_000)).toBe('running');
      vi.setSystemTime(Date.now() - 7_200_000);
      vi.advanceTimersByTime(1_000);
      expect(store.claim('a', newOwner(), 1_000)).toBe('claimed');
    } finally {
      vi.useRealTimers();
    }
  });

  it('drops the oldest above maxIds, and each after its time', async () => {
    vi.useFakeTimers();
    try {
      const store = memoryReplayStore({ maxIds: 2 });
      const claims = (...ids: string[]) => ids.map((id) => store.claim(id, newOwner(), 1_000));
      expect(claims('a', 'b', 'a', 'c', 'a')).toEqual([
        'claimed',
        'claimed',
        'running',
        'claimed',
        'claimed',
      ]);
      vi.advanceTimersByTime(1_000);
      expect(store.claim('c', 'me', 1_000)).toBe('claimed');
      store.settle('c', 'me', 5_000);
      vi.advanceTimersByTime(4_999);
      expect(claims('c')).toEqual(['handled']);
      vi.advanceTimersByTime(1);
      expect(claims('c')).toEqual(['claimed']);
    } finally {
      vi.useRealTimers();
    }
  });
});
