import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  createAuthHandler,
  createRealtimeServerClient,
  createUserAuthHandler,
  createWebhookHandler,
} from '../src/server/index.ts';
import { app } from './server-fixtures.ts';

const signedBy = (key: string, secret: string) => {
  const body = JSON.stringify({
    time_ms: Date.now(),
    events: [{ name: 'channel_occupied', channel: 'a' }],
  });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = { 'x-pusher-key': key, 'x-pusher-signature': signature };
  return new Request('https://app.example/hook', { method: 'POST', headers, body });
};

const formOf = (fields: Readonly<Record<string, string>>) =>
  new Request('https://app.example/auth', { method: 'POST', body: new URLSearchParams(fields) });

it('a server client keeps the options of webhooks that it was made with', async () => {
  const webhooks = { toleranceMs: 600_000, tokens: [{ key: 'second', secret: 'of-second' }] };
  const options = { ...app, host: 'api.example.com', webhooks };
  const server = createRealtimeServerClient(options);
  Object.assign(webhooks.tokens[0] ?? {}, { key: 'third', secret: 'of-third' });
  webhooks.tokens.push({ key: 'fourth', secret: 'of-fourth' });
  webhooks.toleranceMs = 0;
  Object.assign(options, { key: 'other', secret: 'other' });
  for (const [key, secret] of [
    [app.key, app.secret],
    ['second', 'of-second'],
  ] as const)
    await expect(server.webhooks.parse(signedBy(key, secret))).resolves.toMatchObject({
      events: [{ channel: 'a' }],
    });
  for (const name of ['third', 'fourth', 'other'])
    await expect(server.webhooks.parse(signedBy(name, `of-${name}`))).rejects.toMatchObject({
      code: 'webhook-signature',
    });
});

it('a handler keeps the functions that it was made with', async () => {
  const server = createRealtimeServerClient({ ...app, host: 'api.example.com' });
  const seen: string[] = [];
  const auth = { authorize: () => true as const, maxChannels: 2 };
  const user = { user: () => ({ id: 'ann' }) };
  const hooks = { on: { channel_occupied: () => void seen.push('first') } };
  const handlers = [
    createAuthHandler(server, auth),
    createUserAuthHandler(server, user),
    createWebhookHandler(server, hooks),
  ] as const;
  const refuse = { authorize: () => false, user: () => false, maxChannels: 1, maxBodyBytes: 1 };
  for (const options of [auth, user]) Object.assign(options, refuse);
  hooks.on.channel_occupied = () => void seen.push('second');
  const statuses = await Promise.all([
    handlers[0](formOf({ socket_id: '1.1', channel_name: 'private-a' })),
    handlers[1](formOf({ socket_id: '1.1' })),
    handlers[2](signedBy(app.key, app.secret)),
  ]);
  expect([statuses.map(({ status }) => status), seen]).toEqual([[200, 200, 200], ['first']]);
});
