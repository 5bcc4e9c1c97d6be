import { createHmac } from 'node:crypto';
import { createEmailClient, type DeliveryEvent, type WebhookOptions } from '@org/email';
import { brevo } from '@org/email/brevo';
import { inbound as brevoInbound } from '@org/email/brevo/inbound';
import type { InboundMail } from '@org/email/inbound';
import { mailersend } from '@org/email/mailersend';
import { inbound as mailersendInbound } from '@org/email/mailersend/inbound';
import { mailgun } from '@org/email/mailgun';
import { inbound as mailgunInbound } from '@org/email/mailgun/inbound';
import { mailjet } from '@org/email/mailjet';
import { inbound as mailjetInbound } from '@org/email/mailjet/inbound';
import { mailtrap } from '@org/email/mailtrap';
import { inbound as mailtrapInbound } from '@org/email/mailtrap/inbound';
import { postmark } from '@org/email/postmark';
import { inbound as postmarkInbound } from '@org/email/postmark/inbound';
import { resend } from '@org/email/resend';
import { inbound as resendInbound } from '@org/email/resend/inbound';
import { sendgrid } from '@org/email/sendgrid';
import { inbound as sendgridInbound } from '@org/email/sendgrid/inbound';
import { ses } from '@org/email/ses';
import { inbound as sesInbound } from '@org/email/ses/inbound';
import { signTestWebhook } from '@org/email/testing';
import { makeKeys } from '../sendgrid/keys.ts';
import { credentials, region } from '../ses/client.ts';
import { certificateUrl, createSigner, topicArn } from '../ses/sns-sender.ts';

export const secret = 'a secret of the test';
export const sendgridKeys = await makeKeys();
const signer = createSigner();

type Save = (mail: InboundMail) => unknown;

/** What the handler of a test calls, and its options. */
interface Saves {
  readonly mail: Save;
  readonly events?: ((events: readonly DeliveryEvent[]) => unknown) | undefined;
  readonly webhooks?: WebhookOptions | undefined;
  readonly onError?: (error: unknown) => unknown;
  /** The service's API, and its links. */
  readonly fetch?: typeof globalThis.fetch;
  /** The client of S3. */
  readonly fetchObject?: Parameters<typeof sesInbound>[1] extends { fetchObject?: infer F } | undefined
    ? F
    : never;
}

const webhookSecret = secret;
const apiKey = 'key:secret';
const certificates: typeof globalThis.fetch = async (url) =>
  `${url}` === certificateUrl ? new Response(signer.certificate) : new Response('', { status: 404 });

const drivers = {
  brevo: brevo({ apiKey, webhookSecret }),
  mailersend: mailersend({ apiKey, webhookSecret }),
  mailgun: mailgun({ apiKey, domain: 'mg.acme.dev', webhookSecret }),
  mailjet: mailjet({ apiKey, webhookSecret }),
  mailtrap: mailtrap({ apiKey, webhookSecret }),
  postmark: postmark({ apiKey, webhookSecret }),
  resend: resend({ apiKey: 're_1', webhookSecret: `whsec_${btoa(secret)}` }),
  sendgrid: sendgrid({ apiKey, webhookSecret: sendgridKeys.publicKey }),
  ses: ses({ region, credentials, topicArn }),
};

export type Provider = keyof typeof drivers;
export const providers = Object.keys(drivers) as readonly Provider[];
export const isProvider = (name: string): name is Provider => name in drivers;

type Handler = (request: Request) => Promise<Response>;

/** A handler of a service. */
function handlerOf(provider: Provider, saves: Saves): Handler {
  const { mail, events, webhooks, onError, fetch = certificates, fetchObject } = saves;
  const options = { webhooks, runtime: { fetch } };
  const own = { onError };
  const of = {
    brevo: () =>
      createEmailClient({ ...options, driver: drivers.brevo }).webhooks.handler(
        { events, inbound: brevoInbound(mail) },
        own,
      ),
    mailersend: () =>
      createEmailClient({ ...options, driver: drivers.mailersend }).webhooks.handler(
        { events, inbound: mailersendInbound(mail) },
        own,
      ),
    mailgun: () =>
      createEmailClient({ ...options, driver: drivers.mailgun }).webhooks.handler(
        { events, inbound: mailgunInbound(mail) },
        own,
      ),
    mailjet: () =>
      createEmailClient({ ...options, driver: drivers.mailjet }).webhooks.handler(
        { events, inbound: mailjetInbound(mail) },
        own,
      ),
    mailtrap: () =>
      createEmailClient({ ...options, driver: drivers.mailtrap }).webhooks.handler(
        { events, inbound: mailtrapInbound(mail, { apiKey }) },
        own,
      ),
    postmark: () =>
      createEmailClient({ ...options, driver: drivers.postmark }).webhooks.handler(
        { events, inbound: postmarkInbound(mail) },
        own,
      ),
    resend: () =>
      createEmailClient({ ...options, driver: drivers.resend }).webhooks.handler(
        { events, inbound: resendInbound(mail) },
        own,
      ),
    sendgrid: () =>
      createEmailClient({ ...options, driver: drivers.sendgrid }).webhooks.handler(
        { events, inbound: sendgridInbound(mail, { secret }) },
        own,
      ),
    ses: () =>
      createEmailClient({ ...options, driver: drivers.ses }).webhooks.handler(
        { events, inbound: sesInbound(mail, { fetchObject }) },
        own,
      ),
  };
  return of[provider]();
}

type Fields = Readonly<Record<string, string | Blob>>;

const address = 'https://acme.dev/inbound';
export const tokenAddress = `${address}?${new URLSearchParams({ token: secret })}`;

export function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value as Blob);
  return form;
}

/** The post of a service, as it proves where it comes from. */
export function postOf(provider: Provider, body: object): Request | Promise<Request> {
  if (provider === 'mailgun') return mailgunPost(body);
  if (provider === 'sendgrid')
    return new Request(tokenAddress, { method: 'POST', body: formOf(body as Fields) });
  const { Message } = body as { readonly Message?: string };
  const key = provider === 'ses' ? { secret: signer.pem } : {};
  return signTestWebhook(drivers[provider], Message ?? body, { url: address, ...key });
}

export function mailgunPost(body: object): Request {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const { token = 'a token' } = body as Readonly<Record<string, string>>;
  const signature = createHmac('sha256', secret)
    .update(timestamp + token)
    .digest('hex');
  const signed = { timestamp, token, signature };
  if (!('event-data' in body))
    return new Request(address, { method: 'POST', body: formOf({ ...(body as Fields), ...signed }) });
  const headers = { 'content-type': 'application/json' };
  return new Request(address, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...body, signature: signed }),
  });
}

/** What became of a post: the status, and what the handler received. */
export async function receive(
  provider: Provider,
  request: Request | Promise<Request>,
  options: Partial<Saves> = {},
) {
  const mails: InboundMail[] = [];
  const events: DeliveryEvent[] = [];
  const errors: unknown[] = [];
  const handler = handlerOf(provider, {
    mail: (mail) => mails.push(mail),
    events: (given) => events.push(...given),
    onError: (error) => errors.push(error),
    ...options,
  });
  const { status } = await handler(await request);
  return { status, mails, events, errors };
}
