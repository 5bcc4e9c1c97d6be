import {
  createEmailClient,
  type EmailCapabilities,
  type EmailClient,
  type EmailDriver,
  type EmailMessage,
} from '@org/email';
import { failover } from '@org/email/failover';
import { type PlunkCapabilities, plunk } from '@org/email/plunk';
import { type SmtpOptions, smtp } from '@org/email/smtp';
import { describe, expectTypeOf, it } from 'vitest';

const viaPlunk = createEmailClient({ driver: plunk() });
const viaSmtp = createEmailClient({ driver: smtp({ host: 'smtp.acme.dev' }) });

describe('a client has what its driver has', () => {
  it('of drivers that the program chooses from, it sends any message, and has no part of one of them', () => {
    const chosen = createEmailClient({ driver: Math.random() > 0.5 ? plunk() : smtp() });
    expectTypeOf(chosen).toEqualTypeOf<EmailClient>();
    const entries = [plunk(), smtp({ host: 'smtp.acme.dev' })] as const;
    expectTypeOf(
      createEmailClient({ driver: entries[Math.random() > 0.5 ? 0 : 1] }),
    ).toEqualTypeOf<EmailClient>();
  });

  it('has in a function of a caller what the driver given to it has', () => {
    const open = <C extends EmailCapabilities>(driver: EmailDriver<C>): EmailClient<C> =>
      createEmailClient({ driver });
    expectTypeOf(open(plunk())).toEqualTypeOf<EmailClient<PlunkCapabilities>>();
  });

  it('has templates, contacts and request with plunk', () => {
    expectTypeOf(viaPlunk).toEqualTypeOf<EmailClient<PlunkCapabilities>>();
    expectTypeOf(viaPlunk).toHaveProperty('contacts');
    expectTypeOf(viaPlunk).toHaveProperty('templates');
    expectTypeOf(viaPlunk).toHaveProperty('request');
    expectTypeOf(viaPlunk.contacts.list()).toExtend<AsyncIterable<{ readonly email: string }>>();
  });

  it('has the methods that its driver has, and no other', () => {
    expectTypeOf(viaPlunk.templates).toHaveProperty('usage');
    expectTypeOf(viaPlunk.templates).not.toHaveProperty('render');
    expectTypeOf(viaPlunk.contacts).toHaveProperty('import');
    expectTypeOf(viaPlunk.contacts).not.toHaveProperty('createField');
    expectTypeOf(viaPlunk).not.toHaveProperty('lists');
    expectTypeOf(viaPlunk.suppressions).not.toHaveProperty('remove');
    expectTypeOf(viaPlunk.messages).toHaveProperty('events');
    expectTypeOf(viaPlunk.messages).not.toHaveProperty('cancel');
    expectTypeOf(viaPlunk.webhooks).toHaveProperty('parse');
    expectTypeOf(viaPlunk.webhooks).not.toHaveProperty('create');
  });

  it('has none of them with smtp', () => {
    expectTypeOf(viaSmtp).not.toHaveProperty('contacts');
    expectTypeOf(viaSmtp).not.toHaveProperty('templates');
    expectTypeOf(viaSmtp).not.toHaveProperty('request');
    expectTypeOf(viaSmtp).toHaveProperty('send');
  });
});

describe('a message', () => {
  const head = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi' };

  it('has content: HTML, text, both, or a template', () => {
    expectTypeOf({ ...head, html: '<p>' }).toExtend<EmailMessage>();
    expectTypeOf({ ...head, text: 'x' }).toExtend<EmailMessage>();
    expectTypeOf({ ...head, html: '<p>', text: 'x' }).toExtend<EmailMessage>();
    const html = '<p>' as string | undefined;
    expectTypeOf(createEmailClient)
      .returns.toHaveProperty('send')
      .toBeCallableWith({ ...head, text: 'x', html });
    expectTypeOf({ to: 'bob@example.com', template: { id: 'x' } }).toExtend<EmailMessage>();
    expectTypeOf(head).not.toExtend<EmailMessage>();
  });

  it('has a sender, a subject and a recipient', () => {
    expectTypeOf({ to: 'b@c.dev', subject: 'x', text: 'x' }).not.toExtend<EmailMessage>();
    expectTypeOf({ from: 'a@b.dev', subject: 'x', text: 'x' }).not.toExtend<EmailMessage>();
    expectTypeOf({ from: 'a@b.dev', to: 'b@c.dev', text: 'x' }).not.toExtend<EmailMessage>();
  });

  it('takes attachments as bytes, text or base64, and never as a path', () => {
    type Item = NonNullable<EmailMessage['attachments']>[number];
    expectTypeOf({ filename: 'a', content: new Uint8Array() }).toExtend<Item>();
    expectTypeOf({ filename: 'a', contentBase64: 'eA==' }).toExtend<Item>();
    expectTypeOf({ filename: 'a', path: '/etc/passwd' }).not.toExtend<Item>();
    expectTypeOf({ filename: 'a', content: 'x', contentBase64: 'eA==' }).not.toExtend<Item>();
  });
});

describe('options of one driver', () => {
  const head = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>' } as const;

  it('are typed', () => {
    viaPlunk.send({ ...head, providerOptions: { plunk: { subscribed: true } } });
    // @ts-expect-error misspelt
    viaPlunk.send({ ...head, providerOptions: { plunk: { subscribd: true } } });
    // @ts-expect-error another type
    viaPlunk.send({ ...head, providerOptions: { plunk: { subscribed: 'yes' } } });
    // @ts-expect-error another driver's name
    viaPlunk.send({ ...head, providerOptions: { plnk: {} } });
    // @ts-expect-error misspelt
    viaPlunk.sendEach([{ ...head, providerOptions: { plunk: { subscribd: true } } }]);
  });
});

describe('smtp options', () => {
  it('name a place once: host or url', () => {
    expectTypeOf({ host: 'smtp.acme.dev' }).toExtend<SmtpOptions>();
    expectTypeOf({ url: 'smtps://smtp.acme.dev' }).toExtend<SmtpOptions>();
    expectTypeOf({ host: 'smtp.acme.dev', url: 'smtps://smtp.acme.dev' }).not.toExtend<SmtpOptions>();
    expectTypeOf({}).toExtend<SmtpOptions>(); // SMTP_HOST
  });
});

describe('a driver made of drivers', () => {
  const both = createEmailClient({ driver: failover([plunk(), { driver: smtp(), timeoutMs: 1_000 }]) });
  const head = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>' } as const;

  it('sends, and has no stores of one service', () => {
    expectTypeOf(both).toHaveProperty('sendBatch');
    expectTypeOf(both).not.toHaveProperty('contacts');
    expectTypeOf(both).not.toHaveProperty('templates');
    expectTypeOf(both).not.toHaveProperty('request');
  });

  it('has the options of each driver', () => {
    both.send({ ...head, providerOptions: { plunk: { subscribed: true } } });
    // @ts-expect-error no such option of Plunk
    both.send({ ...head, providerOptions: { plunk: { subscribd: true } } });
  });
});
