import { expect, it } from 'vitest';
import type { ChannelEvent } from './channels/channel.ts';
import { Listeners } from './listeners.ts';

const event = (name: string): ChannelEvent => ({ name, channel: 'a', data: 1, receivedAt: new Date() });

it('W9: a name is forgotten with its last listener, and works again afterwards', () => {
  const listeners = new Listeners<string, ChannelEvent>(() => {});
  const seen: string[] = [];
  for (let n = 0; n < 1_000; n += 1) {
    const first = listeners.add(`event-${n}`, () => seen.push(`first ${n}`));
    const second = listeners.add(`event-${n}`, () => seen.push(`second ${n}`));
    first();
    listeners.emit(`event-${n}`, event(`event-${n}`));
    second();
    first();
  }
  expect(seen).toEqual(Array.from({ length: 1_000 }, (_, n) => `second ${n}`));
  expect(Array.from({ length: 1_000 }, (_, n) => listeners.has(`event-${n}`))).not.toContain(true);
  const off = listeners.add('again', () => {});
  listeners.clear();
  listeners.add('again', () => seen.push('again'));
  off();
  listeners.emit('again', event('again'));
  expect([listeners.has('again'), seen.at(-1)]).toEqual([true, 'again']);
});
