// One wrong address beside good ones: the whole mail is refused, and never sent to the others alone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

let service: MailService;

beforeAll(async () => {
  service = await startMailService();
});
afterAll(() => service.close());

const [from, good, bad] = ['ann@acme.dev', 'bob@example.com', 'not-an-address'];
const subject = 'Hi';
const objects = (addresses: readonly string[]) => addresses.map((email) => ({ email }));

interface Entry {
  readonly path: string;
  /** A mail with these recipients, in `to` and in `cc`. */
  readonly mail: (to: readonly string[], cc: readonly string[]) => unknown;
  readonly refusal: readonly [status: number, body: unknown];
}

const services: Readonly<Record<string, Entry>> = {
  azure: {
    path: '/emails:send?api-version=2025-09-01',
    mail: (to, cc) => ({
      ...{ senderAddress: from, content: { subject, plainText: 'x' } },
      recipients: { to: to.map((address) => ({ address })), cc: cc.map((address) => ({ address })) },
    }),
    refusal: [400, { error: { code: 'InvalidEmailAddress', message: expect.stringContaining(bad) } }],
  },
  brevo: {
    path: '/smtp/email',
    mail: (to, cc) => {
      const people = { sender: { email: from }, to: objects(to), cc: objects(cc) };
      return { ...people, subject, textContent: 'x' };
    },
    refusal: [400, { code: 'invalid_parameter', message: expect.stringContaining('email is not valid in ') }],
  },
  cloudflare: {
    path: '/accounts/a1/email/sending/send',
    mail: (to, cc) => ({ from, to, cc, subject, text: 'x' }),
    refusal: [
      400,
      { success: false, errors: [{ code: 10202, message: 'email.sending.error.email.invalid' }] },
    ],
  },
  elasticemail: {
    path: '/emails/transactional',
    mail: (To, CC) => ({
      Recipients: { To, CC },
      Content: { From: from, Subject: subject, Body: [{ ContentType: 'PlainText', Content: 'x' }] },
    }),
    refusal: [400, { Error: expect.stringContaining(bad) }],
  },
  mailersend: {
    path: '/email',
    mail: (to, cc) => ({ from: { email: from }, to: objects(to), cc: objects(cc), subject, text: 'x' }),
    refusal: [422, { message: 'The given data was invalid.', errors: expect.anything() }],
  },
  mailgun: {
    path: '/v3/acme.dev/messages',
    mail: (to, cc) => {
      const form = new URLSearchParams({ from, subject, text: 'x' });
      for (const each of to) form.append('to', each);
      for (const each of cc) form.append('cc', each);
      return form;
    },
    refusal: [400, { message: expect.stringMatching(/^'(to|cc)' parameter is not a valid address/) }],
  },
  mailjet: {
    path: '/v3.1/send',
    mail: (to, cc) => {
      const [To, Cc] = [to, cc].map((list) => list.map((Email) => ({ Email })));
      return { Messages: [{ From: { Email: from }, To, Cc, Subject: subject, TextPart: 'x' }] };
    },
    refusal: [400, { Messages: [{ Status: 'error', Errors: [{ ErrorCode: 'mj-0013' }] }] }],
  },
  mailtrap: {
    path: '/api/send',
    mail: (to, cc) => ({ from: { email: from }, to: objects(to), cc: objects(cc), subject, text: 'x' }),
    refusal: [
      400,
      { success: false, errors: [expect.stringMatching(/^address is invalid in '(to|cc)' [01]$/)] },
    ],
  },
  plunk: {
    path: '/v1/send',
    mail: (to, cc) => ({ from, to: [...to, ...cc], subject, body: 'x' }),
    refusal: [422, { success: false, error: { code: 'VALIDATION_ERROR' } }],
  },
  postmark: {
    path: '/email',
    mail: (to, cc) => ({ From: from, To: to.join(), Cc: cc.join(), Subject: subject, TextBody: 'x' }),
    refusal: [422, { ErrorCode: 300, Message: expect.stringMatching(/^Invalid '(To|Cc)' address: 'not-/) }],
  },
  resend: {
    path: '/emails',
    mail: (to, cc) => ({ from, to, cc, subject, text: 'x' }),
    refusal: [
      422,
      { name: 'validation_error', message: expect.stringMatching(/^Invalid `(to|cc)` field\./) },
    ],
  },
  scaleway: {
    path: '/transactional-email/v1alpha1/regions/fr-par/emails',
    mail: (to, cc) => ({
      ...{ project_id: 'p-1', from: { email: from }, subject, text: 'x' },
      ...{ to: objects(to), cc: objects(cc) },
    }),
    refusal: [
      400,
      { type: 'invalid_arguments', details: [{ argument_name: expect.stringMatching(/^(to|cc)$/) }] },
    ],
  },
  sendgrid: {
    path: '/v3/mail/send',
    mail: (to, cc) => ({
      personalizations: [{ to: objects(to), ...(cc.length > 0 && { cc: objects(cc) }) }],
      ...{ from: { email: from }, subject, content: [{ type: 'text/plain', value: 'x' }] },
    }),
    refusal: [
      400,
      { errors: [{ field: expect.stringMatching(/^personalizations\.0\.(to|cc)\.[01]\.email$/) }] },
    ],
  },
  ses: {
    path: '/v2/email/outbound-emails',
    mail: (ToAddresses, CcAddresses) => ({
      FromEmailAddress: from,
      Destination: { ToAddresses, CcAddresses },
      Content: { Simple: { Subject: { Data: subject }, Body: { Text: { Data: 'x' } } } },
    }),
    refusal: [400, { message: "Missing final '@domain'" }],
  },
  zeptomail: {
    path: '/email',
    mail: (to, cc) => {
      const [people, copies] = [to, cc].map((list) =>
        list.map((address) => ({ email_address: { address } })),
      );
      return { from: { address: from }, to: people, cc: copies, subject, textbody: 'x' };
    },
    refusal: [400, { error: { details: [{ target: expect.stringMatching(/^(to|cc)\.address$/) }] } }],
  },
};

describe.each(Object.entries(services))('%s', (name, { path, mail, refusal }) => {
  it('refuses a mail with one wrong address, and sends it to nobody', async () => {
    const count = () => service.mailbox.list().filter(({ labels }) => labels?.service === name).length;
    expect(await postMail(service, name, path, mail([good, bad], []))).toMatchObject(refusal);
    expect(await postMail(service, name, path, mail([good], [bad]))).toMatchObject(refusal);
    expect(count()).toBe(0);
    expect((await postMail(service, name, path, mail([good], [])))[0]).toBeLessThan(300);
    expect(count()).toBe(1);
  });
});

it.each<readonly [name: string, path: string, body: object, status: number]>([
  ['brevo', '/contacts', { email: bad }, 400],
  ['mailjet', '/v3/REST/contact', { Email: bad }, 400],
  ['resend', '/contacts', { email: bad }, 422],
  ['ses', '/v2/email/contact-lists/audience/contacts', { EmailAddress: bad }, 400],
])('%s takes no contact without an address', async (name, path, body, status) => {
  await postMail(service, 'ses', '/v2/email/contact-lists', { ContactListName: 'audience' });
  expect((await postMail(service, name, path, body))[0]).toBe(status);
  expect(service.project().contacts.map(({ email }) => email)).not.toContain(bad);
});

it('Postmark says which addresses it does not suppress', async () => {
  const Suppressions = ['gone@example.com', bad].map((EmailAddress) => ({ EmailAddress }));
  const path = '/message-streams/outbound/suppressions';
  expect(await postMail(service, 'postmark', path, { Suppressions })).toMatchObject([
    200,
    { Suppressions: [{ Status: 'Suppressed' }, { Status: 'Failed', Message: expect.any(String) }] },
  ]);
});
