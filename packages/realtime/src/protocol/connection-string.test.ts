import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseConnectionString } from './connection-string.ts';

const parse = (text: unknown) => parseConnectionString('connectionString', text);

describe('parseConnectionString', () => {
  it('reads the form of the server libraries; the id stays text', () => {
    expect(parse('https://key:secret@ws.acme.dev:6001/apps/app-id')).toEqual({
      key: 'key',
      secret: 'secret',
      appId: 'app-id',
      address: { host: 'ws.acme.dev', port: 6001, useTls: true, pathPrefix: undefined },
    });
    expect(parse('http://k:s@127.0.0.1:6001/realtime/v1/apps/007')).toMatchObject({
      appId: '007',
      address: { host: '127.0.0.1', useTls: false, pathPrefix: '/realtime/v1' },
    });
  });

  it('reads the form of clients', () => {
    expect(parse('wss://key@ws.acme.dev/realtime')).toEqual({
      key: 'key',
      secret: undefined,
      appId: undefined,
      address: { host: 'ws.acme.dev', port: undefined, useTls: true, pathPrefix: '/realtime' },
    });
    expect(parse(' ws://key@[::1]:80/ ')).toMatchObject({ address: { host: '[::1]', useTls: false } });
  });

  it.each([
    ['https://k:s@api-eu.pusher.com/apps/3', 'eu'],
    ['wss://k@ws-us2.pusher.com', 'us2'],
    ['https://k:s@api.pusherapp.com/apps/3', 'mt1'],
  ])('turns the host of %s into the cluster %s', (text, cluster) => {
    const { address } = parse(text);
    expect(address).toMatchObject({ cluster });
    expect(address).not.toHaveProperty('host');
  });

  it('decodes what is escaped', () => {
    expect(parse('https://k%40:s%3A%2F%25@h/apps/3')).toMatchObject({ key: 'k@', secret: 's:/%' });
  });

  it.each([
    undefined,
    42,
    '',
    'secret-canary',
    '//key:secret-canary@host/apps/3',
    'ftp://key:secret-canary@host/apps/3',
    'https://:secret-canary@host/apps/3',
    'https://host/apps/3?secret-canary',
    'https://key:secret-canary@host/apps/3#x',
    'https://key:secret-canary@/apps/3',
    'https://key:secret-canary%@host/apps/3',
    'https://key:secret-canary@host:99999/apps/3',
    'constructor://key:secret-canary@host/apps/3',
  ])('security: refuses %j, and repeats no part of it', (text) => {
    let error: unknown;
    try {
      parse(text);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: 'configuration' });
    expect(inspect(error, { depth: 9 })).not.toContain('canary');
  });

  it('reads back any key and secret', () => {
    const part = fc.string({ minLength: 1, unit: 'binary' });
    fc.assert(
      fc.property(part, part, (key, secret) => {
        const [user, password] = [encodeURIComponent(key), encodeURIComponent(secret)];
        expect(parse(`https://${user}:${password}@host/apps/a`)).toMatchObject({ key, secret });
      }),
    );
  });
});
