import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { open, seal } from '../src/crypto/secretbox.ts';
import type { Authorizer } from '../src/index.ts';
import { createRealtimeClient, DecryptionError, type RealtimeEvent } from '../src/index.ts';
import { connectTo, heldTime, signFor, startService, until } from './realtime-fixtures.ts';
import { accept, startScriptedServer } from './scripted-server.ts';

const channel = 'private-encrypted-orders';
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64'));
const secretOf = (name: string) => createHash('sha256').update(name).digest('base64');

/** A server that accepts subscriptions, a client, and the secrets that its `authorize` returns in turn. */
async function encrypted(
  options: { readonly secrets?: readonly (string | Error)[]; time?: ReturnType<typeof heldTime> } = {},
) {
  const { secrets = [secretOf('a')], time } = options;
  const server = await startScriptedServer();
  const asked: string[] = [];
  const authorize: Authorizer = async ({ channelName }) => {
    const secret = secrets[Math.min(asked.length, secrets.length - 1)];
    asked.push(channelName);
    if (secret instanceof Error) throw secret;
    return { auth: 'k:00', shared_secret: secret };
  };
  const told: RealtimeEvent[] = [];
  const realtime = createRealtimeClient({
    ...server.address,
    authorize,
    onEvent: (event) => told.push(event),
    ...(time && { runtime: time }),
  });
  onTestFinished(() => realtime.close());
  const received: unknown[] = [];
  const orders = realtime.subscribe(channel);
  orders.on('paid', ({ data }) => received.push(data));
  await orders.subscribed();
  const errors = () => told.flatMap((event) => (event.type === 'error' ? [event.error] : []));
  const say = (data: unknown, event = 'paid') => server.say(JSON.stringify({ event, channel, data }));
  return { server, realtime, orders, asked, received, errors, say, told };
}

describe('secretbox', () => {
  // Computed with tweetnacl, and from the test suite of pusher-http-go.
  it('opens published ciphertexts', () => {
    const go = { nonce: 'sjklahvpWWQgAjTx5FfYHCCxd2AmaL9T', ciphertext: 'zoDEe8dA3nDXKsybAWce/hXGW4szJw==' };
    const goKey = Buffer.from('004831f99d2a4e86723e893caded3a2897deeddbed9514fe9497dcddc52bd50b', 'hex');
    expect(open(go, goKey)).toEqual({ plaintext: 'Hello!' });
  });

  it('C2: encrypts as tweetnacl does', () => {
    const key = bytes('Rp+JW0P1Y4Dbn8NPhcFo88FAzz3QPb3PZ646obzmrp4=');
    const nonce = bytes('ZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXp7');
    const data =
      '{"nonce":"ZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXp7",' +
      '"ciphertext":"udAMLi/m8OJob0UYL3uazh65SLR2eftKU9yfffMKpGNItJtO"}';
    expect(seal('{"msg":"héllo €"}', key, nonce)).toBe(data);
    expect(open(JSON.parse(data), key)).toEqual({ plaintext: '{"msg":"héllo €"}' });
  });

  it('opens what it sealed, with that key only, and never twice the same', () => {
    const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), key, key, (text, one, other) => {
        const data = JSON.parse(seal(text, one));
        expect(open(data, one)).toEqual({ plaintext: text });
        if (Buffer.compare(one, other) !== 0) expect(open(data, other)).toEqual({ problem: 'wrong-key' });
        expect(seal(text, one)).not.toBe(seal(text, one));
      }),
    );
  });

  it('keeps a byte order mark', () => {
    const key = bytes(secretOf('a'));
    expect(open(JSON.parse(seal('\uFEFFx', key)), key)).toEqual({ plaintext: '\uFEFFx' });
  });

  it('W11: a change of any bit is found, and nothing throws', () => {
    const key = bytes(secretOf('a'));
    const sealed = JSON.parse(seal('{"id":1}', key));
    fc.assert(
      fc.property(
        fc.constantFrom('nonce', 'ciphertext'),
        fc.nat(),
        fc.integer({ min: 0, max: 7 }),
        (field, at, bit) => {
          const changed = Buffer.from(sealed[field], 'base64');
          changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ (1 << bit);
          expect(open({ ...sealed, [field]: changed.toString('base64') }, key)).toEqual({
            problem: 'wrong-key',
          });
        },
      ),
    );
    fc.assert(
      fc.property(fc.anything(), (data) => {
        expect(open(data, key)).toHaveProperty('problem');
      }),
    );
  });

  it.each([
    ['a short nonce', { nonce: 'AAAA', ciphertext: 'AAAAAAAAAAAAAAAAAAAAAAAA' }, 'damaged'],
    ['a long nonce', { nonce: 'A'.repeat(44), ciphertext: 'AAAAAAAAAAAAAAAAAAAAAAAA' }, 'damaged'],
    ['a short ciphertext', { nonce: 'A'.repeat(32), ciphertext: 'AAAA' }, 'damaged'],
    ['no base64', { nonce: '!'.repeat(32), ciphertext: 'AAAAAAAAAAAAAAAAAAAAAAAA' }, 'damaged'],
    ['no ciphertext', { nonce: 'A'.repeat(32) }, 'not-encrypted'],
    ['a number', { nonce: 1, ciphertext: 2 }, 'not-encrypted'],
    ['text', 'hello', 'not-encrypted'],
    ['nothing', undefined, 'not-encrypted'],
  ])('refuses %s', (_, data, problem) => {
    expect(open(data, bytes(secretOf('a')))).toEqual({ problem });
  });

  it('refuses a plaintext that is not UTF-8', async () => {
    const { xsalsa20poly1305 } = await import('@noble/ciphers/salsa.js');
    const key = bytes(secretOf('a'));
    const ciphertext = xsalsa20poly1305(key, new Uint8Array(24)).encrypt(Uint8Array.of(0xff));
    const data = { nonce: 'A'.repeat(32), ciphertext: Buffer.from(ciphertext).toString('base64') };
    expect(open(data, key)).toEqual({ problem: 'damaged' });
  });
});

