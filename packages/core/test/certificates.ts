import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export interface CertificateOptions {
  /** The common name of its owner. */
  readonly subject: string;
  /** DNS names it is good for; `127.0.0.1` is always one of its addresses when there is any. */
  readonly names?: readonly string[];
  /** Who signs; itself when left out. */
  readonly issuer?: Certificate;
  readonly isAuthority?: boolean;
  readonly validFrom?: Date;
  readonly validTo?: Date;
}

export interface Certificate {
  readonly subject: string;
  /** PEM, as `node:tls` takes them. */
  readonly cert: string;
  readonly key: string;
  readonly privateKey: KeyObject;
}

const dayMs = 86_400_000;

/** Makes an X.509 version 3 certificate (RFC 5280) with a new P-256 key. */
export function makeCertificate(options: CertificateOptions): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { subject, issuer, validFrom, validTo } = options;
  const signed = sequence(
    tagged(0, integer(2)),
    integer(Date.now() % 2 ** 31),
    ecdsaWithSha256,
    name(issuer?.subject ?? subject),
    sequence(
      time(validFrom ?? new Date(Date.now() - dayMs)),
      time(validTo ?? new Date(Date.now() + 30 * dayMs)),
    ),
    name(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...extensions(options))),
  );
  const signature = sign('sha256', signed, issuer?.privateKey ?? privateKey);
  const der = sequence(signed, ecdsaWithSha256, bits(signature));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    subject,
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    privateKey,
  };
}

function extensions({ isAuthority, names }: CertificateOptions): Buffer[] {
  const list: Buffer[] = [];
  // basicConstraints, critical
  if (isAuthority) list.push(sequence(oid(2, 5, 29, 19), boolean(true), octets(sequence(boolean(true)))));
  if (names !== undefined) {
    const dns = names.map((host) => element(0x82, Buffer.from(host)));
    const address = names.includes('localhost') ? [element(0x87, Buffer.from([127, 0, 0, 1]))] : [];
    // subjectAltName
    list.push(sequence(oid(2, 5, 29, 17), octets(sequence(...dns, ...address))));
  }
  return list;
}

// The few kinds of DER (X.690) that a certificate is made of.

function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return element(0x30, ...parts);
}

function tagged(number: number, part: Uint8Array): Buffer {
  return element(0xa0 + number, part);
}

function integer(value: number): Buffer {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return element(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.from([0, ...bytes]) : bytes);
}

function boolean(value: boolean): Buffer {
  return element(0x01, Buffer.from([value ? 0xff : 0]));
}

function octets(value: Uint8Array): Buffer {
  return element(0x04, value);
}

function bits(value: Uint8Array): Buffer {
  return element(0x03, Buffer.from([0]), value);
}

function oid(first: number, second: number, ...rest: readonly number[]): Buffer {
  const bytes = rest.flatMap((arc) => {
    const base128 = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) base128.unshift((left & 0x7f) | 0x80);
    return base128;
  });
  return element(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

const ecdsaWithSha256 = sequence(oid(1, 2, 840, 10045, 4, 3, 2));

function name(commonName: string): Buffer {
  const value = element(0x0c, Buffer.from(commonName));
  return sequence(element(0x31, sequence(oid(2, 5, 4, 3), value)));
}

/** UTCTime until 2049, GeneralizedTime from then on (RFC 5280 §4.1.2.5). */
function time(at: Date): Buffer {
  const digits = `${at.toISOString().replace(/[-:T]|\.\d+/g, '')}`;
  return at.getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(digits.slice(2)))
    : element(0x18, Buffer.from(digits));
}
