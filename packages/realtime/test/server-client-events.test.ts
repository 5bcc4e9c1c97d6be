import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { gzipCodec } from '../src/codecs/index.ts';
import { defineChannel, readClientEvent, type WebhookEvent } from '../src/server/index.ts';

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
});
