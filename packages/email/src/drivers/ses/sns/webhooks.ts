import { ConfigurationError } from '@org/core';
import { parseIsoInstant } from '@org/core/driver';
import { checkTimestamp, constantTimeEqual, decodeBase64, encodeBase64, encodeHex } from '@org/core/webhooks';
import type { SignContext, SignedWebhook, Verdict, VerifyContext, WebhookScheme } from '../../../driver.ts';
import { publicKeyOf } from './certificate.ts';
import { readEvents } from './events.ts';
import {
  isOfStandIn,
  isSnsUrl,
  readSnsMessage,
  type SnsMessage,
  signatureAlgorithm,
  signedText,
} from './message.ts';

interface WebhookSettings {
  readonly topics: readonly string[];
  readonly confirmSubscriptions?: boolean | undefined;
  /** Of SES. A stand-in on this machine is also its SNS. */
  readonly baseUrl?: string | undefined;
}

// SNS repeats a message for about an hour, and the time of its signature stays.
const toleranceMs = 3_600_000;

/** Webhooks of SES come through a topic of Amazon SNS, which signs them. */
export function createWebhookScheme(settings: WebhookSettings): WebhookScheme {
  return {
    toleranceMs,
    async verify({ text }, context) {
      const message = readSnsMessage(text);
      if (message === undefined) return refuse('it is not a signed message of Amazon SNS.');
      const problem = await findProblem(message, settings, context);
      if (problem !== undefined) return problem;
      return confirm(message, settings, context);
    },
    read: ({ text }) => readEvents(text),
    sign: (body, context) => signMessage(body, settings.topics[0], context),
  };
}

const refuse = (problem: string) => ({ genuine: false, problem }) as const;

async function findProblem(
  message: SnsMessage,
  { topics, baseUrl }: WebhookSettings,
  { nowMs, toleranceMs, getText }: VerifyContext,
): Promise<Verdict | undefined> {
  if (topics.length === 0)
    return refuse('ses() has no `topicArn`. Anyone can sign a message of another topic.');
  const known = topics.map((topic) => constantTimeEqual(topic, message.TopicArn));
  if (!known.includes(true)) return refuse('its topic is not in `topicArn`.');
  const { SigningCertURL } = message;
  if (!isSnsUrl(SigningCertURL, /\.pem$/) && !isOfStandIn(SigningCertURL, baseUrl))
    return refuse('its certificate is not from Amazon SNS.');
  if (!(await isSigned(message, getText))) return refuse('its signature is wrong.');
  const timestampMs = parseIsoInstant(message.Timestamp) ?? Number.NaN;
  if (checkTimestamp({ timestampMs, nowMs, toleranceMs })) return undefined;
  return { ...refuse('its time is not recent.'), stale: true };
}

async function isSigned(message: SnsMessage, getText: VerifyContext['getText']): Promise<boolean> {
  // SNS repeats a message only after a 5xx: an outage is an error, and no wrong signature.
  const certificate = await getText(message.SigningCertURL);
  try {
    const key = publicKeyOf(certificate);
    const signature = decodeBase64(message.Signature);
    if (key === undefined || signature === undefined) return false;
    // Several texts of base64 have the same bytes; SNS writes one of them.
    if (encodeBase64(signature) !== message.Signature) return false;
    const algorithm = signatureAlgorithm(message);
    const imported = await crypto.subtle.importKey('spki', key as BufferSource, algorithm, false, ['verify']);
    const bytes = new TextEncoder().encode(signedText(message));
    return await crypto.subtle.verify(algorithm, imported, signature as BufferSource, bytes);
  } catch {
    return false;
  }
}

/** Opens the address of a confirmation. */
async function confirm(
  { Type, MessageId, SubscribeURL = '' }: SnsMessage,
  { confirmSubscriptions, baseUrl }: WebhookSettings,
  { getText }: VerifyContext,
): Promise<Verdict> {
  const verdict = { genuine: true, id: MessageId } as const;
  if (Type !== 'SubscriptionConfirmation' || !confirmSubscriptions) return verdict;
  if (!isSnsUrl(SubscribeURL, /^\/$/) && !isOfStandIn(SubscribeURL, baseUrl))
    return refuse('it asks to confirm an address that is not of Amazon SNS.');
  await getText(SubscribeURL);
  return verdict;
}

/**
 * A notification with this body as its message. The secret is a private key in PEM (PKCS #8), for whose
 * certificate the test answers at the address in `SigningCertURL`.
 */
async function signMessage(
  body: string,
  topic: string | undefined,
  { secret, nowMs }: SignContext,
): Promise<SignedWebhook> {
  const [, base64 = ''] = /-----BEGIN PRIVATE KEY-----([\sA-Za-z0-9+/=]+)-----END/.exec(secret) ?? [];
  const der = decodeBase64(base64.replace(/\s+/g, ''));
  if (topic === undefined || der === undefined || der.length === 0)
    throw new ConfigurationError({
      message:
        'A test webhook of ses() needs `topicArn`, and as its secret an RSA private key in PEM (PKCS #8).',
    });
  const unsigned = {
    Type: 'Notification',
    MessageId: await idOf(body),
    TopicArn: topic,
    Message: body,
    Timestamp: new Date(nowMs).toISOString(),
    SignatureVersion: '2',
  } as const;
  const algorithm = signatureAlgorithm(unsigned);
  const key = await crypto.subtle.importKey('pkcs8', der as BufferSource, algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(signedText(unsigned)));
  const region = topic.split(':')[3] || 'us-east-1';
  const message = {
    ...unsigned,
    Signature: encodeBase64(new Uint8Array(signature)),
    SigningCertURL: `https://sns.${region}.amazonaws.com/SimpleNotificationService-test.pem`,
  };
  const headers = { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': message.Type };
  return { headers, body: JSON.stringify(message) };
}

/** The same for a repeated message, as SNS has it. */
async function idOf(body: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body));
  return encodeHex(new Uint8Array(hash, 0, 16));
}
