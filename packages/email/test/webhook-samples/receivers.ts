import {
  createEmailClient,
  type DeliveryEvent,
  type EmailDriver,
  type WebhookReceiverClient,
} from '@org/email';
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
import { signTestWebhook } from '@org/email/testing';
import { makeKeys } from '../sendgrid/keys.ts';
import { credentials, region } from '../ses/client.ts';
import { certificateUrl, createSigner, topicArn } from '../ses/sns-sender.ts';

const [apiKey, webhookSecret] = ['key:secret', 'a-secret-for-tests'];
const signer = createSigner();
const sendgridKeys = await makeKeys();

const drivers: Readonly<Record<string, (others: readonly string[]) => EmailDriver>> = {
  brevo: () => brevo({ apiKey, webhookSecret }),
  elasticemail: () => elasticemail({ apiKey, webhookSecret }),
  mailersend: (others) => mailersend({ apiKey, webhookSecret: [webhookSecret, ...others] }),
  mailgun: (others) => mailgun({ apiKey, domain: 'a.dev', webhookSecret: [webhookSecret, ...others] }),
  mailjet: () => mailjet({ apiKey, webhookSecret }),
  plunk: () => plunk({ apiKey: 'sk_test', webhookSecret }),
  postmark: () => postmark({ apiKey, webhookSecret }),
  resend: (others) => resend({ apiKey: 're_x', webhookSecret: ['whsec_dGVzdHM=', ...others] }),
  sendgrid: (others) => sendgrid({ apiKey, webhookSecret: [sendgridKeys.publicKey, ...others] }),
  ses: () => ses({ region, credentials, topicArn }),
};

/** The private keys, where the driver has a public one. */
const signingKeys: Readonly<Record<string, string>> = {
  sendgrid: sendgridKeys.privateKey,
  ses: signer.pem,
};

/** The names of the drivers with webhooks. */
export const providers: readonly string[] = Object.keys(drivers);

/** A webhook as a service posts it. */
export interface PostedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** When the service signed it. */
  readonly signedAt: Date;
  /** The keys of the service's own signature. */
  readonly secrets?: readonly string[] | undefined;
}

/** The events of a webhook with the signature that it has. */
export async function parseGiven(provider: string, webhook: PostedWebhook) {
  const { headers, body, signedAt, secrets = [] } = webhook;
  return (await receiverOf(provider, signedAt, secrets).parse({ headers, body })).events;
}

/** The events of a webhook that is signed here. */
export async function parseSigned(
  provider: string,
  body: string,
  contentType = 'application/json',
): Promise<readonly DeliveryEvent[]> {
  const signedAt = new Date(at);
  const secret = signingKeys[provider];
  const signed = await signTestWebhook(driverOf(provider), body, { signedAt, secret });
  const headers = new Headers(signed.headers);
  if (/form/.test(contentType)) headers.set('content-type', contentType);
  const request = { headers, body: await signed.text(), url: signed.url };
  return (await receiverOf(provider, signedAt).parse(request)).events;
}

/** The events of a webhook whose signature is not looked at: for thousands of bodies. */
export async function readUnsigned(provider: string, body: string): Promise<readonly DeliveryEvent[]> {
  const text = (await envelopes[provider]?.(body)) ?? body;
  const headers = { 'content-type': 'application/json' };
  return (await receiverOf(provider, new Date(at), [], () => true).parse({ headers, body: text })).events;
}

const at = '2026-11-22T12:00:00.000Z';

/** The services whose signature is inside the body, around the event. */
const envelopes: Readonly<Record<string, (body: string) => string | Promise<string>>> = {
  mailgun: async (body) =>
    (await signTestWebhook(driverOf('mailgun'), body, { signedAt: new Date(at) })).text(),
  ses: (Message) =>
    JSON.stringify({
      Type: 'Notification',
      MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
      TopicArn: topicArn,
      Message,
      Timestamp: at,
      SignatureVersion: '2',
      Signature: '',
      SigningCertURL: certificateUrl,
    }),
};

const openDrivers = new Map<string, EmailDriver>();

function driverOf(provider: string, secrets: readonly string[] = []): EmailDriver {
  const key = [provider, ...secrets].join(' ');
  const driver = openDrivers.get(key) ?? drivers[provider]?.(secrets);
  if (driver === undefined) throw new Error(`There is no driver ${provider}.`);
  openDrivers.set(key, driver);
  return driver;
}

const openReceivers = new Map<string, WebhookReceiverClient>();

/** One receiver for all webhooks of a provider and an instant, as a program has it. */
function receiverOf(
  provider: string,
  now: Date,
  secrets: readonly string[] = [],
  verify?: () => boolean,
): WebhookReceiverClient {
  const key = [provider, now.getTime(), verify !== undefined, ...secrets].join(' ');
  const receiver = openReceivers.get(key) ?? openReceiver(provider, now, secrets, verify);
  openReceivers.set(key, receiver);
  return receiver;
}

function openReceiver(
  provider: string,
  now: Date,
  secrets: readonly string[],
  verify: (() => boolean) | undefined,
): WebhookReceiverClient {
  const fetch = async () => new Response(signer.certificate);
  const email = createEmailClient({
    driver: driverOf(provider, secrets),
    webhooks: { verify },
    runtime: { fetch, now: () => now.getTime() },
  });
  return (email as unknown as { readonly webhooks: WebhookReceiverClient }).webhooks;
}
