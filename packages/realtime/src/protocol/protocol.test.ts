import { ConfigurationError } from '@org/core';
import { describe, expect, it } from 'vitest';
import { connectionUrl, type RealtimeAddress } from './address.ts';
import { classifyCloseCode } from './close-code.ts';
import { readMember, readRoster } from './presence-data.ts';
import { findRefusedChannel } from './refused-channel.ts';
import { readServiceMessage } from './service-message.ts';

describe('close codes', () => {
  it.each([
    ['use-tls', [4000]],
    ['stop', [4001, 4003, 4004, 4009, 4099, 4300, 4301, 4399, 4999]],
    ['wait', [1002, 1003, 1004, 4100, 4199]],
    ['soon', [4200, 4201, 4202, 4299]],
    ['lost', [0, 1000, 1001, 1005, 1006, 1009, 1011, 3000, 3999]],
  ] as const)('%s: %j', (kind, codes) => {
    expect(codes.map(classifyCloseCode)).toEqual(codes.map(() => kind));
  });
});

describe('the address', () => {
  const url = (address: RealtimeAddress) => connectionUrl(address, 'KEY', '1.2.3');
  const query = '?protocol=7&client=org-realtime-js&version=1.2.3';

  it.each([
    [{ cluster: 'eu' }, 'wss://ws-eu.pusher.com/app/KEY'],
    [{ host: '127.0.0.1', port: 6001 }, 'ws://127.0.0.1:6001/app/KEY'],
    [{ host: 'localhost', useTls: true }, 'wss://localhost/app/KEY'],
    [{ host: '[::1]', port: 1 }, 'ws://[::1]:1/app/KEY'],
    [
      { host: 'ws.acme.dev', useTls: false, port: 80, pathPrefix: '/a/realtime' },
      'ws://ws.acme.dev:80/a/realtime/app/KEY',
    ],
  ])('%j', (address, expected) => {
    expect(url(address)).toBe(expected + query);
  });

  it.each<object>([
    { cluster: 'eu', host: 'ws.acme.dev' },
    { cluster: 5 },
    { cluster: null },
    { host: 5 },
    { host: null },
    { host: 'a', useTls: 'false' },
    { host: 'a', pathPrefix: null },
    { host: 'a', port: '443' },
    { cluster: 'EU' },
    { cluster: 'eu.evil.example/' },
    { host: 'https://x' },
    { host: 'x/y' },
    { host: 'user@x' },
    { host: 'x:1' },
    { host: '' },
    { host: 'a', port: 0 },
    { host: 'a', port: 65_536 },
    { host: 'a', port: 1.5 },
    { host: 'a', pathPrefix: 'x' },
    { host: 'a', pathPrefix: '/x/' },
    { host: 'a', pathPrefix: '/x?y' },
    { host: 'a', pathPrefix: '/..' },
    { host: 'a', pathPrefix: '/a/../b' },
    { host: 'a', pathPrefix: '/a/.' },
    { host: '999.1.1.1' },
    { host: '1.2.3.4.5' },
    { host: '[:::]' },
    { host: Symbol('host') },
    { host: Object.create(null) },
  ])('security: refuses %j', (address) => {
    expect(() => url(address as RealtimeAddress)).toThrow(
      expect.toSatisfy((error) => ConfigurationError.isInstance(error)),
    );
  });

  it('has no default: a forgotten address never sends to a service of somebody else', () => {
    for (const address of [{}, { port: 6001 }])
      expect(() => url(address)).toThrow(
        /^host or cluster is missing: pass it, or set REALTIME_HOST or REALTIME_CLUSTER\.$/,
      );
  });

  it.each(['', 'a:b', 'a/b', 'a?b', 'a#b', 'a b', '../x', '..', '.'])(
    'security: refuses the key %j',
    (key) => {
      expect(() => connectionUrl({ cluster: 'eu' }, key, '1')).toThrow(/key must be/);
    },
  );
});

