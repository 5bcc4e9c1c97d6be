// @vitest-environment happy-dom
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import type { RealtimeService } from '../../../sandbox/src/realtime/realtime-service.ts';
import type { UserAuthenticator } from '../../src/index.ts';
import { useUser, useUserEvent } from '../../src/react/index.ts';
import { createRealtimeServerClient } from '../../src/server/index.ts';
import { connectTo, heldTime, startService, until } from '../realtime-fixtures.ts';
import { mount, provide } from './react-fixtures.ts';

/** Answers as the application's endpoint does. */
function authenticateAt({ app, host, port }: RealtimeService, id: string): UserAuthenticator {
  const { id: appId, key, secret } = app;
  const server = createRealtimeServerClient({ appId, key, secret, host, port });
  return ({ socketId }) => server.authenticateUser(socketId, { id, watchlist: ['bob'] });
}

function User() {
  const { user, isSignedIn, watchlist, error } = useUser();
  return `${user?.id} ${isSignedIn} ${[...watchlist].join()} ${error?.code ?? ''}|`;
}

const signedIn = (service: RealtimeService) =>
  service.recentEvents.filter(({ kind, userId }) => kind === 'signed-in' && userId === 'ann').length;

describe('useUser', () => {
  it('signs in once, follows the watchlist, and signs in again after a reconnect', async () => {
    const service = await startService();
    const runtime = heldTime();
    const { realtime } = connectTo(service, { authenticate: authenticateAt(service, 'ann'), runtime });
    const page = mount(provide(realtime, createElement(User)));
    await until(() => page.text() === 'ann true bob,offline |');
    expect(signedIn(service)).toBe(1);
    const bob = connectTo(service, { authenticate: authenticateAt(service, 'bob') });
    await bob.realtime.signIn();
    await until(() => page.text() === 'ann true bob,online |');
    service.faults.dropAll();
    await until(() => page.text() === 'ann false  |');
    await runtime.advance(2_000);
    await until(() => page.text().startsWith('ann true'));
    expect(signedIn(service)).toBe(2);
  });

  it('shows a refused sign-in, after one request', async () => {
    const service = await startService();
    let asked = 0;
    const authenticate = async () => {
      asked += 1;
      return { auth: 'sandbox-key:00', user_data: '{"id":"ann"}' };
    };
    const runtime = heldTime();
    const { realtime } = connectTo(service, { authenticate, runtime });
    const page = mount(provide(realtime, createElement(User)));
    await until(() => page.text() === 'undefined false  sign-in|');
    service.faults.dropAll();
    await until(() => realtime.state !== 'connected');
    await runtime.advance(2_000);
    await realtime.connect();
    expect(asked).toBe(1);
    expect(page.text()).toBe('undefined false  sign-in|');
  });

  it('calls the listener of the last render for events to the user', async () => {
    const service = await startService();
    const { realtime } = connectTo(service, { authenticate: authenticateAt(service, 'ann') });
    const heard: unknown[] = [];
    function Notices({ name }: { readonly name: string }) {
      useUserEvent('notice', ({ data }) => heard.push([name, data]));
      return name;
    }
    const page = mount(provide(realtime, createElement(Notices, { name: 'first' })));
    await until(() => service.channels().some(({ name }) => name === '#server-to-user-ann'));
    page.render(provide(realtime, createElement(Notices, { name: 'second' })));
    await until(() => page.text() === 'second');
    service.publish({ channel: '#server-to-user-ann', event: 'notice', data: '7' });
    await until(() => heard.length > 0);
    expect(heard).toEqual([['second', 7]]);
  });
});
