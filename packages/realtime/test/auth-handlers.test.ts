import { describe, expect, it } from 'vitest';
import { httpAuthorizer, httpUserAuthenticator } from '../src/index.ts';
import { createAuthHandler, createRealtimeServerClient, createUserAuthHandler } from '../src/server/index.ts';
import { connectTo, startService, until } from './realtime-fixtures.ts';

/** A client and the application's server of this package, without a network between them. */
async function start() {
  const service = await startService();
  const server = createRealtimeServerClient({
    appId: service.app.id,
    key: service.app.key,
    secret: service.app.secret,
    host: service.host,
    port: service.port,
    useTls: false,
    encryptionMasterKey: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  });
  const channels = createAuthHandler(server, {
    authorize: ({ channelName }) => (channelName === 'private-c' ? undefined : { userId: 'u1' }),
  });
  const users = createUserAuthHandler(server, { user: () => ({ id: 'u1', watchlist: ['u2'] }) });
  const paths: string[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const { pathname } = new URL(String(url));
    paths.push(pathname);
    return pathname === '/users' ? users(new Request(url, init)) : channels(new Request(url, init));
  };
  return { service, server, paths, runtime: { fetch } };
}

describe('a client with the handlers of the server half', () => {
  it('W7: authorises a batch of channels of all kinds', async () => {
    const { service, server, paths, runtime } = await start();
    const authorize = httpAuthorizer({ endpoint: 'https://acme.dev/auth', batch: true });
    const { realtime } = connectTo(service, { authorize, runtime });
    const names = [
      'private-a',
      'presence-b',
      'private-c',
      'private-encrypted-d',
      'presence-cache-e',
    ] as const;
    const channels = names.map((name) => realtime.subscribe(name));
    const results = await Promise.allSettled(channels.map((channel) => channel.subscribed()));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(results[2]).toMatchObject({ reason: { code: 'channel-authorization', status: 403 } });
    const secret = channels[3]?.events('paid').next();
    await server.trigger('private-encrypted-d', 'paid', { id: 7 });
    expect((await secret)?.value?.data).toEqual({ id: 7 });
    expect(paths).toEqual(['/auth']);
  });

  it('W7: 1000 channels with the longest names fit the defaults of both halves', async () => {
    const { service, paths, runtime } = await start();
    const authorize = httpAuthorizer({ endpoint: 'https://acme.dev/auth', batch: true });
    const options = { authorize, runtime, strictChannelNames: false, reconnect: { baseMs: 1 } };
    const { realtime, errors } = connectTo(service, options);
    // A form escapes each "@" as three characters.
    const names = Array.from({ length: 1_000 }, (_, n) => `private-${n}-`.padEnd(200, '@'));
    const channels = names.map((name) => realtime.subscribe(name));
    await Promise.all(channels.map((channel) => channel.subscribed()));
    service.faults.dropAll();
    await until(() => realtime.state !== 'connected');
    await Promise.all(channels.map((channel) => channel.subscribed()));
    expect([paths.length, errors()]).toEqual([20, []]);
  });

  it('W7: a batch that the handler finds too large fails, and says which options to set', async () => {
    const { service, paths, runtime } = await start();
    const authorize = httpAuthorizer({ endpoint: 'https://acme.dev/auth', batch: { maxChannels: 101 } });
    const { realtime } = connectTo(service, { authorize, runtime });
    const waits = Array.from({ length: 101 }, (_, n) => realtime.subscribe(`private-${n}`).subscribed());
    for (const result of await Promise.allSettled(waits))
      expect(result).toMatchObject({
        status: 'rejected',
        reason: {
          code: 'channel-authorization',
          status: 413,
          retryable: false,
          message:
            'The endpoint of httpAuthorizer refused with status 413, for 101 channels. ' +
            'Lower batch.maxChannels, or raise maxChannels of createAuthHandler.',
        },
      });
    expect(paths).toEqual(['/auth']);
  });

  it('signs the user in, who receives an event at once', async () => {
    const { service, server, runtime } = await start();
    const authenticate = httpUserAuthenticator({ endpoint: 'https://acme.dev/users' });
    const { realtime, errors } = connectTo(service, { authenticate, runtime });
    const user = await realtime.signIn();
    const invoiced = user.events('invoiced').next();
    await server.sendToUser('u1', 'invoiced', { id: 7 });
    expect((await invoiced).value?.data).toEqual({ id: 7 });
    expect([...user.watchlist]).toEqual([['u2', 'offline']]);
    expect(errors()).toEqual([]);
  });

  it('a terminated user is not signed in again by itself', async () => {
    const { service, server, runtime } = await start();
    const authenticate = httpUserAuthenticator({ endpoint: 'https://acme.dev/users' });
    const { realtime } = connectTo(service, { authenticate, runtime });
    const user = await realtime.signIn();
    const failed = new Promise((resolve) =>
      realtime.on('state', ({ state }) => state === 'failed' && resolve(0)),
    );
    await server.terminateUserConnections('u1');
    await failed;
    expect([user.isSignedIn, realtime.state]).toEqual([false, 'failed']);
    await realtime.connect();
    expect((await realtime.signIn()).isSignedIn).toBe(true);
  });
});
