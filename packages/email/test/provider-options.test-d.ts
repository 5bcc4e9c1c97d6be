import { createEmailClient, type EmailCapabilities, type EmailDriver } from '@org/email';
import { brevo } from '@org/email/brevo';
import { elasticemail } from '@org/email/elasticemail';
import { mailersend } from '@org/email/mailersend';
import { mailgun } from '@org/email/mailgun';
import { mailjet } from '@org/email/mailjet';
import { plunk } from '@org/email/plunk';
import { postmark } from '@org/email/postmark';
import { resend } from '@org/email/resend';
import { sendgrid } from '@org/email/sendgrid';
import { ses } from '@org/email/ses';
import { smtp } from '@org/email/smtp';
import { describe, expectTypeOf, it } from 'vitest';

/** The names under which a client's messages have options. */
function optionNames<Capabilities extends EmailCapabilities>(driver: EmailDriver<Capabilities>) {
  const client = createEmailClient({ driver });
  type Message = Parameters<typeof client.send>[0];
  return undefined as unknown as keyof NonNullable<Message['providerOptions']>;
}

describe('options of a message', () => {
  it('have the name of the driver and no other', () => {
    expectTypeOf(optionNames(brevo())).toEqualTypeOf<'brevo'>();
    expectTypeOf(optionNames(elasticemail())).toEqualTypeOf<'elasticemail'>();
    expectTypeOf(optionNames(mailersend())).toEqualTypeOf<'mailersend'>();
    expectTypeOf(optionNames(mailgun({ domain: 'acme.dev' }))).toEqualTypeOf<'mailgun'>();
    expectTypeOf(optionNames(mailjet())).toEqualTypeOf<'mailjet'>();
    expectTypeOf(optionNames(plunk())).toEqualTypeOf<'plunk'>();
    expectTypeOf(optionNames(postmark())).toEqualTypeOf<'postmark'>();
    expectTypeOf(optionNames(resend())).toEqualTypeOf<'resend'>();
    expectTypeOf(optionNames(sendgrid())).toEqualTypeOf<'sendgrid'>();
    expectTypeOf(optionNames(ses())).toEqualTypeOf<'ses'>();
    expectTypeOf(optionNames(smtp())).toEqualTypeOf<'smtp'>();
  });

  it('do not compile when misspelt', () => {
    const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' } as const;
    // @ts-expect-error misspelt
    createEmailClient({ driver: resend() }).send({ ...message, providerOptions: { resend: { topik: 'x' } } });
    // @ts-expect-error misspelt
    createEmailClient({ driver: smtp() }).send({ ...message, providerOptions: { smtp: { dns: {} } } });
  });
});
