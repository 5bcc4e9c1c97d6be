import { type Answer, createFakeTransport } from '@org/core/testing';
import { createEmailClient, type EmailDriver } from '@org/email';
import { brevo } from '@org/email/brevo';
import { elasticemail } from '@org/email/elasticemail';
import { generic } from '@org/email/generic';
import { mailersend } from '@org/email/mailersend';
import { mailgun } from '@org/email/mailgun';
import { mailjet } from '@org/email/mailjet';
import { plunk } from '@org/email/plunk';
import { postmark } from '@org/email/postmark';
import { resend } from '@org/email/resend';
import { sendgrid } from '@org/email/sendgrid';
import { ses } from '@org/email/ses';
import { describe, expect, it } from 'vitest';
import { acme } from './generic/acme.ts';

const apiKey = 'key';
const drivers: readonly EmailDriver[] = [
  brevo({ apiKey }),
  elasticemail({ apiKey }),
  generic(acme, { apiKey }) as EmailDriver,
  mailersend({ apiKey }),
  mailgun({ apiKey, domain: 'mg.acme.dev' }),
  mailjet({ apiKey: 'key:secret' }),
  plunk({ apiKey: 'sk_key' }),
  postmark({ apiKey }),
  resend({ apiKey }),
  sendgrid({ apiKey }),
  ses({ region: 'eu-west-1', credentials: { accessKeyId: 'id', secretAccessKey: 'secret' } }),
];
const words = 'Mail to bob@example.com is on its way';
const answers: readonly Answer[] = [{ json: { words, to: ['bob@example.com'] } }, { body: words }];

describe.each(drivers.map((driver) => [driver.name, driver] as const))('security: %s', (_name, driver) => {
  it.each(answers)('shows no address of a response that proves nothing: %j', async (answer) => {
    const email = createEmailClient({ driver, transport: createFakeTransport([{ answer }]), limiter: false });
    const sending = email.send({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: 'Hi' });
    const error: unknown = await sending.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'response-format', outcome: 'unknown' });
    const { message, details } = error as { readonly message: string; readonly details: unknown };
    expect(JSON.stringify([message, details])).toContain('[address]');
    expect(JSON.stringify([message, details])).not.toContain('bob@example.com');
  });
});
