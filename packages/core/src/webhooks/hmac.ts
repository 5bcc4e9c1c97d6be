import { Secret } from '../credentials/secret.ts';
import { encodeBase64, encodeHex, utf8 } from '../encoding/encoding.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import { kindOf, secretKindOf } from '../options/kind-of.ts';
import { constantTimeEqual } from './constant-time.ts';
import type { LiveSecrets } from './live-secrets.ts';

/** A signing secret: text (its UTF-8 bytes are the key), a `Secret`, or the bytes of the key. @public */
export type HmacSecret = string | Secret | Uint8Array;

/** The hash of a signature. SHA-1 only for services that have no other. @public */
export type SignatureHash = 'SHA-256' | 'SHA-1';

/** The encoding of a signature. Hex is accepted in either case, base64 with its padding. @public */
export type SignatureEncoding = 'hex' | 'base64';

/** A signature to verify, with the signed bytes and the valid secrets. @public */
export interface VerifyHmacOptions {
  /**
   * Every secret that is valid now: two during a rotation. Secrets of `createLiveSecrets()` are loaded again
   * when the signature matches none.
   */
  readonly secrets: readonly HmacSecret[] | LiveSecrets;
  /** The signed bytes as received, never JSON that was parsed and serialised again. */
  readonly bytes: Uint8Array;
  /** The header's value; a missing header is not valid. */
  readonly signature: string | null | undefined;
  readonly encoding: SignatureEncoding;
  /** @defaultValue 'SHA-256' */
  readonly hash?: SignatureHash | undefined;
}

/**
 * HMAC-SHA256 as bytes. @public
 *
 * @throws ConfigurationError for an empty secret, because anyone could make that signature, and for an
 * argument of another type
 */
export function hmacSha256(secret: HmacSecret, bytes: Uint8Array): Promise<Uint8Array> {
  return hmac(secret, bytes, 'SHA-256');
}

async function hmac(secret: HmacSecret, bytes: Uint8Array, hash: SignatureHash): Promise<Uint8Array> {
  const key = keyBytes(secret);
  if (!isBytes(bytes))
    throw wrongOption(`bytes must be a Uint8Array, the body as it came over the wire, not ${kindOf(bytes)}.`);
  const algorithm = { name: 'HMAC', hash };
  const imported = await crypto.subtle.importKey('raw', key as BufferSource, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign(algorithm, imported, bytes as BufferSource));
}

/** HMAC-SHA256 in lower-case hexadecimal. @public */
export async function hmacSha256Hex(secret: HmacSecret, bytes: Uint8Array): Promise<string> {
  return encodeHex(await hmac(secret, bytes, 'SHA-256'));
}

/** HMAC-SHA256 in base64. @public */
export async function hmacSha256Base64(secret: HmacSecret, bytes: Uint8Array): Promise<string> {
  return encodeBase64(await hmac(secret, bytes, 'SHA-256'));
}

/** A signature to make: as {@link VerifyHmacOptions}, with one secret. @public */
export interface SignHmacOptions extends Omit<VerifyHmacOptions, 'secrets' | 'signature'> {
  readonly secret: HmacSecret;
}

/**
 * The signature that a service would send, for tests of your own webhook handler. @public
 *
 * @example
 * const signature = await signHmac({ secret: 'whsec_test', bytes, encoding: 'hex' })
 */
export async function signHmac(options: SignHmacOptions): Promise<string> {
  const { secret, bytes, encoding, hash = 'SHA-256' } = options ?? {};
  if (encoding !== 'hex' && encoding !== 'base64')
    throw wrongOption(`encoding must be "hex" or "base64", not ${kindOf(encoding)}.`);
  const signature = await hmac(secret, bytes, hash);
  return encoding === 'hex' ? encodeHex(signature) : encodeBase64(signature);
}

/**
 * Whether this is the HMAC of these bytes under one of the secrets. Always compares with every secret,
 * in constant time. Any signature, also a malformed one, gives true or false. @public
 *
 * @example
 * const secrets = createLiveSecrets([fromEnv('HOOK_SECRET'), fromEnv('HOOK_SECRET_PREVIOUS')]);
 * const bytes = new Uint8Array(await request.arrayBuffer()); // as received, before JSON.parse()
 * const signature = request.headers.get('x-signature') ?? '';
 * const genuine = await verifyHmac({ secrets, bytes, signature, encoding: 'hex' });
 *
 * @throws ConfigurationError without a secret, or for an empty secret or an argument of another type: such a
 * mistake must not look like a bad signature
 * @throws CredentialError when live secrets cannot be loaded
 */
export async function verifyHmac(options: VerifyHmacOptions): Promise<boolean> {
  const { secrets, signature, encoding, hash = 'SHA-256' } = options ?? {};
  const given = typeof signature !== 'string' ? '' : encoding === 'hex' ? lowerHex(signature) : signature;
  if (!isLive(secrets)) return matchesOne(secrets, given, options);
  const known = await secrets.get();
  if (await matchesOne(known, given, options)) return true;
  // A signature of another length cannot match any secret: it is not worth a load.
  if (given.length !== signatureLength[hash][encoding]) return false;
  const fresh = await secrets.refresh(known);
  return fresh !== undefined && matchesOne(fresh, given, options);
}

function isLive(secrets: VerifyHmacOptions['secrets']): secrets is LiveSecrets {
  if (Array.isArray(secrets)) return false;
  if (typeof Object(secrets).refresh === 'function') return true;
  throw wrongOption(`secrets must be a list, or made by createLiveSecrets(), not ${secretKindOf(secrets)}.`);
}

const signatureLength: Readonly<Record<SignatureHash, Readonly<Record<SignatureEncoding, number>>>> = {
  'SHA-256': { hex: 64, base64: 44 },
  'SHA-1': { hex: 40, base64: 28 },
};

async function matchesOne(
  secrets: readonly HmacSecret[],
  given: string,
  { bytes, encoding, hash }: VerifyHmacOptions,
): Promise<boolean> {
  if (secrets.length === 0) {
    throw wrongOption('secrets is empty: without a signing secret, no webhook can be verified.');
  }
  let valid = false;
  for (const secret of secrets) {
    const expected = await signHmac({ secret, bytes, encoding, hash });
    // Compared as text: several base64 texts decode to the same bytes, and only one of them is the signature.
    if (constantTimeEqual(expected, given)) valid = true;
  }
  return valid;
}

// A general lower-casing would also turn other letters (the Kelvin sign) into ASCII.
function lowerHex(text: string): string {
  return text.replace(/[A-F]/g, (letter) => letter.toLowerCase());
}

function keyBytes(secret: HmacSecret): Uint8Array {
  if (isBytes(secret) && secret.length > 0) return secret;
  const text = Secret.isInstance(secret) ? secret.reveal() : secret;
  const key = typeof text === 'string' ? utf8(text) : secret;
  if (isBytes(key) && key.length > 0) return key;
  const kind = isBytes(key) || key === '' ? 'empty' : secretKindOf(key);
  throw wrongOption(`A signing secret must be a string, bytes or a Secret, and not empty; this is ${kind}.`);
}

// Not `instanceof`: test runners give each file its own realm.
function isBytes(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === '[object Uint8Array]';
}
