import {
  createEmailClient,
  type DeliveryEvent,
  type EmailDriver,
  type WebhookReceiverClient,
} from '@org/email';
import { loops } from '@org/email/loops';
import { mandrill } from '@org/email/mandrill';
import { resend } from '@org/email/resend';
import { sendgrid } from '@org/email/sendgrid';
import { ses } from '@org/email/ses';
import { signTestWebhook } from '@org/email/testing';
import { makeKeys } from '../sendgrid/keys.ts';
import { credentials, region } from '../ses/client.ts';
import { certificateUrl, createSigner, topicArn } from '../ses/sns-sender.ts';
import { type HttpDriverName, httpDriver, httpDriverNames } from '../support/drivers.ts';

const [apiKey, webhookSecret] = ['sk_test', 'a-secret-for-tests'];
const signer = createSigner();
const sendgridKeys = await makeKeys();

/** Those whose secrets have a form of their own, or whose signature covers more than the body. */
const drivers: Readonly<Record<string, (others: readonly string[]) => EmailDriver>> = {
  loops: (others) => loops({ apiKey, webhookSecret: ['whsec_dGVzdHM=', ...others] }),
  mandrill: (others) =>
    mandrill({
      apiKey,
      webhookSecret: [webhookSecret, ...others],
      webhookUrl: 'https://example.com/hooks/mandrill',
    }),
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
export const providers: readonly string[] = httpDriverNames.filter(
  (name) => httpDriver(name, { apiKey }).capabilities.webhooks,
);

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
  const driver = openDrivers.get(key) ?? createDriver(provider as HttpDriverName, secrets);
  openDrivers.set(key, driver);
  return driver;
}

const createDriver = (name: HttpDriverName, others: readonly string[]) =>
  drivers[name]?.(others) ?? httpDriver(name, { apiKey, webhookSecret: [webhookSecret, ...others] });

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
