import { InvalidInputError } from '@org/core';
import type { PreparedMessage } from '../model/message.ts';

const maxKeyLength = 255;
const hashBytes = 12;

/**
 * An idempotency key for each recipient, made from the caller's key and the address: a recipient keeps the
 * key when the message is sent again with recipients added or removed, also to that recipient alone.
 *
 * @throws InvalidInputError for a key that services refuse, or that is too long to add the hash
 */
export async function recipientKeys(
  { to }: PreparedMessage,
  key: string,
): Promise<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>();
  requireKey(key, 'a message');
  for (const { address } of to) keys.set(address, `${key}-${await shortHash(address)}`);
  return keys;
}

/** @throws InvalidInputError for a key that services refuse, or that is too long to add the hash */
export function requireKey(key: unknown, owner: string): void {
  const maxLength = maxKeyLength - 1 - (hashBytes / 3) * 4;
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key) && key.length <= maxLength) return;
  throw new InvalidInputError({
    message:
      `idempotencyKey of ${owner} must be printable ASCII characters without spaces, for example a ` +
      `UUID, and have at most ${maxLength} characters.`,
    outcome: 'not-sent',
  });
}

/** The first bytes of the SHA-256 hash, as base64. */
export async function shortHash(content: string | Uint8Array): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return btoa(String.fromCharCode(...new Uint8Array(hash, 0, hashBytes)));
}
