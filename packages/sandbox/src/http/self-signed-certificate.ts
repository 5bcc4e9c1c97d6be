import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** A self-signed certificate and its private key, as PEM. */
export interface SelfSignedCertificate {
  readonly certificate: string;
  readonly privateKey: string;
}

/** For whom, and how long. */
export interface CertificateSubject {
  /** Names and addresses beside `localhost`, 127.0.0.1 and ::1. */
  readonly names?: readonly string[];
  /** @default 1 */
  readonly days?: number;
}

/**
 * Makes a certificate for `localhost`, 127.0.0.1 and ::1, valid from `now` (epoch milliseconds). Node has no
 * function for that, so this writes the fields of X.509 (RFC 5280 §4.1) and signs them with a new P-256 key.
 */
export function createSelfSignedCertificate(
  now: number,
  subject?: CertificateSubject,
): SelfSignedCertificate {
  return signCertificate(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey, now, subject);
}

/** The same for a key on P-256, or an RSA key. */
export function signCertificate(
  privateKey: KeyObject,
  now: number,
  { names = [], days = 1 }: CertificateSubject = {},
): SelfSignedCertificate {
  const algorithm = privateKey.asymmetricKeyType === 'rsa' ? oid.rsaWithSha256 : oid.ecdsaWithSha256;
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const name = sequence(set(sequence(oid.commonName, der(0x0c, Buffer.from('localhost')))));
  const dayMs = 86_400_000;
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.concat([Buffer.from([0x01]), randomBytes(15)])), // serial number, positive
    sequence(algorithm),
    name,
    sequence(utcTime(now - dayMs / 24), utcTime(now + days * dayMs)), // an hour back, for inexact clocks
    name,
    publicKey,
    der(0xa3, sequence(basicConstraints(), subjectAlternativeNames(names))),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const certificate = sequence(
    toBeSigned,
    sequence(algorithm),
    der(0x03, Buffer.concat([unusedBits, signature])),
  );
  return {
    certificate: toPem('CERTIFICATE', certificate),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const unusedBits = Buffer.from([0]);

const oid = {
  commonName: Buffer.from('0603550403', 'hex'), // 2.5.4.3
  ecdsaWithSha256: Buffer.from('06082a8648ce3d040302', 'hex'), // 1.2.840.10045.4.3.2
  rsaWithSha256: Buffer.from('06092a864886f70d01010b0500', 'hex'), // 1.2.840.113549.1.1.11, no parameters
  subjectAlternativeName: Buffer.from('0603551d11', 'hex'), // 2.5.29.17
  basicConstraints: Buffer.from('0603551d13', 'hex'), // 2.5.29.19
};

/** A certificate authority, so that a client can trust it. */
function basicConstraints(): Buffer {
  const critical = der(0x01, Buffer.from([0xff]));
  const isAuthority = sequence(der(0x01, Buffer.from([0xff])));
  return sequence(oid.basicConstraints, critical, der(0x04, isAuthority));
}

function subjectAlternativeNames(others: readonly string[]): Buffer {
  const names = [...new Set(['localhost', '127.0.0.1', '::1', ...others])].map((name) => {
    if (isIP(name) === 0) return der(0x82, Buffer.from(name));
    return der(0x87, isIP(name) === 4 ? Buffer.from(name.split('.').map(Number)) : bytesOfIPv6(name));
  });
  return sequence(oid.subjectAlternativeName, der(0x04, sequence(...names)));
}

/** The 16 bytes of an address in any spelling: `::1`, `::ffff:127.0.0.1`. */
function bytesOfIPv6(address: string): Buffer {
  // `URL` writes it in groups of 16 bits, with at most one `::`.
  const { hostname } = new URL(`http://[${address}]/`);
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after].map((group) => group.padStart(4, '0'));
  return Buffer.from(groups.join(''), 'hex');
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function set(...parts: readonly Uint8Array[]): Buffer {
  return der(0x31, Buffer.concat(parts));
}

/**
 * Tag, length and content. The length takes one byte up to 127, else one byte with the number of its bytes.
 */
function der(tag: number, content: Uint8Array): Buffer {
  const { byteLength } = content;
  const length =
    byteLength < 128
      ? [byteLength]
      : byteLength < 256
        ? [0x81, byteLength]
        : [0x82, byteLength >> 8, byteLength & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

/** `YYMMDDHHMMSSZ`; good until 2049. */
function utcTime(at: number): Buffer {
  return der(0x17, Buffer.from(`${new Date(at).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));
}

function toPem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
