// Mail that the real service does not take: a program that sends it here would fail there.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

let service: MailService;

beforeAll(async () => {
  service = await startMailService();
});
afterAll(() => service.close());

const [from, to, subject, text] = ['ann@acme.dev', 'bob@example.com', 'Hi', 'x'];
const many = (count: number) => Array.from({ length: count }, (_each, index) => `r${index}@example.com`);
const emails = (count: number) => many(count).map((email) => ({ email }));
const inFourDays = Math.floor(Date.now() / 1000) + 4 * 86_400;

interface Entry {
  readonly path: string;
  /** A mail that is accepted. */
  readonly mail: Readonly<Record<string, unknown>>;
  /** What is changed, and the refusal that follows. */
  readonly refused: Readonly<Record<string, readonly [change: object, status: number, body: object]>>;
}

const sendgridError = (field: string) => ({ errors: [{ field, message: expect.any(String) }] });
const mailersendError = (field: string) => ({ errors: { [field]: [expect.any(String)] } });
const mailjet = (change: object) => ({
  Messages: [{ From: { Email: from }, To: [{ Email: to }], Subject: subject, TextPart: text, ...change }],
});
const ses = (change: object) => ({ Content: { Simple: change } });
const sesText = { Subject: { Data: subject }, Body: { Text: { Data: text } } };

const services: Readonly<Record<string, Entry>> = {
  brevo: {
    path: '/smtp/email',
    mail: { sender: { email: from }, to: [{ email: to }], subject, textContent: text },
    refused: {
      'no subject': [{ subject: undefined }, 400, { code: 'missing_parameter' }],
      '100 recipients': [{ to: emails(100) }, 400, { code: 'invalid_parameter' }],
      'no date': [{ scheduledAt: 'soon' }, 400, { code: 'invalid_parameter' }],
    },
  },
  mailersend: {
    path: '/email',
    mail: { from: { email: from }, to: [{ email: to }], subject, text },
    refused: {
      'no subject': [{ subject: undefined }, 422, mailersendError('subject')],
      '51 recipients': [{ to: emails(51) }, 422, mailersendError('to')],
      '11 copies': [{ cc: emails(11) }, 422, mailersendError('cc')],
      'in four days': [{ send_at: inFourDays }, 422, mailersendError('send_at')],
    },
  },
  mailgun: {
    path: '/v3/acme.dev/messages',
    mail: { from, to, subject, text },
    refused: {
      '1001 recipients': [{ to: many(1001).join() }, 400, { message: expect.stringContaining('1000') }],
      'no JSON': [
        { 'recipient-variables': '{' },
        400,
        { message: expect.stringContaining('not a valid JSON') },
      ],
      'no date': [{ 'o:deliverytime': 'soon' }, 400, { message: expect.stringContaining('deliverytime') }],
    },
  },
  mailjet: {
    path: '/v3.1/send',
    mail: mailjet({}),
    refused: {
      '51 recipients': [
        mailjet({ To: many(51).map((Email) => ({ Email })) }),
        400,
        { Messages: [{ Status: 'error', Errors: [{ ErrorCode: 'send-0015' }] }] },
      ],
    },
  },
  resend: {
    path: '/emails',
    mail: { from, to, subject, text },
    refused: {
      '51 recipients': [{ to: many(51) }, 422, { name: 'validation_error' }],
      '51 copies': [{ bcc: many(51) }, 422, { name: 'validation_error' }],
      'a tag with a blank': [{ tags: [{ name: 'a b', value: 'c' }] }, 422, { name: 'validation_error' }],
      'no date': [{ scheduled_at: 'whenever' }, 422, { name: 'validation_error' }],
    },
  },
  sendgrid: {
    path: '/v3/mail/send',
    mail: {
      ...{ from: { email: from }, subject, content: [{ type: 'text/plain', value: text }] },
      personalizations: [{ to: [{ email: to }] }],
    },
    refused: {
      'no subject': [{ subject: undefined }, 400, sendgridError('subject')],
      'empty content': [
        { content: [{ type: 'text/html', value: '' }] },
        400,
        sendgridError('content.0.value'),
      ],
      'an address twice': [
        { personalizations: [{ to: [{ email: to }], cc: [{ email: to.toUpperCase() }] }] },
        400,
        sendgridError('personalizations.0'),
      ],
      '1001 recipients': [
        { personalizations: [{ to: emails(1001) }] },
        400,
        sendgridError('personalizations'),
      ],
      '11 categories': [{ categories: many(11) }, 400, sendgridError('categories')],
      'a reserved header': [{ headers: { Subject: 'x' } }, 400, sendgridError('headers')],
      'in four days': [{ send_at: inFourDays }, 400, sendgridError('send_at')],
      'a file that is no Base64': [
        { attachments: [{ filename: 'a', content: '***' }] },
        400,
        sendgridError('attachments.0.content'),
      ],
    },
  },
  ses: {
    path: '/v2/email/outbound-emails',
    mail: { FromEmailAddress: from, Destination: { ToAddresses: [to] }, ...ses(sesText) },
    refused: {
      'no subject': [ses({ ...sesText, Subject: undefined }), 400, { message: expect.any(String) }],
      'no body': [ses({ ...sesText, Body: {} }), 400, { message: expect.any(String) }],
      'no content': [{ Content: {} }, 400, { message: expect.any(String) }],
      'a tag with a blank': [
        { EmailTags: [{ Name: 'a b', Value: 'c' }] },
        400,
        { message: expect.any(String) },
      ],
    },
  },
};

