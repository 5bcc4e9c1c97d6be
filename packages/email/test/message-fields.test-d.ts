import {
  createEmailClient,
  type EmailCapabilities,
  type EmailDriver,
  type EmailMessage,
  type EmailSendClient,
  type EmailTemplateMessage,
  type EmlMessage,
  type HtmlMessage,
  type NotCarried,
} from '@org/email';
import { brevo } from '@org/email/brevo';
import { createEmailQueue } from '@org/email/bullmq';
import { elasticemail } from '@org/email/elasticemail';
import { failover, weighted } from '@org/email/failover';
import { generic } from '@org/email/generic';
import { mailersend } from '@org/email/mailersend';
import { mailgun } from '@org/email/mailgun';
import { mailjet } from '@org/email/mailjet';
import { type PlunkCapabilities, plunk } from '@org/email/plunk';
import { postmark } from '@org/email/postmark';
import { resend } from '@org/email/resend';
import { sendgrid } from '@org/email/sendgrid';
import { ses } from '@org/email/ses';
import { smtp } from '@org/email/smtp';
import { describe, expectTypeOf, it } from 'vitest';

interface Fields<Capabilities extends EmailCapabilities>
  extends Pick<HtmlMessage<Capabilities>, 'attachments' | 'sandbox' | 'sendAt' | 'stream'>,
    Pick<EmailTemplateMessage<Capabilities>, 'template'>,
    Pick<EmlMessage<Capabilities>, 'raw'> {}

type RefusedOf<All> = {
  [Name in keyof All]-?: NonNullable<All[Name]> extends NotCarried<infer Sentence>
    ? [Sentence] extends [never]
      ? never
      : Name
    : never;
}[keyof All];

/** The fields that a client of the driver refuses. */
function refused<Capabilities extends EmailCapabilities>(_driver: EmailDriver<Capabilities>) {
  return undefined as unknown as RefusedOf<Fields<Capabilities>>;
}

const table = {
  name: 'acme',
  baseUrl: 'https://api.acme.example',
  send: { path: '/v1/send', fields: { from: 'from', to: 'to', subject: 'subject', html: 'html' }, id: 'id' },
} as const;
const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>' } as const;
const sendAt = new Date();

