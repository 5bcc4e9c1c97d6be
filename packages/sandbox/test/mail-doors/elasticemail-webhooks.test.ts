// Webhooks of Elastic Email's API: models of the client ElasticEmail 4.4.0 for Python, and the parameters of
// help.elasticemail.com/en/articles/4804685-notification-settings, both read on 29 November 2026.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';
import { createParser, startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

let service: MailService;
let receiver: WebhookReceiver;
beforeEach(async () => {
  service = await startMailService();
  receiver = await startReceiver();
});
afterEach(() => Promise.all([service.close(), receiver.close()]));

const ask = (method: string, path: string, body?: unknown) =>
  postMail(service, 'elasticemail', path, body, method) as Promise<[number, { readonly WebhookID: string }]>;
const send = () =>
  ask('POST', '/emails/transactional', {
    Recipients: { To: ['bob@example.com'] },
    Content: { From: 'ann@acme.dev', Subject: 'Hi', Body: [{ ContentType: 'PlainText', Content: 'Hi' }] },
  });

it.each([
  ['Get', 'GET'],
  ['PostJson', 'POST'],
])('delivers the events that are switched on by %s, as the driver reads them', async (way, method) => {
  const body = { Name: way, URL: receiver.url, NotificationForSent: true, DeliveryMethod: way };
  const [status, made] = await ask('POST', '/webhook', body);
  expect([status, made]).toMatchObject([
    201,
    { ...body, IsEnabled: true, NotificationForError: false, SigningEnabled: false },
  ]);
  await send();
  await expect.poll(() => receiver.received.map((request) => request.method)).toEqual([method]);
  const { events } = await createParser(service, 'elasticemail').webhooks.parse(
    receiver.received[0] as Request,
  );
  expect(events).toMatchObject([{ type: 'sent', recipient: 'bob@example.com' }]);
  const path = `/webhook/${made.WebhookID}`;
  const off = { IsEnabled: false };
  expect(await ask('PUT', path, off)).toMatchObject([200, { ...body, ...off }]);
  expect(await ask('GET', path)).toMatchObject([200, { ...body, ...off }]);
  expect(service.webhooks.targets.list()).toMatchObject([{ events: [] }]);
  expect(await ask('GET', '/webhook')).toMatchObject([200, [{ Name: way }]]);
  expect((await ask('DELETE', path))[0]).toBe(200);
  expect((await ask('GET', path))[0]).toBe(404);
});

it.each([
  [{ Name: 'A' }, 'URL is required'],
  [{ URL: 'http://127.0.0.1:9/' }, 'Name is required'],
  [{ Name: 'A', URL: 'ftp://127.0.0.1/' }, 'http'],
  [{ Name: 'A', URL: 'http://127.0.0.1:9/', EnableSigning: true }, 'not published'],
  [
    { Name: 'A', URL: 'http://127.0.0.1:9/', DeliveryMethod: 'Post' },
    'DeliveryMethod is one of Get, PostJson',
  ],
])('refuses %j', async (body, reason) => {
  expect(await ask('POST', '/webhook', body)).toEqual([400, { Error: expect.stringContaining(reason) }]);
});

it('names a webhook as it did, whatever the body says', async () => {
  const body = { Name: 'A', URL: receiver.url, WebhookID: 'mine' };
  const [, made] = await ask('POST', '/webhook', body);
  expect(made.WebhookID).not.toBe('mine');
  expect(await ask('PUT', `/webhook/${made.WebhookID}`, body)).toMatchObject([200, made]);
  expect((await ask('GET', `/webhook/${made.WebhookID}`))[0]).toBe(200);
});
