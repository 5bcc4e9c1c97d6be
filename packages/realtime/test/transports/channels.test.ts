import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { channelTopics } from './channel-rows.ts';

for (const { title, rows, isAbsent = false, prepare } of channelTopics) {
  describe.skipIf(isAbsent)(title, () => {
    let restore: (() => void) | undefined;
    beforeAll(() => {
      restore = prepare?.();
    });
    afterAll(() => restore?.());

    it.each(rows)('$case', async ({ probe, end }) => {
      expect(await probe()).toBe(end);
    });
  });
}
