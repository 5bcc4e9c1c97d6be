import { describe, expect, it } from 'vitest';
import type { RealtimeClock } from '../clock.ts';
import { encodeEvent } from '../frames.ts';
import { createEventLog } from './event-log.ts';

function open(bytes = 10_000, channels = 100) {
  let now = 1_000_000;
  const clock = { now: () => now } as RealtimeClock;
  const log = createEventLog(clock, { ttlMs: 1000, events: 100, channels, bytes });
  const publish = (channel: string, size: number) =>
    log.append(channel, encodeEvent('paid', 'x'.repeat(size), channel));
  const serials = (channel: string) => log.stream(channel).events.map(({ serial }) => serial);
  const pass = (ms: number) => {
    now += ms;
  };
  return { log, publish, serials, pass };
}

describe('the events of all channels', () => {
  it('have a limit of text: those of the quietest channel go first, the newest event stays', () => {
    const { publish, serials } = open();
    for (const channel of ['a', 'b', 'a', 'b', 'c']) publish(channel, 1000);
    expect([serials('a'), serials('b'), serials('c')]).toEqual([[2], [1, 2], [1]]);
    publish('c', 4000);
    expect([serials('a'), serials('b'), serials('c')]).toEqual([[], [], [2]]);
    publish('c', 50_000);
    expect(serials('c')).toEqual([]);
  });

  it('go with their age, whichever channel is asked for', () => {
    const { log, publish, pass } = open(1e9);
    const first = log.stream('a').streamId;
    publish('a', 10);
    pass(1000);
    publish('b', 10);
    expect(log.stream('a').streamId).not.toBe(first);
  });

  it('are said to be gone when the stream was dropped, for its age or for other channels', () => {
    const { log, publish, pass } = open(1e9, 2);
    expect(log.stream('a').isOlderGone).toBe(false);
    publish('a', 10);
    pass(500);
    publish('a', 10);
    expect(log.stream('a').isOlderGone).toBe(false);
    pass(600);
    expect(log.stream('a')).toMatchObject({ serial: 2, isOlderGone: true });
    pass(1000);
    expect(log.stream('a')).toMatchObject({ serial: 0, events: [], isOlderGone: true });
    for (const channel of ['b', 'c', 'd']) publish(channel, 10);
    expect(log.stream('b')).toMatchObject({ serial: 0, isOlderGone: true });
    expect(log.stream('new')).toMatchObject({ serial: 0, isOlderGone: false });
  });
});
