// The name of a Reply-To is in the mail, whatever the service calls it.
import { afterAll, expect, it } from 'vitest';
import { startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

const service = await startMailService({ rateLimit: false });
afterAll(() => service.close());

const [from, to, name] = ['ann@acme.dev', 'bob@example.com', 'Ré, "P" Ly'];
const reply = { email: 'r@acme.dev', name };
const simple = { from: { email: from }, to: [{ email: to }], subject: 'S', text: 'T', reply_to: reply };
const own = { address: reply.email, name };
const zepto = { address: from };

const requests: readonly (readonly [name: string, path: string, body: object])[] = [
  ['mailtrap', '/api/send', simple],
  ['mailersend', '/email', simple],
  ['cloudflare', '/accounts/a/email/sending/send', { ...simple, from, to, reply_to: own }],
  [
    'zeptomail',
    '/email',
    { from: zepto, to: [{ email_address: { address: to } }], subject: 'S', textbody: 'T', reply_to: [own] },
  ],
  [
    'azure',
    '/emails:send',
    {
      senderAddress: from,
      recipients: { to: [{ address: to }] },
      content: { subject: 'S', plainText: 'T' },
      replyTo: [{ address: reply.email, displayName: name }],
    },
  ],
  [
    'sendgrid',
    '/v3/mail/send',
    {
      ...{ personalizations: [{ to: [{ email: to }] }], from: { email: from }, subject: 'S' },
      content: [{ type: 'text/plain', value: 'T' }],
      reply_to: reply,
    },
  ],
  [
    'mailjet',
    '/v3.1/send',
    {
      Messages: [
        {
          ...{ From: { Email: from }, To: [{ Email: to }], Subject: 'S', TextPart: 'T' },
          ReplyTo: { Email: reply.email, Name: name },
        },
      ],
    },
  ],
  [
    'brevo',
    '/smtp/email',
    { sender: { email: from }, to: [{ email: to }], subject: 'S', textContent: 'T', replyTo: reply },
  ],
];

it.each(requests)('%s', async (service_, path, body) => {
  const [status] = await postMail(service, service_, path, body);
  expect(status).toBeLessThan(300);
  const mail = service.mailbox.list().findLast(({ labels }) => labels?.service === service_);
  expect(mail?.parsed.replyTo).toEqual([own]);
});
