import { describe, expect, it, vi } from 'vitest';
import { memoryReplayStore } from './replay-store.ts';

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
      store.claim('a', 1_000);
      vi.setSystemTime(Date.now() + 3_600_000);
      expect(store.claim('a', 1_000)).toBe('running');
      vi.setSystemTime(Date.now() - 7_200_000);
      vi.advanceTimersByTime(1_000);
      expect(store.claim('a', 1_000)).toBe('claimed');
    } finally {
      vi.useRealTimers();
    }
  });

  it('drops the oldest above maxIds, and each after its time', async () => {
    vi.useFakeTimers();
    try {
      const store = memoryReplayStore({ maxIds: 2 });
      const claims = (...ids: string[]) => ids.map((id) => store.claim(id, 1_000));
      expect(claims('a', 'b', 'a', 'c', 'a')).toEqual([
        'claimed',
        'claimed',
        'running',
        'claimed',
        'claimed',
      ]);
      vi.advanceTimersByTime(1_000);
      expect(claims('c')).toEqual(['claimed']);
      store.settle('c', 5_000);
      vi.advanceTimersByTime(4_999);
      expect(claims('c')).toEqual(['handled']);
      vi.advanceTimersByTime(1);
      expect(claims('c')).toEqual(['claimed']);
    } finally {
      vi.useRealTimers();
    }
  });
});
