// What a service shows of its rows: counts, orders, and members that are there only when they say something.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService({ rateLimit: false });
});
beforeEach(() => service.reset());
afterAll(() => service.close());

const ask = async (door: string, method: string, path: string, body?: unknown) => {
  const [status, answer] = await postMail(service, door, path, body, method);
  expect(status).toBeLessThan(300);
  // biome-ignore lint/suspicious/noExplicitAny: answers of any form
  return answer as any;
};

it("has Mailgun's counts of a mail at the beginning of its day", async () => {
  const mail = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' };
  await ask('mailgun', 'POST', '/v3/acme.dev/messages', new URLSearchParams(mail));
  const { stats } = await ask('mailgun', 'GET', '/v3/acme.dev/stats/total?event=accepted&resolution=day');
  const [point, ...others] = stats.filter(
    ({ accepted }: { readonly accepted: { readonly total: number } }) => accepted.total === 1,
  );
  expect(others).toEqual([]);
  const dayMs = 24 * 3_600_000;
  const at = Date.parse(point.time);
  expect(at % dayMs).toBe(0);
  expect(Date.now() - at).toBeLessThan(2 * dayMs);
});

it("has Brevo's lists from the newest, or from the oldest", async () => {
  for (const name of ['first', 'second'])
    await ask('brevo', 'POST', '/contacts/lists', { name, folderId: 1 });
  const names = async (query: string) =>
    (await ask('brevo', 'GET', `/contacts/lists${query}`)).lists.map(
      ({ name }: { readonly name: string }) => name,
    );
  expect(await names('')).toEqual(['second', 'first']);
  expect(await names('?sort=desc')).toEqual(['second', 'first']);
  expect(await names('?sort=asc')).toEqual(['first', 'second']);
});

it("has each event of SendGrid's webhook settings, off", async () => {
  const settings = await ask('sendgrid', 'GET', '/v3/user/webhooks/event/settings');
  const off = ['bounce', 'click', 'deferred', 'delivered', 'dropped', 'group_resubscribe'];
  const more = ['group_unsubscribe', 'open', 'processed', 'spam_report', 'unsubscribe'];
  const names = [...off, ...more, 'account_status_change'];
  expect(settings).toEqual({
    ...Object.fromEntries(names.map((name) => [name, false])),
    enabled: false,
    friendly_name: '',
    url: '',
  });
});

it("names no errors of Resend's batch where there are none", async () => {
  const mail = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' };
  const answer = await ask('resend', 'POST', '/emails/batch', [mail, mail]);
  expect(Object.keys(answer)).toEqual(['data']);
});

it("has Postmark's tags of bounces, each once", async () => {
  for (const To of ['bounce@example.com', 'bounce@example.net'])
    await ask('postmark', 'POST', '/email', {
      From: 'ann@acme.dev',
      To,
      Subject: 'Hi',
      TextBody: 'Hi',
      Tag: 'news',
    });
  await expect.poll(async () => (await ask('postmark', 'GET', '/bounces')).TotalCount).toBe(2);
  expect(await ask('postmark', 'GET', '/bounces/tags')).toEqual(['news']);
});
