// A trigger, a token and a webhook, by each client and by hand. Each is loaded only in its own process.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Transport } from '@org/core';

const appId = '3';
const key = '278d425bdf160c739803';
const secret = '7ad3773142a6692b25b8';
const payload = { id: 7, text: 'x'.repeat(100) };
const socketId = '1234.1234';
const channelName = 'private-foobar';

const hookBody = JSON.stringify({
  time_ms: Date.now(),
  events: [{ name: 'channel_occupied', channel: 'orders' }],
});
const hookHeaders = {
  'content-type': 'application/json',
  'x-pusher-key': key,
  'x-pusher-signature': createHmac('sha256', secret).update(hookBody).digest('hex'),
};

/** What one process does, over and over. */
export type Act = () => Promise<unknown>;

export const triggers: Readonly<Record<string, (port: number) => Promise<Act>>> = {
  async 'signed fetch'(port) {
    return async () => {
      const body = JSON.stringify({ name: 'paid', channels: ['orders'], data: JSON.stringify(payload) });
      const md5 = createHash('md5').update(body).digest('hex');
      const time = Math.floor(Date.now() / 1_000);
      const query = `auth_key=${key}&auth_timestamp=${time}&auth_version=1.0&body_md5=${md5}`;
      const path = `/apps/${appId}/events`;
      const text = `POST\n${path}\n${query}`;
      const signature = createHmac('sha256', secret).update(text).digest('hex');
      const url = `http://127.0.0.1:${port}${path}?${query}&auth_signature=${signature}`;
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(url, { method: 'POST', headers, body });
      return response.json();
    };
  },

  async 'pusher 5.3.4'(port) {
    const { default: Pusher } = await import('pusher');
    const pusher = new Pusher({ appId, key, secret, host: '127.0.0.1', port: `${port}` });
    return () => pusher.trigger('orders', 'paid', payload);
  },

  '@org/realtime': (port) => ours(port),

  async '@org/realtime, createNodeTransport()'(port) {
    const { createNodeTransport } = await import('@org/realtime/node');
    return ours(port, createNodeTransport());
  },

  async '@org/realtime, createUndiciTransport()'(port) {
    const { createUndiciTransport } = await import('@org/realtime/undici');
    return ours(port, createUndiciTransport());
  },
};

async function createOurs(port: number, transport?: Transport) {
  const { createRealtimeServerClient } = await import('@org/realtime/server');
  return createRealtimeServerClient({ appId, key, secret, host: '127.0.0.1', port, transport });
}

async function ours(port: number, transport?: Transport): Promise<Act> {
  const server = await createOurs(port, transport);
  return () => server.trigger('orders', 'paid', payload);
}

export const tokens: typeof triggers = {
  'by hand': async () => async () => {
    const hmac = createHmac('sha256', secret).update(`${socketId}:${channelName}`);
    return { auth: `${key}:${hmac.digest('hex')}` };
  },
  async 'pusher 5.3.4'() {
    const { default: Pusher } = await import('pusher');
    const pusher = new Pusher({ appId, key, secret, cluster: 'mt1' });
    return async () => pusher.authorizeChannel(socketId, channelName);
  },
  async '@org/realtime'(port) {
    const server = await createOurs(port);
    return () => server.authorizeChannel({ socketId, channelName });
  },
};

export const webhooks: typeof triggers = {
  'by hand': async () => async () => {
    const expected = createHmac('sha256', secret).update(hookBody).digest();
    if (!timingSafeEqual(expected, Buffer.from(hookHeaders['x-pusher-signature'], 'hex'))) throw new Error();
    return JSON.parse(hookBody);
  },
  async 'pusher 5.3.4'() {
    const { default: Pusher } = await import('pusher');
    const pusher = new Pusher({ appId, key, secret, cluster: 'mt1' });
    return async () => {
      const webhook = pusher.webhook({ headers: hookHeaders, rawBody: hookBody });
      if (!webhook.isValid()) throw new Error();
      return webhook.getEvents();
    };
  },
  async '@org/realtime'(port) {
    const server = await createOurs(port);
    return () => server.webhooks.parse({ headers: hookHeaders, body: hookBody });
  },
};

export const tasks = { triggers, tokens, webhooks };