describe('fields that no option drops', () => {
  it('are refused where the service does not carry them', () => {
    expectTypeOf(refused(brevo())).toEqualTypeOf<'raw' | 'stream'>();
    expectTypeOf(refused(elasticemail())).toEqualTypeOf<'raw' | 'sandbox' | 'stream'>();
    expectTypeOf(refused(mailersend())).toEqualTypeOf<'raw' | 'sandbox' | 'stream'>();
    expectTypeOf(refused(mailgun({ domain: 'acme.dev' }))).toEqualTypeOf<'stream'>();
    expectTypeOf(refused(mailjet())).toEqualTypeOf<'raw' | 'sendAt' | 'stream'>();
    expectTypeOf(refused(plunk())).toEqualTypeOf<'raw' | 'sandbox' | 'sendAt' | 'stream'>();
    expectTypeOf(refused(postmark())).toEqualTypeOf<'raw' | 'sandbox' | 'sendAt'>();
    expectTypeOf(refused(resend())).toEqualTypeOf<'raw' | 'sandbox'>();
    expectTypeOf(refused(sendgrid())).toEqualTypeOf<'raw'>();
    expectTypeOf(refused(ses())).toEqualTypeOf<'sandbox' | 'sendAt'>();
    // A preset of `smtp()` may lack `raw`: that is known when the program runs.
    expectTypeOf(refused(smtp())).toEqualTypeOf<'sandbox' | 'sendAt' | 'stream' | 'template'>();
  });

  it('are those of the table with generic()', () => {
    expectTypeOf(refused(generic(table))).toEqualTypeOf<
      'attachments' | 'raw' | 'sandbox' | 'sendAt' | 'stream' | 'template'
    >();
    const fields = { ...table.send.fields, sendAt: 'send_at', template: 'template' } as const;
    const larger = { ...table, send: { ...table.send, fields } } as const;
    expectTypeOf(refused(generic(larger))).toEqualTypeOf<'attachments' | 'raw' | 'sandbox' | 'stream'>();
  });

  it('are those of any driver of a composition', () => {
    type Refused = 'raw' | 'sandbox' | 'stream' | 'template';
    expectTypeOf(refused(failover([resend(), brevo()]))).toEqualTypeOf<Refused>();
    expectTypeOf(refused(failover([resend(), { driver: plunk() }]))).toEqualTypeOf<Refused | 'sendAt'>();
    expectTypeOf(refused(failover([smtp(), smtp()]))).toEqualTypeOf<Exclude<Refused, 'raw'> | 'sendAt'>();
    const half = { driver: sendgrid(), weight: 1 };
    expectTypeOf(refused(weighted([half, half]))).toEqualTypeOf<'raw' | 'stream' | 'template'>();
    expectTypeOf(refused(failover([weighted([half]), mailgun({ domain: 'acme.dev' })]))).toEqualTypeOf<
      'raw' | 'stream' | 'template'
    >();
  });

  it('are not known of a driver that is chosen while the program runs', () => {
    expectTypeOf(refused({} as EmailDriver)).toEqualTypeOf<never>();
    const either = createEmailClient({ driver: {} as EmailDriver });
    void either.send({ ...message, sendAt });
  });

  it('do not compile in any call', () => {
    const email = createEmailClient({ driver: plunk() });
    // @ts-expect-error the service does not send later
    void email.send({ ...message, sendAt });
    // @ts-expect-error onLossy does not drop it
    void email.send({ ...message, sendAt }, { onLossy: 'allow' });
    // @ts-expect-error the service does not send later
    void email.sendBatch([{ ...message, sendAt }]);
    // @ts-expect-error the service does not send later
    void email.sendEach([{ ...message, sendAt }]);
    // @ts-expect-error the service does not send later
    void email.preview({ ...message, sendAt });
    // @ts-expect-error the service stores no templates
    void createEmailClient({ driver: smtp() }).send({ to: 'bob@example.com', template: { id: 'x' } });
    // @ts-expect-error the service takes no finished messages
    void email.send({ from: 'ann@acme.dev', to: 'bob@example.com', raw: 'Subject: Hi' });
  });

  it('compile where the service carries them', () => {
    const email = createEmailClient({ driver: resend() });
    void email.send({ ...message, sendAt, stream: 'news', attachments: [{ filename: 'a', content: 'b' }] });
    void email.send({ to: 'bob@example.com', template: { id: 'x' } });
    void createEmailClient({ driver: failover([resend(), brevo()]) }).send({ ...message, sendAt });
    // Dropped with onLossy: the client may allow that.
    void createEmailClient({ driver: plunk(), onLossy: 'allow' }).send({ ...message, tags: ['a'] });
  });
});

describe('a message for any driver', () => {
  const built = { ...message, sendAt } as EmailMessage;

  it('fits every client, and is checked when it is sent', () => {
    void createEmailClient({ driver: plunk() }).send(built);
    void createEmailClient({ driver: generic(table) }).send(built);
    void createEmailClient({ driver: failover([plunk(), smtp()]) }).sendBatch([built]);
    void createEmailClient({ driver: plunk() }).send({ ...built, to: 'eve@example.com' });
    void createEmailClient({ driver: smtp() }).sendEach([built]);
    void createEmailQueue({ connection: {} }).add({ ...message, sendAt });
  });

  it('fits also with one kind of content, and as its variant', () => {
    const html: HtmlMessage = { ...message };
    void createEmailClient({ driver: plunk() }).send(html);
    void createEmailClient({ driver: smtp() }).send({} as EmailTemplateMessage);
    void createEmailClient({ driver: resend() }).send({} as EmlMessage);
    const any: EmailSendClient = createEmailClient({ driver: plunk() });
    void any.send({ ...message, sendAt });
  });

  it('has the fields as their types', () => {
    expectTypeOf(built.sendAt).toExtend<Date | undefined>();
    expectTypeOf(built.stream).toExtend<string | undefined>();
    expectTypeOf<Date>().toExtend<NonNullable<EmailMessage['sendAt']>>();
  });

  it('may be a client’s own type', () => {
    const email = createEmailClient({ driver: plunk() });
    expectTypeOf<EmailMessage<PlunkCapabilities>>().toExtend<Parameters<typeof email.send>[0]>();
    // @ts-expect-error the service does not send later
    expectTypeOf({ ...message, sendAt } as const).toExtend<EmailMessage<PlunkCapabilities>>();
  });
});
