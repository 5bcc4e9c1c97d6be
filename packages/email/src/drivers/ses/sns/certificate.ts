import { decodeBase64 } from '../../../driver.ts';

/** One value of DER (ITU-T X.690): its tag, its content, and all its bytes. */
interface Value {
  readonly tag: number;
  readonly content: Uint8Array;
  readonly whole: Uint8Array;
}

const sequence = 0x30;
const version = 0xa0;

/**
 * The public key of a certificate in PEM, as `SubjectPublicKeyInfo`: the sixth field after the version (RFC
 * 5280, section 4.1). `undefined` for anything else. The certificate's own signature is not checked: it comes
 * from the host of SNS over TLS.
 */
export function publicKeyOf(pem: string): Uint8Array | undefined {
  const [, base64 = ''] = /-----BEGIN CERTIFICATE-----([\sA-Za-z0-9+/=]+)-----END/.exec(pem) ?? [];
  const bytes = decodeBase64(base64.replace(/\s+/g, ''));
  const [certificate] = bytes === undefined ? [] : readValues(bytes);
  const [signed] = certificate?.tag === sequence ? readValues(certificate.content) : [];
  const fields = signed?.tag === sequence ? readValues(signed.content) : [];
  const key = fields.filter(({ tag }) => tag !== version)[5];
  return key?.tag === sequence ? key.whole : undefined;
}

/** Consecutive values; stops at the first that is damaged. */
function readValues(bytes: Uint8Array): Value[] {
  const values: Value[] = [];
  let at = 0;
  while (at < bytes.length) {
    const { start, end } = bounds(bytes, at);
    if (!(end <= bytes.length)) break;
    const tag = bytes[at] ?? 0;
    values.push({ tag, content: bytes.subarray(start, end), whole: bytes.subarray(at, end) });
    at = end;
  }
  return values;
}

/** Where the content of the value at `at` begins and ends; `NaN` for an end that is not stated. */
function bounds(bytes: Uint8Array, at: number): { readonly start: number; readonly end: number } {
  const first = bytes[at + 1] ?? Number.NaN;
  if (first < 0x80) return { start: at + 2, end: at + 2 + first };
  const size = first - 0x80;
  if (!(size >= 1 && size <= 3)) return { start: at, end: Number.NaN };
  const start = at + 2 + size;
  const digits = bytes.subarray(at + 2, start);
  return { start, end: start + digits.reduce((length, digit) => length * 256 + digit, 0) };
}
