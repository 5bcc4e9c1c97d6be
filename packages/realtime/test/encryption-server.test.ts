import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import fc from 'fast-check';
import OfficialServer from 'pusher';
import type pusherJs from 'pusher-js';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RealtimeService } from '../../sandbox/src/realtime/realtime-service.ts';
import { channelKey } from '../src/crypto/channel-encryption.ts';
import { open } from '../src/crypto/secretbox.ts';
import type { Authorizer } from '../src/index.ts';
import { createRealtimeServerClient, type RealtimeServerSettings } from '../src/server/index.ts';
import { connectTo, startService, until } from './realtime-fixtures.ts';

// Its types describe an ES module, and the package is CommonJS.
const OfficialClient: typeof pusherJs.default = createRequire(import.meta.url)('pusher-js');

const masterKey = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const channel = 'private-encrypted-orders';

function serverOf(service: RealtimeService, settings: RealtimeServerSettings = {}) {
  const { app, host, port } = service;
  return createRealtimeServerClient({
    appId: app.id,
    key: app.key,
    secret: app.secret,
    host,
    port,
    encryptionMasterKey: masterKey,
    ...settings,
  });
}

const authorizeBy =
  (server: ReturnType<typeof serverOf>): Authorizer =>
  ({ socketId, channelName }) =>
    server.authorizeChannel({ socketId, channelName });

function officialServerOf({ app, host, port }: RealtimeService): OfficialServer {
  return new OfficialServer({
    appId: app.id,
    key: app.key,
    secret: app.secret,
    host,
    port: String(port),
    useTLS: false,
    encryptionMasterKeyBase64: masterKey,
  });
}

/** The data of an event that the official server encrypts. */
async function encryptedByOfficial(service: RealtimeService, data: unknown): Promise<string> {
  let sent = '';
  const recorder = createServer(async (request, response) => {
    for await (const part of request) sent += part;
    response.end('{}');
  });
  await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve));
  const { port } = recorder.address() as AddressInfo;
  await officialServerOf({ ...service, port } as RealtimeService).trigger(channel, 'x', data);
  recorder.close();
  return JSON.parse(sent).data;
}

describe('keys of encrypted channels', () => {
  const authorize = (encryptionMasterKey: string, channelName = channel) =>
    createRealtimeServerClient({
      appId: '3',
      key: '278d425bdf160c739803',
      secret: '7ad3773142a6692b25b8',
      host: '127.0.0.1',
      encryptionMasterKey,
    }).authorizeChannel({ socketId: '1234.1234', channelName });

  it('C1, C3: authorizes with the shared secret of the channel', async () => {
    expect(await authorize(masterKey)).toEqual({
      auth: '278d425bdf160c739803:bc32059df4abc5918d2a4ce084b4875fcfbe7ddc8c84eff6dbc5ef52029f2a6b',
      shared_secret: 'Rp+JW0P1Y4Dbn8NPhcFo88FAzz3QPb3PZ646obzmrp4=',
    });
  });

  it("W10: derives the key of pusher-http-node's tests", async () => {
    const { shared_secret } = await authorize(
      'zyrm8pvV2C9fJcBfhyXzvxbJVN/H7QLmbe0xJi1GhPU=',
      'private-encrypted-bla',
    );
    expect(shared_secret).toBe('nlr49ISQHz91yS3cy/yWmW8wFMNeTnNL5tNHnbPJcLQ=');
  });

  it.each([
    [
      "pusher-http-go's",
      'private-encrypted-bla',
      'This is a string that is 32 chars',
      '004831f99d2a4e86723e893caded3a2897deeddbed9514fe9497dcddc52bd50b',
    ],
    [
      "pusher-http-ruby's",
      'private-encrypted-1',
      '3W1pfB/Etr+ZIlfMWwZP3gz8jEeCt4s2pe6Vpr+2c3M=',
      Buffer.from('6zeEp/chneRPS1cbK/hGeG860UhHomxSN6hTgzwT20I=', 'base64').toString('hex'),
    ],
  ])('W10: derives the key of %s tests, whose master key is text', async (_, name, text, key) => {
    expect(Buffer.from(await channelKey(name, Buffer.from(text))).toString('hex')).toBe(key);
  });

  it('a batch has the shared secret of each encrypted channel', async () => {
    const server = serverOf(await startService());
    const names = [channel, 'private-encrypted-other', 'private-orders'];
    const batch = await server.authorizeChannels({
      socketId: '1.1',
      channels: names.map((channelName) => ({ channelName })),
    });
    const secrets = names.map((name) => batch[name]?.data?.shared_secret);
    expect(secrets).toEqual([expect.stringMatching(/=$/), expect.stringMatching(/=$/), undefined]);
    expect(secrets[0]).not.toBe(secrets[1]);
  });

  it('an unencrypted channel has none', async () => {
    expect(await authorize(masterKey, 'private-orders')).not.toHaveProperty('shared_secret');
  });

  it.each([
    ['31 bytes', Buffer.alloc(31).toString('base64')],
    ['33 bytes', Buffer.alloc(33).toString('base64')],
    ['URL-safe base64', `${'-_'.repeat(21)}-=`],
    ['no base64', 'a master key that everyone can read!'],
  ])('refuses a master key of %s, and does not repeat it', async (_, key) => {
    const refused = authorize(key);
    await expect(refused).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('encryptionMasterKey'),
    });
    await expect(refused).rejects.not.toThrow(key);
  });

  it('a missing master key is an error before anything is sent', async () => {
    const service = await startService();
    const server = serverOf(service, { encryptionMasterKey: undefined });
    for (const call of [
      () => server.trigger(channel, 'paid', {}),
      () => server.authorizeChannel({ socketId: '1.1', channelName: channel }),
    ])
      await expect(call()).rejects.toMatchObject({
        code: 'credential',
        outcome: 'not-sent',
        message: expect.stringMatching(/REALTIME_ENCRYPTION_MASTER_KEY.*encryptionMasterKey/),
      });
    expect(service.stats.requests).toBe(0);
  });
});

