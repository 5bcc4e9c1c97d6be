// Six calls of a program. They load the packages when they are opened, after the sources are instrumented.
import { createHmac } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { startHttpService, startRealtimeService } from './servers.ts';

/** Makes one call, and ends with it. */
export type Journey = () => Promise<unknown>;

export const journeys: Readonly<Record<string, () => Promise<Journey>>> = {
  'email.send, Plunk': openSend,
  'the same, refused by Resend (422)': openRefusedSend,
  'routing.matrix 2 × 2, openrouteservice': openMatrix,
  'webhook of Resend, parse': openWebhook,
  'realtime event, socket to listener': openEvent,
  'realtime connect and subscribe': openSubscription,
};

const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };

async function openSend(): Promise<Journey> {
  const { createEmailClient } = await import('@org/email');
  const { plunk } = await import('@org/email/plunk');
  const baseUrl = await startHttpService({
    '/v1/send': [
      200,
      {
        success: true,
        data: {
          emails: [{ contact: { id: 'c1', email: 'bob@example.com' }, email: 'm1' }],
          timestamp: '2026-01-01T00:00:00Z',
        },
      },
    ],
  });
  const email = createEmailClient({ driver: plunk({ apiKey: 'sk_walk', baseUrl }) });
  return () => email.send(message);
}

async function openRefusedSend(): Promise<Journey> {
  const { createEmailClient } = await import('@org/email');
  const { resend } = await import('@org/email/resend');
  const refusal = { statusCode: 422, name: 'validation_error', message: 'Invalid `to` field.' };
  const baseUrl = await startHttpService({ '/emails': [422, refusal] });
  const email = createEmailClient({ driver: resend({ apiKey: 're_walk', baseUrl }) });
  return () =>
    email.send(message).then(
      () => {
        throw new Error('The send was not refused.');
      },
      (error: { readonly status?: number }) => {
        if (error.status !== 422) throw error;
      },
    );
}

async function openMatrix(): Promise<Journey> {
  const { createRoutingClient } = await import('@org/routing');
  const { openrouteservice } = await import('@org/routing/openrouteservice');
  const places = [
    [8.681, 49.414],
    [8.687, 49.42],
  ] as const;
  const located = places.map((location) => ({ location }));
  const body = {
    durations: [
      [0, 60],
      [60, 0],
    ],
    distances: [
      [0, 900],
      [900, 0],
    ],
    sources: located,
    destinations: located,
    metadata: { attribution: 'openrouteservice.org' },
  };
  const baseUrl = await startHttpService({ '/v2/matrix/driving-car': [200, body] });
  const routing = createRoutingClient({ driver: openrouteservice({ apiKey: 'walk', baseUrl }) });
  return () => routing.matrix({ profile: 'driving', origins: places, destinations: places });
}

async function openWebhook(): Promise<Journey> {
  const { createEmailClient } = await import('@org/email');
  const { resend } = await import('@org/email/resend');
  const key = Buffer.from('a secret of sixteen bytes or more');
  const webhookSecret = `whsec_${key.toString('base64')}`;
  const email = createEmailClient({ driver: resend({ apiKey: 're_walk', webhookSecret }) });
  const body = JSON.stringify({
    type: 'email.delivered',
    created_at: '2026-01-01T00:00:00.000Z',
    data: { email_id: 'm1', from: 'ann@acme.dev', to: ['bob@example.com'], subject: 'Hi' },
  });
  return async () => {
    const seconds = Math.floor(Date.now() / 1_000);
    const signature = createHmac('sha256', key).update(`msg_1.${seconds}.${body}`).digest('base64');
    const headers = {
      'svix-id': 'msg_1',
      'svix-timestamp': `${seconds}`,
      'svix-signature': `v1,${signature}`,
    };
    const { events } = await email.webhooks.parse(
      new Request('https://acme.dev/hooks', { method: 'POST', headers, body }),
    );
    if (events.length !== 1) throw new Error('The webhook had no event.');
  };
}

async function openEvent(): Promise<Journey> {
  const { createRealtimeClient } = await import('@org/realtime');
  const service = await startRealtimeService();
  const realtime = createRealtimeClient({ key: 'walk', host: '127.0.0.1', port: service.port });
  const channel = realtime.subscribe('orders');
  const received = new EventEmitter();
  channel.on('paid', (event) => void received.emit('paid', event));
  await channel.subscribed();
  return async () => {
    const event = once(received, 'paid');
    service.emit('paid', { id: 7, amount: 12.5 }, 'orders');
    await event;
  };
}

async function openSubscription(): Promise<Journey> {
  const { createRealtimeClient } = await import('@org/realtime');
  const { port } = await startRealtimeService();
  return async () => {
    const realtime = createRealtimeClient({ key: 'walk', host: '127.0.0.1', port });
    await realtime.subscribe('orders').subscribed();
  };
}