describe('presence data', () => {
  it('converts ids to text', () => {
    const roster = readRoster({ presence: { count: 2, ids: [10, 'u2'], hash: { '10': { name: 'n' } } } });
    expect([...(roster ?? [])]).toEqual([
      ['10', { id: '10', info: { name: 'n' } }],
      ['u2', { id: 'u2', info: undefined }],
    ]);
    expect(readMember({ user_id: 10, user_info: null })).toEqual({ id: '10', info: undefined });
  });

  it.each([undefined, null, 'x', {}, { presence: [] }, { presence: 5 }])('W2: %j is not a roster', (data) => {
    expect(readRoster(data)).toBeUndefined();
  });

  it('W2: hostile rosters make no members and reach no prototype', () => {
    const data = JSON.parse(
      '{"presence":{"ids":[null,{},[],"","__proto__",true],"hash":{"__proto__":{"polluted":1}}}}',
    );
    expect([...(readRoster(data)?.keys() ?? [])]).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    for (const bad of [null, 'x', {}, { user_id: '' }, { user_id: {} }, { user_id: Number.NaN }])
      expect(readMember(bad)).toBeUndefined();
  });
});

describe('error messages of the service', () => {
  it('is read in the shapes of all servers', () => {
    expect(readServiceMessage({ code: 4301, message: 'm' })).toMatchObject({ code: 4301, message: 'm' });
    expect(readServiceMessage({ type: 'AuthError', error: 'e', status: 401 })).toMatchObject({
      code: 401,
      message: 'e',
    });
    for (const nothing of [undefined, null, 5, [], {}, { code: 'x', message: 5 }]) {
      expect(readServiceMessage(nothing)).toEqual({ message: 'no reason given', fullText: '' });
    }
  });

  it('security: messages omit tokens and signed text', () => {
    const signature = 'ab'.repeat(32);
    const signed = '1.2:presence-a:{"user_id":"u","user_info":{"mail":"ann@acme.dev"}}';
    const text = `Invalid signature: Expected HMAC SHA256 hex digest of ${signed}, but got ${signature}`;
    expect(readServiceMessage({ code: null, message: text }).message).toBe(
      'Invalid signature: Expected HMAC SHA256 hex digest of something else',
    );
    expect(
      readServiceMessage({ message: `Invalid key in subscription auth data: 'k:${signature}'` }).message,
    ).not.toContain(signature);
    expect(readServiceMessage({ message: 'x'.repeat(10_000) }).message).toHaveLength(500);
  });

  const pending = [
    { name: 'orders', auth: '' },
    { name: 'private-a', auth: 'k:1' },
    { name: 'private-a.b', auth: 'k:2' },
    { name: '#server-to-user-7', auth: '' },
  ];
  const find = (fullText: string, code?: number, among = pending) =>
    findRefusedChannel({ fullText, ...(code !== undefined && { code }) }, among);

  it.each([
    ['Existing subscription to channel orders', 'orders'],
    ['Invalid signature: Expected HMAC SHA256 hex digest of 1.2:private-a.b, but got x', 'private-a.b'],
    ['Invalid signature: Expected HMAC SHA256 hex digest of 1.2:private-a, but got x', 'private-a'],
    ['No current subscription to channel private-a, or subscription in progress', 'private-a'],
    ["Invalid key in subscription auth data: 'k:2'", 'private-a.b'],
    ['Existing subscription to channel orders.', 'orders'],
    ['orders,private-a is not a channel', undefined],
    ['Existing subscription to channel #server-to-user-7.', '#server-to-user-7'],
    ['Existing subscription to channel reorders', undefined],
    ["Existing subscription to channel 'orders.'", undefined],
    ['Existing subscription to channel orders2', undefined],
    ['something else', undefined],
  ])('%s: is about %s', (text, name) => {
    expect(find(text)).toBe(name);
  });

  it('a bare 4009 is about the one authorized subscription that waits, if there is one', () => {
    const one = [
      { name: 'orders', auth: '' },
      { name: 'private-a', auth: 'k:1' },
    ];
    expect(find('Connection is unauthorized', 4009, one)).toBe('private-a');
    expect(find('Connection is unauthorized', 4009)).toBeUndefined();
    expect(find('Connection is unauthorized', 4301, one)).toBeUndefined();
  });
});
