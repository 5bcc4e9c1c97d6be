import { describe, expect, it } from 'vitest';
import type { FrameAction } from '../src/faults/frame-action.ts';
import type { RealtimeServiceOptions } from '../src/realtime/options.ts';
import { startRealtimeService } from '../src/realtime/realtime-service.ts';
import { connect, withService } from './realtime-client.ts';

describe('a service with wrong options does not start', () => {
  it.each<[string, RealtimeServiceOptions]>([
    ['webhookDelayMs', { webhookDelayMs: -1 }],
    ['webhookBatchMs', { webhookBatchMs: Number.NaN }],
    ['webhookRetryDelayMs', { webhookRetryDelayMs: 0 }],
    ['authorizedConnectionsTimeoutMs', { authorizedConnectionsTimeoutMs: 0 }],
    ['pongTimeoutMs', { pongTimeoutMs: -1 }],
    ['limits.connections', { limits: { connections: -1 } }],
    ['limits.eventDataBytes', { limits: { eventDataBytes: '10' as never } }],
  ])('%s out of range', async (name, options) => {
    const started = startRealtimeService(options);
    await expect(started).rejects.toThrow(RangeError);
    await expect(started).rejects.toThrow(name);
  });

  it.each<[string, RealtimeServiceOptions]>([
    ['errorStyle', { errorStyle: 'pusher' as never }],
    ['app.id', { app: { id: 'a/b' } }],
    ['app.id', { app: { id: '' } }],
    ['app.key', { app: { key: 'a:b' } }],
    ['app.secret', { app: { secret: '' } }],
    ['app.id', { apps: [{ id: 'a b', key: 'k', secret: 's' }] }],
  ])('%s of a wrong form', async (name, options) => {
    const started = startRealtimeService(options);
    await expect(started).rejects.toThrow(TypeError);
    await expect(started).rejects.toThrow(name);
  });

  it('but with a delay of 0, and a limit of 0 or none', async () => {
    const limits = { presenceMembers: 0, framesPerSecond: Number.POSITIVE_INFINITY };
    await withService({ webhookDelayMs: 0, limits }, async (service) => {
      await connect(service);
    });
  });
});

it('publish refuses data that is not text, and delivers nothing', async () => {
  await withService({}, async (service) => {
    const client = await connect(service);
    await client.subscribe('orders');
    for (const data of [7, { id: 7 }, undefined]) {
      const publication = { channel: 'orders', event: 'paid', data: data as never };
      expect(() => service.publish(publication)).toThrow('data must be text');
    }
    expect(await client.settle()).toEqual([]);
    expect(service.stats.eventsPublished).toBe(0);
  });
});

it.each(['dropp', undefined, {}, 5])('a frame fault with the action %s is refused', async (action) => {
  await withService({}, async ({ faults }) => {
    expect(() => faults.onFrame({}, action as unknown as FrameAction)).toThrow('action must be one of drop');
  });
});
