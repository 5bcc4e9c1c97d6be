import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { channelNames, createEmitter } from './channels.ts';
import type { ClientEvent } from './events.ts';

const about = { provider: 'acme', operation: 'thing.get', requestId: 'r-1', attempt: 1 };
const events: readonly ClientEvent[] = [
  { ...about, type: 'operation-start', safety: 'read', maxAttempts: 3 },
  { ...about, type: 'limit-wait-end', waitedMs: 1, granted: true },
  { ...about, type: 'attempt-start', method: 'GET', url: 'https://api.acme.test/v1' },
  { ...about, type: 'attempt-end', elapsedMs: 1, status: 503 },
  { ...about, type: 'retry-scheduled', waitMs: 1, errorCode: 'server', throttled: false },
  { ...about, type: 'credential-refreshed' },
  { ...about, type: 'operation-end', ok: true, attempts: 2, elapsedMs: 9 },
];

describe('an emitter', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('emits each event, as it is, on the channel of its kind', () => {
    const emitter = createEmitter();
    const emitted: [string, unknown][] = [];
    const listen = (message: unknown, name: string | symbol) => emitted.push([String(name), message]);
    const names = [...new Set(Object.values(channelNames))];
    for (const name of names) subscribe(name, listen);
    try {
      for (const event of events) emitter.emit(event);
    } finally {
      for (const name of names) unsubscribe(name, listen);
    }
    expect(emitted).toEqual([
      ['org:core:operation', events[0]],
      ['org:core:wait', events[1]],
      ['org:core:attempt', events[2]],
      ['org:core:attempt', events[3]],
      ['org:core:retry', events[4]],
      ['org:core:credential', events[5]],
      ['org:core:operation', events[6]],
    ]);
  });

  it('publishes nothing without subscribers', () => {
    const emitter = createEmitter();
    const published = vi.spyOn(channel(channelNames['limit-wait-end']), 'publish');
    for (const event of events) emitter.emit(event);
    expect(published).not.toHaveBeenCalled();
  });

  it('sees later subscribers, on their channel only', () => {
    const emitter = createEmitter();
    const listen = () => {};
    expect(emitter.hasListener('limit-wait-end')).toBe(false);
    subscribe(channelNames['limit-wait-end'], listen);
    expect([emitter.hasListener('limit-wait-end'), emitter.hasListener('attempt-end')]).toEqual([
      true,
      false,
    ]);
    unsubscribe(channelNames['limit-wait-end'], listen);
    expect(emitter.hasListener('limit-wait-end')).toBe(false);
  });

  it('does nothing where there are no channels', () => {
    vi.stubGlobal('process', undefined);
    const emitter = createEmitter();
    expect(() => events.forEach(emitter.emit)).not.toThrow();
    expect(events.some(({ type }) => emitter.hasListener(type))).toBe(false);
  });
});
