import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { gzipCodec, jsonCodec, textCodec } from '../src/codecs/index.ts';
import { defineChannel, readClientEvent, type WebhookEvent } from '../src/server/index.ts';
import { readEvents } from '../src/server/webhooks/webhook-content.ts';

const room = defineChannel('presence-room', {
  events: {
    'client-typing': z.object({ on: z.boolean() }),
    'client-size': z.string().transform((text) => text.length),
  },
});
const sent = (event: string, data: unknown, channel = 'presence-room'): WebhookEvent => ({
  type: 'client_event',
  channel,
  event,
  data,
  socketId: '1.1',
  userId: 'ann',
});

describe('W10: readClientEvent', () => {
  it('gives the data its type, by the name of the event', async () => {
    const typing = await readClientEvent(room, sent('client-typing', { on: true }));
    const sender = { socketId: '1.1', userId: 'ann' };
    expect(typing).toEqual({ ...sender, event: 'client-typing', ok: true, data: { on: true } });
    if (typing?.ok && typing.event === 'client-typing')
      expectTypeOf(typing.data).toEqualTypeOf<{ on: boolean }>();
    expect(await readClientEvent(room, sent('client-size', 'four'))).toMatchObject({ ok: true, data: 4 });
  });

  it.each([
    ['another channel', sent('client-typing', { on: true }, 'presence-other')],
    ['an event without a schema', sent('client-other', {})],
    ['the name of a property', sent('constructor', {})],
    ['another type', { type: 'cache_miss', channel: 'presence-room' } as const],
  ])('is undefined for %s', async (_what, event) => {
    expect(await readClientEvent(room, event)).toBeUndefined();
  });

  it('has issues for other data', async () => {
    const typing = await readClientEvent(room, sent('client-typing', { on: 1 }));
    expect(typing).toMatchObject({ ok: false, event: 'client-typing', issues: [{ path: 'on' }] });
  });

  it('decodes with the codec of the definition', async () => {
    const codec = gzipCodec();
    const zipped = defineChannel('private-a', {
      events: { 'client-x': z.object({ id: z.number() }) },
      codec,
    });
    const text = await codec.encode({ id: 7 });
    expect(await readClientEvent(zipped, sent('client-x', text, 'private-a'))).toMatchObject({
      ok: true,
      data: { id: 7 },
    });
    const damaged = await readClientEvent(zipped, sent('client-x', 'no gzip', 'private-a'));
    expect(damaged).toMatchObject({ ok: false, issues: [{ path: 'data' }] });
  });

  // soketi 1.6.1 and Sockudo 5 forward the client's text as it is.
  it.each<[what: string, codec: typeof jsonCodec | typeof textCodec, data: unknown]>([
    ['a text in quotes', jsonCodec, 'hi'],
    ['a number in quotes', jsonCodec, '7'],
    ['an object', jsonCodec, { id: 7 }],
    ['a text that is JSON', textCodec, '{ "id": 7.0 }'],
    ['a text with quotes of its own', textCodec, '"hi"'],
  ])('decodes %s', async (_what, codec, data) => {
    const definition = defineChannel('private-a', { events: { 'client-x': z.unknown() }, codec });
    const text = await codec.encode(data as never);
    const wire = { name: 'client_event', channel: 'private-a', event: 'client-x', data: text };
    const [event] = readEvents(JSON.stringify({ time_ms: 1, events: [wire] })).events;
    expect(await readClientEvent(definition, event as WebhookEvent)).toMatchObject({ ok: true, data });
  });
});
