import { createPrivateKey, generateKeyPair, sign } from 'node:crypto';
import { promisify } from 'node:util';
import {
  createRouter,
  route,
  type SandboxHandler,
  type SelfSignedCertificate,
  signCertificate,
} from '../../kit.ts';

/** The fields of a message of SNS that its signature covers. */
export interface SnsFields {
  readonly Type: 'Notification' | 'SubscriptionConfirmation';
  readonly MessageId: string;
  readonly TopicArn: string;
  readonly Message: string;
  readonly Timestamp: string;
  readonly Subject?: string;
  readonly SubscribeURL?: string;
  readonly Token?: string;
}

// In the order of the signed text (SNS Developer Guide, "Verifying the signatures").
const signedNames = [
  'Message',
  'MessageId',
  'Subject',
  'SubscribeURL',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
] as const;

/** Made at the first use: a key of 2048 bits takes a while. It protects nothing. */
let identity: Promise<SelfSignedCertificate> | undefined;

async function makeIdentity(): Promise<SelfSignedCertificate> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return signCertificate(privateKey, Date.now());
}

function identityOf(): Promise<SelfSignedCertificate> {
  identity ??= makeIdentity();
  return identity;
}

/** The message with its signature of version 2: RSA with SHA-256. */
export async function signSns(fields: SnsFields): Promise<SnsFields & { readonly Signature: string }> {
  const { privateKey } = await identityOf();
  const text = signedNames
    .flatMap((name) => (fields[name] === undefined ? [] : [`${name}\n${fields[name]}\n`]))
    .join('');
  const Signature = sign('sha256', Buffer.from(text), createPrivateKey(privateKey)).toString('base64');
  return { ...fields, SignatureVersion: '2', Signature } as SnsFields & { readonly Signature: string };
}

/** The public part of SNS: its certificate, and the confirmation of subscriptions. */
export function snsHandler(): SandboxHandler {
  const headers = { 'content-type': 'text/xml' };
  const body = '<ConfirmSubscriptionResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"/>';
  const missing = () => ({ status: 404, json: { error: 'Not found' } });
  return createRouter(
    [
      route('GET', '/SimpleNotificationService.pem', async () => ({
        status: 200,
        headers: { 'content-type': 'application/x-pem-file' },
        body: (await identityOf()).certificate,
      })),
      route('GET', '/', () => ({ status: 200, headers, body })),
    ],
    { notFound: missing, methodNotAllowed: missing },
  );
}