describe('encrypted events of the server client', () => {
  it('reach our client, and the service sees neither their data nor their key', async () => {
    const service = await startService();
    const server = serverOf(service);
    const { realtime, errors } = connectTo(service, { authorize: authorizeBy(server) });
    const received: unknown[] = [];
    const orders = realtime.subscribe(channel);
    orders.on('paid', ({ data }) => received.push(data));
    await orders.subscribed();
    await server.trigger(channel, 'paid', { card: 'héllo €' });
    await server.trigger(channel, 'paid', 'text as it is');
    await server.triggerBatch([
      { channel, event: 'paid', data: 3 },
      { channel: 'orders', event: 'paid', data: { card: 4 } },
    ]);
    await until(() => received.length === 3);
    expect(received).toEqual([{ card: 'héllo €' }, 'text as it is', 3]);
    expect(errors()).toEqual([]);
    const seen = service.recentEvents.filter((event) => event.kind === 'event' && event.channel === channel);
    expect(seen).toHaveLength(3);
    expect(JSON.stringify(seen)).not.toMatch(/héllo|text as/);
    const { shared_secret = '' } = await server.authorizeChannel({ socketId: '1.1', channelName: channel });
    const report = await realtime.diagnose();
    for (const secret of [shared_secret, masterKey, 'héllo', 'text as it is'])
      expect(`${report} ${inspect(report, { depth: 9 })} ${JSON.stringify(report)}`).not.toContain(secret);
  });

  it('are limited by the bytes that are sent: 7 619 of plaintext', async () => {
    const service = await startService();
    const server = serverOf(service);
    await server.trigger(channel, 'paid', 'x'.repeat(7_619));
    const { requests } = service.stats;
    await expect(server.trigger(channel, 'paid', 'x'.repeat(7_620))).rejects.toMatchObject({
      code: 'payload-too-large',
      outcome: 'not-sent',
      message: expect.stringMatching(/7620 bytes.*7619.*maxEventBytes/),
    });
    expect(service.stats.requests).toBe(requests);
  });

  it('reach the official client', async () => {
    const service = await startService();
    const server = serverOf(service);
    const official = new OfficialClient(service.app.key, {
      cluster: '',
      wsHost: service.host,
      wsPort: service.port,
      forceTLS: false,
      enabledTransports: ['ws'],
      channelAuthorization: {
        transport: 'ajax',
        endpoint: '',
        customHandler: ({ channelName, socketId }, callback) =>
          void server.authorizeChannel({ channelName, socketId }).then(
            (token) => callback(null, token),
            (error: Error) => callback(error, null),
          ),
      },
    });
    onTestFinished(() => official.disconnect());
    const received: unknown[] = [];
    const orders = official.subscribe(channel);
    orders.bind('paid', (data: unknown) => received.push(data));
    await new Promise((resolve) => orders.bind('pusher:subscription_succeeded', resolve));
    await server.trigger(channel, 'paid', { card: 'héllo €' });
    await server.trigger(channel, 'paid', 'text as it is');
    await until(() => received.length === 2);
    expect(received).toEqual([{ card: 'héllo €' }, 'text as it is']);
  });

  it('of the official server reach our client', async () => {
    const service = await startService();
    const official = officialServerOf(service);
    const { realtime } = connectTo(service, {
      authorize: async ({ socketId, channelName }) => official.authorizeChannel(socketId, channelName),
    });
    const received: unknown[] = [];
    const orders = realtime.subscribe(channel);
    orders.on('paid', ({ data }) => received.push(data));
    await orders.subscribed();
    await official.trigger(channel, 'paid', { card: 'héllo €' });
    await official.trigger(channel, 'paid', 'text');
    await official.triggerBatch([{ channel, name: 'paid', data: [3] }]);
    await until(() => received.length === 3);
    expect(received).toEqual([{ card: 'héllo €' }, 'text', [3]]);
  });

  it('of the official server open to the same data, whatever it is', async () => {
    const service = await startService();
    const { shared_secret = '' } = await serverOf(service).authorizeChannel({
      socketId: '1.1',
      channelName: channel,
    });
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (data) => {
        const sealed = JSON.parse(await encryptedByOfficial(service, data));
        expect(open(sealed, Buffer.from(shared_secret, 'base64'))).toEqual({
          plaintext: JSON.stringify(data),
        });
      }),
      { numRuns: 25 },
    );
  });

  it('a channel gets the same key from the official server', async () => {
    const service = await startService();
    const theirs = officialServerOf(service).authorizeChannel('1.1', channel);
    expect(await serverOf(service).authorizeChannel({ socketId: '1.1', channelName: channel })).toEqual(
      theirs,
    );
  });
});

