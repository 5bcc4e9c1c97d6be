import { createHmac } from 'node:crypto';
import { createRuntime } from '@org/core';
import { describe, expect, it } from 'vitest';
import type { RealtimeServiceOptions } from '../../sandbox/src/realtime/options.ts';
import type { RealtimeService } from '../../sandbox/src/realtime/realtime-service.ts';
import type { UserAuthenticator } from '../src/index.ts';
import { connectTo, startService, until } from './realtime-fixtures.ts';

const bob = { id: 'bob', user_info: { name: 'Bob' } };

/** Signs a user as an application's server does. */
function signUser(
  { app }: Pick<RealtimeService, 'app'>,
  user: object = bob,
): (socketId: string) => { readonly auth: string; readonly user_data: string } {
  return (socketId) => {
    const user_data = JSON.stringify(user);
    const signature = createHmac('sha256', app.secret)
      .update(`${socketId}::user::${user_data}`)
      .digest('hex');
    return { auth: `${app.key}:${signature}`, user_data };
  };
}

async function start(options: RealtimeServiceOptions = {}, authenticate?: UserAuthenticator) {
  const service = await startService(options);
  const sign = signUser(service);
  const given = authenticate ?? (async ({ socketId }) => sign(socketId));
  const runtime = createRuntime({ random: () => 0 });
  return { service, ...connectTo(service, { authenticate: given, runtime, reconnect: { baseMs: 1 } }) };
}

describe('signIn', () => {
  it('names the user, whose events arrive', async () => {
    const { service, realtime, errors } = await start();
    expect(realtime.user).toBeUndefined();
    const user = await realtime.signIn();
    expect(user).toMatchObject({ id: 'bob', info: { name: 'Bob' }, isSignedIn: true });
    expect(realtime.user).toBe(user);
    const received: unknown[] = [];
    user.on('invoiced', ({ data }) => received.push(data));
    await until(() => service.channels().some(({ name }) => name === '#server-to-user-bob'));
    service.publish({ channel: '#server-to-user-bob', event: 'invoiced', data: '{"id":7}' });
    await until(() => received.length > 0);
    expect(received).toEqual([{ id: 7 }]);
    expect(errors()).toEqual([]);
  });
});
