// The most entries that a service takes in a list: so many are taken, and one more is refused.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService({ rateLimit: false });
});
beforeEach(() => service.reset());
afterAll(() => service.close());

const [ann, subject] = ['ann@acme.dev', 'Hi'];
const addresses = (count: number) => Array.from({ length: count }, (_, index) => `b${index}@example.com`);
const objects = (count: number, name = 'email') => addresses(count).map((address) => ({ [name]: address }));
const repeat = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);

interface Entry {
  readonly door: string;
  readonly path: string;
  readonly most: number;
  readonly body: (count: number) => unknown;
  /** What is there before. */
  readonly prepare?: (count: number) => readonly (readonly [path: string, body: unknown])[];
}

const lists: Readonly<Record<string, Entry>> = {
  'recipients at Azure': {
    ...{ door: 'azure', path: '/emails:send?api-version=2025-09-01', most: 50 },
    body: (count) => ({
      ...{ senderAddress: ann, content: { subject, plainText: 'x' } },
      recipients: { to: objects(count, 'address') },
    }),
  },
  'members to add at Brevo': {
    ...{ door: 'brevo', path: '/contacts/lists/1/contacts/add', most: 150 },
    prepare: (count) => [
      ['/contacts/lists', { name: 'news', folderId: 1 }],
      ...objects(count).map((contact) => ['/contacts', contact] as const),
    ],
    body: (count) => ({ emails: addresses(count) }),
  },
  'recipients at Cloudflare': {
    ...{ door: 'cloudflare', path: '/accounts/a1/email/sending/send', most: 50 },
    body: (count) => ({ from: ann, to: addresses(count), subject, text: 'x' }),
  },
  'recipients at Mailgun': {
    ...{ door: 'mailgun', path: '/v3/acme.dev/messages', most: 1000 },
    body: (count) => new URLSearchParams({ from: ann, to: addresses(count).join(','), subject, text: 'x' }),
  },
  'messages at Mailjet': {
    ...{ door: 'mailjet', path: '/v3.1/send', most: 50 },
    body: (count) => {
      const mail = { From: { Email: ann }, To: objects(1, 'Email'), Subject: subject, TextPart: 'x' };
      return { Messages: repeat(count, mail) };
    },
  },
  'recipients at Mailjet': {
    ...{ door: 'mailjet', path: '/v3.1/send', most: 50 },
    body: (count) => {
      const mail = { From: { Email: ann }, To: objects(count, 'Email'), Subject: subject, TextPart: 'x' };
      return { Messages: [mail] };
    },
  },
  'mails of a batch at Mailtrap': {
    ...{ door: 'mailtrap', path: '/api/batch', most: 500 },
    body: (count) => ({
      base: { from: { email: ann }, subject, text: 'x' },
      requests: repeat(count, { to: objects(1) }),
    }),
  },
  'contacts to look up at Plunk': {
    ...{ door: 'plunk', path: '/contacts/lookup', most: 500 },
    body: (count) => ({ emails: addresses(count) }),
  },
  'mails of a batch at Postmark': {
    ...{ door: 'postmark', path: '/email/batch', most: 500 },
    body: (count) => repeat(count, { From: ann, To: 'bob@example.com', Subject: subject, TextBody: 'x' }),
  },
  'recipients at Postmark': {
    ...{ door: 'postmark', path: '/email', most: 50 },
    body: (count) => ({ From: ann, To: addresses(count).join(','), Subject: subject, TextBody: 'x' }),
  },
  'mails of a batch at Resend': {
    ...{ door: 'resend', path: '/emails/batch', most: 100 },
    body: (count) => repeat(count, { from: ann, to: 'bob@example.com', subject, text: 'x' }),
  },
  'recipients at Resend': {
    ...{ door: 'resend', path: '/emails', most: 50 },
    body: (count) => ({ from: ann, to: addresses(count), subject, text: 'x' }),
  },
  'recipients at Scaleway': {
    ...{ door: 'scaleway', path: '/transactional-email/v1alpha1/regions/fr-par/emails', most: 10 },
    body: (count) => ({
      ...{ from: { email: ann }, to: objects(count), subject, text: 'x' },
      project_id: 'b7b4b0ae-5a4e-4a0e-9a3b-2f4f7f6e5d4c',
    }),
  },
  'recipients at Amazon SES': {
    ...{ door: 'ses', path: '/v2/email/outbound-emails', most: 50 },
    body: (count) => ({
      ...{ FromEmailAddress: ann, Destination: { ToAddresses: addresses(count) } },
      Content: { Simple: { Subject: { Data: subject }, Body: { Text: { Data: 'x' } } } },
    }),
  },
};

it.each(Object.entries(lists))('%s', async (_, { door, path, most, body, prepare }) => {
  for (const request of prepare?.(most + 1) ?? []) await postMail(service, door, ...request);
  const [taken, answer] = await postMail(service, door, path, body(most));
  expect(taken, JSON.stringify(answer)).toBeLessThan(300);
  const [refused] = await postMail(service, door, path, body(most + 1));
  expect([400, 413, 422]).toContain(refused);
});