describe('client events of encrypted channels in webhooks', () => {
  const event = (data: unknown) => ({
    name: 'client_event',
    channel,
    event: 'client-x',
    data,
    socket_id: '1.1',
  });

  async function parsed(settings: RealtimeServerSettings, data: unknown) {
    const service = await startService();
    const body = JSON.stringify({ time_ms: Date.now(), events: [event(data)] });
    const headers = {
      'x-pusher-key': service.app.key,
      'x-pusher-signature': createHmac('sha256', service.app.secret).update(body).digest('hex'),
    };
    const { events } = await serverOf(service, settings).webhooks.parse({ headers, body });
    return events[0];
  }

  it('are decrypted', async () => {
    const data = await encryptedByOfficial(await startService(), { on: true });
    expect(await parsed({}, data)).toEqual({
      type: 'client_event',
      channel,
      event: 'client-x',
      data: { on: true },
      raw: '{"on":true}',
      socketId: '1.1',
    });
  });

  it.each([
    ['another master key', { encryptionMasterKey: Buffer.alloc(32).toString('base64') }],
    ['no master key', { encryptionMasterKey: undefined }],
  ])('stay as they are with %s', async (_, settings) => {
    const data = await encryptedByOfficial(await startService(), { on: true });
    expect(await parsed(settings, data)).toMatchObject({ isEncrypted: true, data: JSON.parse(data) });
  });

  it('stay as they are if they were not encrypted', async () => {
    expect(await parsed({}, '{"on":true}')).toMatchObject({ isEncrypted: true, data: { on: true } });
  });
});
