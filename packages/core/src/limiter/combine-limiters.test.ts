import { expect, it } from 'vitest';
import { combineLimiters } from './combine-limiters.ts';
import { createLimiter } from './create-limiter.ts';

it('rejects a value that is not a limiter when limiters are combined, not at the first call', () => {
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