describe('an encrypted channel of the client', () => {
  it('delivers the decrypted events, in order, and sends no secret', async () => {
    const { server, received, errors, say } = await encrypted();
    for (const text of ['{"id":1}', '"two"', 'three', '{"id":4}']) say(seal(text, bytes(secretOf('a'))));
    await until(() => received.length === 4);
    expect(received).toEqual([{ id: 1 }, 'two', 'three', { id: 4 }]);
    expect(errors()).toEqual([]);
    expect(server.received.join()).not.toMatch(/secret|ciphertext/);
  });

  it('refuses client events before anything is sent', async () => {
    const { server, realtime } = await encrypted();
    const untyped = realtime.subscribe(channel as string);
    expect(() => untyped.trigger('client-typing', {})).toThrow(/client events/);
    expect(server.events()).not.toContain('client-typing');
  });

  it('is not subscribed without a shared secret', async () => {
    const service = await startService();
    const { realtime } = connectTo(service, { authorize: signFor(service) });
    await expect(realtime.subscribe(channel).subscribed()).rejects.toMatchObject({
      code: 'channel-authorization',
      message: expect.stringContaining('shared_secret'),
    });
    expect(service.channels().map(({ name }) => name)).not.toContain(channel);
  });

  it('W11: an event that is not encrypted, or damaged, is one error and costs no authorization', async () => {
    const { received, errors, asked, say } = await encrypted();
    say('{"id":1}');
    say({ id: 1 });
    say({ nonce: 'short', ciphertext: 'short' });
    say(`{"nonce":"${'A'.repeat(32)}","ciphertext":"${'A'.repeat(500_000)}`);
    say(seal('{"id":5}', bytes(secretOf('a'))));
    await until(() => received.length === 1);
    expect(errors().map((error) => [error.code, DecryptionError.isInstance(error)])).toEqual(
      Array(4).fill(['decryption', true]),
    );
    expect(asked).toHaveLength(1);
  });

  it('W11: after a rotation one authorization gets the new key, and order is kept', async () => {
    const { received, errors, asked, say } = await encrypted({ secrets: [secretOf('a'), secretOf('b')] });
    say(seal('1', bytes(secretOf('a'))));
    for (const text of ['2', '3', '4']) say(seal(text, bytes(secretOf('b'))));
    await until(() => received.length === 4);
    expect(received).toEqual([1, 2, 3, 4]);
    expect(errors()).toEqual([]);
    expect(asked).toHaveLength(2);
  });

  it('W11: asks for a new key at most once a minute, and reports each event that it drops', async () => {
    const time = heldTime();
    const { received, errors, asked, say } = await encrypted({ time });
    for (let i = 0; i < 50; i += 1) say(seal(`{"card":"${i}"}`, bytes(secretOf('other'))));
    say(seal('"last"', bytes(secretOf('a'))));
    await until(() => received.length === 1);
    expect(errors()).toHaveLength(50);
    expect(asked).toHaveLength(2);
    await time.advance(59_999);
    say(seal('1', bytes(secretOf('other'))));
    await until(() => errors().length === 51);
    expect(asked).toHaveLength(2);
    await time.advance(1);
    say(seal('1', bytes(secretOf('other'))));
    await until(() => errors().length === 52);
    expect(asked).toHaveLength(3);
    const words = errors().map((error) => `${error.message} ${JSON.stringify(error)}`);
    expect(words.join()).not.toMatch(/card|[A-Za-z0-9+/]{43}=/);
  });

  it('W11: a refused authorization drops the event, and the channel stays subscribed', async () => {
    const { orders, received, errors, say } = await encrypted({ secrets: [secretOf('a'), new Error('no')] });
    say(seal('1', bytes(secretOf('b'))));
    say(seal('2', bytes(secretOf('a'))));
    await until(() => received.length === 1);
    expect(received).toEqual([2]);
    expect(errors()).toMatchObject([{ code: 'decryption', cause: { code: 'channel-authorization' } }]);
    expect(orders.state).toBe('subscribed');
  });

  it('reports the events that wait for a key when the connection is lost', async () => {
    let nth = 0;
    const server = await startScriptedServer();
    const told: RealtimeEvent[] = [];
    const realtime = createRealtimeClient({
      ...server.address,
      reconnect: { baseMs: 1 },
      onEvent: (event) => told.push(event),
      authorize: () => {
        nth += 1;
        if (nth === 2) return new Promise(() => {});
        return Promise.resolve({ auth: 'k:00', sharedSecret: secretOf(nth === 1 ? 'a' : 'b') });
      },
    });
    onTestFinished(() => realtime.close());
    const received: unknown[] = [];
    const orders = realtime.subscribe(channel);
    orders.on('paid', ({ data }) => received.push(data));
    await orders.subscribed();
    const say = (text: string) =>
      server.say(JSON.stringify({ event: 'paid', channel, data: seal(text, bytes(secretOf('b'))) }));
    for (const text of ['1', '2']) say(text);
    await until(() => nth === 2);
    server.drop();
    await until(() => nth === 3 && orders.state === 'subscribed');
    say('3');
    await until(() => received.length === 1);
    expect(received).toEqual([3]);
    const errors = told.flatMap((event) => (event.type === 'error' ? [event.error] : []));
    expect(errors.filter(({ code }) => code === 'decryption').map(({ message }) => message)).toEqual([
      expect.stringMatching(/^[12] events/),
    ]);
  });

  it('W8: the gap begins before the events that waited for a key', async () => {
    const runtime = heldTime();
    const server = await startScriptedServer();
    let nth = 0;
    const { realtime, told } = connectTo({ ...server.address, app: { key: 'k' } } as never, {
      runtime,
      authorize() {
        nth += 1;
        if (nth === 2) return new Promise(() => {});
        return Promise.resolve({ auth: 'k:00', sharedSecret: secretOf(nth === 1 ? 'a' : 'b') });
      },
    });
    const orders = realtime.subscribe(channel);
    orders.on('paid', () => {});
    await orders.subscribed();
    const startMs = runtime.now();
    const say = (name: string) => {
      const data = seal('1', bytes(secretOf(name)));
      server.say(JSON.stringify({ event: 'paid', channel, data }));
    };
    await runtime.advance(1_000);
    const delivered = orders.events('paid').next();
    say('a');
    await delivered;
    await runtime.advance(1_000);
    say('b');
    await until(() => nth === 2);
    await runtime.advance(1_000);
    server.say('{');
    await until(() => told.some(({ type }) => type === 'error'));
    server.drop();
    await until(() => realtime.state === 'reconnecting');
    await runtime.advance(2_000);
    await until(() => told.some(({ type }) => type === 'gap'));
    expect(told.find(({ type }) => type === 'gap')).toMatchObject({ from: new Date(startMs + 1_000) });
  });

  it('opens the cached event of an encrypted cache channel', async () => {
    const name = 'private-encrypted-cache-orders';
    const data = seal('{"id":7}', bytes(secretOf('a')));
    const server = await startScriptedServer(({ event, channel: given }, say) => {
      if (event !== 'pusher:subscribe') return;
      say(accept(given));
      say(JSON.stringify({ event: 'paid', channel: given, data }));
    });
    const realtime = createRealtimeClient({
      ...server.address,
      authorize: async () => ({ auth: 'k:00', shared_secret: secretOf('a') }),
    });
    onTestFinished(() => realtime.close());
    for await (const event of realtime.subscribe(name).events('paid')) {
      expect(event).toMatchObject({ data: { id: 7 }, raw: '{"id":7}' });
      break;
    }
  });
});
