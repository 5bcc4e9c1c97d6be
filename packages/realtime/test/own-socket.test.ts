import { describe, expect, it } from 'vitest';
import { createRealtimeClient, type OpenSocket } from '../src/index.ts';
import { connectTo, startService } from './realtime-fixtures.ts';

describe('the option socket', () => {
  it('opens the sockets of a client, and may wrap those of the platform', async () => {
    const service = await startService();
    const sent: string[] = [];
    const received: string[] = [];
    const socket: OpenSocket = (url, listener, options) => {
      const inner = options.openDefault(
        url,
        {
          ...listener,
          received(text) {
            received.push(text);
            listener.received(text);
          },
        },
        options,
      );
      return {
        send(text) {
          sent.push(text);
          inner.send(text);
        },
        close: () => inner.close(),
        drop: () => inner.drop(),
      };
    };
    const { realtime } = connectTo(service, { socket });
    await realtime.subscribe('orders').subscribed();
    expect(sent.map((text) => JSON.parse(text).event)).toEqual(['pusher:subscribe']);
    expect(received.map((text) => JSON.parse(text).event)).toEqual([
      'pusher:connection_established',
      'pusher_internal:subscription_succeeded',
    ]);
    await realtime.close();
    expect(service.stats.connections).toBe(0);
  });

  it('is refused unless it is a function', () => {
    const socket = {} as never;
    expect(() => createRealtimeClient({ key: 'key', host: 'localhost', socket })).toThrow(
      'socket must be a function.',
    );
  });
});
