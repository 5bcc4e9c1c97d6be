import { createPublicKey, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { certificateUrl, topicArn } from './harness.ts';

export { certificateUrl, topicArn };

/** A throw-away RSA key, and a self-signed certificate for it (RFC 5280, section 4.1). */
export interface SnsSigner {
  readonly privateKey: KeyObject;
  /** The key in PEM (PKCS #8). */
  readonly pem: string;
  readonly certificate: string;
}

/** The keys of the contract suite. */
export function createSnsKeys() {
  const { pem, certificate } = createSigner();
  return { pem, certificate, wrongPem: createSigner().pem };
}

export function createSigner(): SnsSigner {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    privateKey,
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: certificateFor(privateKey),
  };
}

type Fields = Readonly<Record<string, string>>;

const covered: Readonly<Record<string, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
};

/** The body of a message of SNS with a signature of version 1 (SHA-1) or 2 (SHA-256). */
export function signSns({ privateKey }: SnsSigner, fields: Fields): string {
  const message: Record<string, string> = {
    Type: 'Notification',
    MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
    TopicArn: topicArn,
    Timestamp: '2026-11-22T12:00:00.000Z',
    SignatureVersion: '2',
    SigningCertURL: certificateUrl,
    ...fields,
  };
  const names = covered[message['Type'] ?? ''] ?? [];
  const text = names
    .flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`]))
    .join('');
  const algorithm = message['SignatureVersion'] === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
  const Signature = createSign(algorithm).update(text).sign(privateKey, 'base64');
  return JSON.stringify({ ...message, Signature });
}

function certificateFor(privateKey: KeyObject): string {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const algorithm = sequence(Buffer.from('06092a864886f70d01010b', 'hex'), Buffer.from('0500', 'hex'));
  const commonName = Buffer.from('0603550403', 'hex');
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('sns.amazonaws.com')))));
  const validity = sequence(der(0x17, Buffer.from('260101000000Z')), der(0x17, Buffer.from('360101000000Z')));
  const fields = [der(0x02, Buffer.from([1])), algorithm, name, validity, name, publicKey];
  const toBeSigned = sequence(der(0xa0, der(0x02, Buffer.from([2]))), ...fields);
  const signature = createSign('RSA-SHA256').update(toBeSigned).sign(privateKey);
  const bytes = sequence(toBeSigned, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, Buffer.concat(parts));

function der(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
