import { describe, expect, it, onTestFinished } from 'vitest';
import { createRealtimeClient } from '../src/index.ts';

const create = createRealtimeClient as (...options: unknown[]) => ReturnType<typeof createRealtimeClient>;

describe('names of pusher-js and Laravel Echo are errors with the name here', () => {
  // Source: pusher-js 8.6, `src/core/options.ts`; laravel-echo 2.3, `EchoOptions` of its connectors.
  it.each([
    ['channelAuthorization', 'authorize'],
    ['authEndpoint', 'authorize'],
    ['authTransport', 'authorize'],
    ['auth', 'authorize'],
    ['authorizer', 'authorize'],
    ['bearerToken', 'authorize'],
    ['csrfToken', 'authorize'],
    ['userAuthentication', 'authenticate'],
    ['forceTLS', 'useTls'],
    ['encrypted', 'useTls'],
    ['wsHost', 'host'],
    ['wsPort', 'port'],
    ['wssPort', 'port'],
    ['wsPath', 'pathPrefix'],
    ['activityTimeout', 'activityTimeoutMs'],
    ['pongTimeout', 'pongTimeoutMs'],
  ])('%s: %s', (name, meant) => {
    expect(() => create({ key: 'k', host: 'localhost', [name]: true })).toThrow(
      `createRealtimeClient() has no option "${name}". Did you mean "${meant}"?`,
    );
  });

  it.each([
    'broadcaster',
    'namespace',
    'unavailableTimeout',
    'enabledTransports',
    'disabledTransports',
    'disableStats',
    'enableStats',
    'statsHost',
    'timelineParams',
    'ignoreNullOrigin',
    'nacl',
    'httpHost',
    'httpPort',
    'httpsPort',
    'httpPath',
  ])('%s has no counterpart: the options are listed', (name) => {
    expect(() => create({ key: 'k', host: 'localhost', [name]: true })).toThrow(
      new RegExp(`has no option "${name}". Known are .*\\bauthorize\\b`),
    );
  });

  it('the key as the first argument', () => {
    expect(() => create('k', { cluster: 'eu' })).toThrow(
      'createRealtimeClient() takes an object: { key }, not a string.',
    );
  });

  it('bind, of the client and of a channel', () => {
    const realtime = createRealtimeClient({ key: 'k', host: 'localhost', autoConnect: false });
    onTestFinished(() => realtime.close());
    for (const target of [realtime, realtime.subscribe('orders')]) {
      const { bind } = target as unknown as { bind(name: string, listener: () => void): void };
      expect(() => bind('paid', () => {})).toThrow(/^There is no bind: use on\(name, listener\)/);
    }
  });
});
