import { createEmailClient as createPlunk, plunk, webhooks as plunkWebhooks } from '@org/email/plunk/send';
import {
  createEmailClient,
  type LightEmailClient,
  lateContent,
  type ResendCapabilities,
  resend,
  webhooks,
} from '@org/email/resend/send';
import { dkim, proxy, smtp } from '@org/email/smtp/send';
import { expectTypeOf, it } from 'vitest';

const driver = resend();
const message = { from: 'a@acme.dev', to: 'b@example.com', subject: 'Hi', html: '<p>Hi</p>' } as const;

it('a part that a light client does not have is a compile error', () => {
  const email = createEmailClient({ driver });
  expectTypeOf(email).toHaveProperty('send');
  // @ts-expect-error a light client has no templates
  email.templates;
  // @ts-expect-error a light client sends one message
  email.sendBatch;
  // @ts-expect-error without `use: webhooks`
  email.webhooks;
  expectTypeOf(createEmailClient({ driver, use: webhooks }).webhooks.parse).toBeFunction();
  expectTypeOf(createEmailClient({ driver, use: [webhooks] }).webhooks.handler).toBeFunction();
});

it('options of the service are checked, as with the full driver', () => {
  const email = createPlunk({ driver: plunk() });
  void email.send(message);
  // @ts-expect-error not an option of Plunk
  void email.send({ ...message, providerOptions: { plunk: { nonsense: 1 } } });
});

it('a part of another service is a compile error', () => {
  // @ts-expect-error the part of Plunk
  createEmailClient({ driver, use: plunkWebhooks });
});

it('a part that may be missing is a compile error', () => {
  const isReceiving = Boolean(message);
  // @ts-expect-error the client would have `webhooks` in its type only
  createEmailClient({ driver, use: isReceiving ? webhooks : undefined });
});

it('options of webhooks need their part', () => {
  // @ts-expect-error without `use: webhooks`
  createEmailClient({ driver, webhooks: { toleranceMs: 1 } });
  createEmailClient({ driver, use: webhooks, webhooks: { toleranceMs: 1 } });
});

it('the type of a client is named by the capabilities of its service', () => {
  const email: LightEmailClient<ResendCapabilities> = createEmailClient({ driver: resend() });
  expectTypeOf(email.send).toBeFunction();
});

it('content that is read later needs its part', () => {
  const attachments = [{ filename: 'a.csv', content: new Blob(['a,b']) }];
  const email = createEmailClient({ driver });
  void email.send({ ...message, attachments: [{ filename: 'a.csv', content: 'a,b' }] });
  // @ts-expect-error a Blob, without `use: lateContent`
  void email.send({ ...message, attachments });
  // @ts-expect-error without `use: lateContent`
  createEmailClient({ driver, use: webhooks, text: 'from-html' });
  const late = createEmailClient({ driver, use: [webhooks, lateContent], text: 'from-html' });
  void late.send({ ...message, attachments });
  expectTypeOf(late.webhooks.parse).toBeFunction();
});

it('an option of smtp() needs its part', () => {
  const host = 'smtp.acme.dev';
  const signing = { domain: 'acme.dev', selector: 'mail2026' };
  smtp({ host, dkim: signing, use: dkim });
  smtp({ host, dkim: signing, proxy: 'http://proxy.acme.dev', use: [dkim, proxy] });
  // @ts-expect-error without `use: dkim`
  smtp({ host, dkim: signing });
  // @ts-expect-error the part of another option
  smtp({ host, dkim: signing, use: proxy });
  // @ts-expect-error without `use: preset`
  smtp({ preset: 'resend' });
  // @ts-expect-error the part may be missing
  smtp({ host, use: Math.random() > 2 ? dkim : undefined });
});
