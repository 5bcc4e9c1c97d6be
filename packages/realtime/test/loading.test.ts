import { createRuntime } from '@org/core';
import { describe, expect, it } from 'vitest';
import { connectTo, signFor, startService } from './realtime-fixtures.ts';
import { bob, connectAs } from './user-fixtures.ts';

/** A runtime whose first load of code fails, as after a new release or without a network. */
function failingOnce() {
  let loads = 0;
  return createRuntime({
    random: () => 0,
    async untimed(load) {
      loads += 1;
      if (loads === 1) throw new Error('404');
      return load();
    },
  });
}

describe('code that does not load', () => {
  it('of a private channel is loaded by the next attempt', async () => {
    const service = await startService();
    const { realtime, told } = connectTo(service, { runtime: failingOnce(), authorize: signFor(service) });
    await realtime.subscribe('private-a').subscribed();
    expect(told).toContainEqual(
      expect.objectContaining({
        type: 'channel',
        state: 'waiting',
        error: expect.objectContaining({ code: 'channel-authorization', retryable: true }),
      }),
    );
  });

  it('of the sign-in is loaded by the next signIn', async () => {
    const service = await startService();
    const { realtime } = connectAs(service, bob, { runtime: failingOnce() });
    await expect(realtime.signIn()).rejects.toMatchObject({ code: 'sign-in', retryable: true });
    expect((await realtime.signIn()).id).toBe('bob');
  });
});
