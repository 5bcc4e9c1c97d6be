import { readJson, readUnverifiedJson } from '../../../driver.ts';
import * as z from '../../../wire/schema.ts';

/** A message of Amazon SNS (Developer Guide, "Parsing message formats"). */
export type SnsMessage = z.infer<typeof wireMessage>;

const wireMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.string(),
  Subject: z.optional(z.string()),
  SubscribeURL: z.optional(z.string()),
  Token: z.optional(z.string()),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
});

export function readSnsMessage(text: string): SnsMessage | undefined {
  return readJson(wireMessage, readUnverifiedJson(text));
}

const notification = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const;
const confirmation = [
  'Message',
  'MessageId',
  'SubscribeURL',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
] as const;

/** The text that the signature covers ("Verifying the signatures of Amazon SNS messages"). */
export function signedText(message: Omit<SnsMessage, 'Signature' | 'SigningCertURL'>): string {
  const names = message.Type === 'Notification' ? notification : confirmation;
  return names.map((name) => (message[name] === undefined ? '' : `${name}\n${message[name]}\n`)).join('');
}

/** Version 1 signs with SHA-1, version 2 with SHA-256; both with RSA (PKCS #1 v1.5). */
export function signatureAlgorithm({ SignatureVersion }: Pick<SnsMessage, 'SignatureVersion'>) {
  return { name: 'RSASSA-PKCS1-v1_5', hash: SignatureVersion === '1' ? 'SHA-1' : 'SHA-256' };
}

// A region, and no more: `sns.s3-us-west-2.amazonaws.com` would be a bucket named `sns`, of anyone.
const host = /^sns\.[a-z]{2,4}(?:-[a-z]{2,12}){1,3}-\d{1,2}\.amazonaws\.com(?:\.cn)?$/;

/** Is it an address of SNS itself? Anyone can write another one into a message. */
export function isSnsUrl(url: string, path: RegExp): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  return (
    protocol === 'https:' &&
    host.test(hostname) &&
    `${port}${username}${password}` === '' &&
    path.test(pathname)
  );
}

/** Is it an address of the program on this machine, at `baseUrl`, that stands in for SES and SNS? */
export function isOfStandIn(url: string, baseUrl = ''): boolean {
  const [origin] = /^http:\/\/(localhost|127\.0\.0\.1|\[::1])(:\d+)?\//i.exec(`${baseUrl}/`) ?? [];
  return origin !== undefined && url.startsWith(origin);
}
