import { expect, it } from 'vitest';
import { combineLimiters } from './combine-limiters.ts';
import { createLimiter } from './create-limiter.ts';

it('what is no limiter is refused where limiters are combined, not at the first call', () => {
  const own = createLimiter({ limits: [] });
  const wrong = combineLimiters as (...given: unknown[]) => unknown;
  for (const given of [[[own]], [own, undefined]]) {
    expect(() => wrong(...given)).toThrow(
      expect.objectContaining({
        code: 'configuration',
        message: expect.stringContaining(`combineLimiters(…)[${given.length - 1}] must be an object with`),
      }),
    );
  }
});
