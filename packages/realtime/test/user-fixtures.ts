import { createHmac } from 'node:crypto';
import { createRuntime } from '@org/core';
import type { RealtimeService } from '../../sandbox/src/realtime/realtime-service.ts';
import type { Authorizer, RealtimeClientSettings, UserAuthenticator } from '../src/index.ts';
import { connectTo } from './realtime-fixtures.ts';

export const bob = { id: 'bob', user_info: { name: 'Bob' } };

/** Signs a user as an application's server does. */
export function signUser(
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

/** A client of the service whose application names this user. It reconnects at once. */
export function connectAs(
  service: RealtimeService,
  user: object = bob,
  options: Partial<RealtimeClientSettings> = {},
) {
  const sign = signUser(service, user);
  const authenticate: UserAuthenticator = async ({ socketId }) => sign(socketId);
  const runtime = createRuntime({ random: () => 0 });
  return connectTo(service, { authenticate, runtime, reconnect: { baseMs: 1 }, ...options });
}

/** Signs channels without `channel_data`. */
export function signAlone({ app }: Pick<RealtimeService, 'app'>): Authorizer {
  return async ({ socketId, channelName }) => {
    const signature = createHmac('sha256', app.secret).update(`${socketId}:${channelName}`).digest('hex');
    return { auth: `${app.key}:${signature}` };
  };
}
