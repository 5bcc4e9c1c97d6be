import { createRuntime, NetworkError } from '@org/core';
import { describe, expect, it } from 'vitest';
import { createSignInGuard } from './sign-in-guard.ts';

describe('the trial of a password', () => {
  it('passes to one waiter, not to all, when it ends without an answer about the password', async () => {
    const guard = createSignInGuard(createRuntime());
    let tries = 0;
    const open = async (): Promise<never> => {
      tries += 1;
      await Promise.resolve();
      if (tries === 1) throw new NetworkError({ message: 'reset', outcome: 'not-sent' });
      throw Object.assign(new Error('wrong'), { code: 'EAUTH', responseCode: 535 });
    };
    const ended = await Promise.allSettled(Array.from({ length: 5 }, () => guard.open('secret', open)));
    expect(ended.every(({ status }) => status === 'rejected')).toBe(true);
    expect(tries).toBe(2);
  });
});