describe.each(Object.entries(services))('%s', (name, { path, mail, refused }) => {
  const send = (change: object) => {
    const given = { ...mail, ...change };
    const form = () => new URLSearchParams(Object.entries(given).map(([key, value]) => [key, `${value}`]));
    return postMail(service, name, path, name === 'mailgun' ? form() : given);
  };

  it('takes the mail that is changed below', async () => {
    expect((await send({}))[0]).toBeLessThan(300);
  });

  it.each(Object.entries(refused))('refuses %s', async (_title, [change, status, body]) => {
    const before = service.mailbox.list().length;
    expect(await send(change)).toMatchObject([status, body]);
    expect(service.mailbox.list()).toHaveLength(before);
  });
});

it("MailerSend's bulk sends the valid mails, and tells the errors of the others by its id", async () => {
  const mail = { from: { email: from }, to: [{ email: to }], subject: 'In bulk', text };
  const [status, answer] = await postMail(service, 'mailersend', '/bulk-email', [mail, { ...mail, to: [] }]);
  expect(status).toBe(202);
  const { bulk_email_id: id } = answer as { readonly bulk_email_id: string };
  expect(service.mailbox.list().filter(({ parsed }) => parsed.subject === 'In bulk')).toHaveLength(1);
  expect(await postMail(service, 'mailersend', `/bulk-email/${id}`, undefined, 'GET')).toMatchObject([
    200,
    {
      data: { validation_errors_count: 1, validation_errors: { 'message.1': { to: [expect.any(String)] } } },
    },
  ]);
});

it("Resend's list of mails has pages, and a delay in words is not at once", async () => {
  const mail = { from, to, cc: 'carol@example.com', subject, text };
  await postMail(service, 'resend', '/emails', mail);
  const [, later] = await postMail(service, 'resend', '/emails', { ...mail, scheduled_at: 'in 2 hours' });
  const { id } = later as { readonly id: string };
  const show = (path: string) => postMail(service, 'resend', path, undefined, 'GET');
  expect(await show(`/emails/${id}`)).toMatchObject([
    200,
    { last_event: 'scheduled', scheduled_at: expect.any(String), to: [to], cc: ['carol@example.com'] },
  ]);
  expect(await show('/emails?limit=1')).toMatchObject([200, { has_more: true, data: [{ id }] }]);
  const [, page] = await show(`/emails?limit=1&after=${id}`);
  expect(page).toMatchObject({ data: [{ id: expect.not.stringMatching(id) }] });
});

it('a raw message of Amazon SES has its sender and its recipients in its headers', async () => {
  const lines = [`From: ${from}`, `To: ${to}`, 'Cc: Carol <carol@example.com>', 'Subject: Raw', '', text];
  const Data = btoa(lines.join('\r\n'));
  const path = '/v2/email/outbound-emails';
  expect(await postMail(service, 'ses', path, { Content: { Raw: { Data } } })).toMatchObject([200, {}]);
  expect(service.mailbox.list().find(({ parsed }) => parsed.subject === 'Raw')?.envelope).toEqual({
    from,
    to: [to, 'carol@example.com'],
  });
});
