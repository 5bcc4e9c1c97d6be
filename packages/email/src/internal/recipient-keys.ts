import { InvalidInputError } from '@org/core';
import { encodeBase64 } from '../model/base64.ts';
import type { PreparedMessage } from '../model/message.ts';

const maxKeyLength = 255;
const hashBytes = 12;

/**
 * An idempotency key for each recipient, made from the caller's key and the address: a recipient keeps the
 * key when the message is sent again with recipients added or removed, also to that recipient alone.
 *
 * @throws InvalidInputError for a key that services do not take, or that leaves no place for the hash
 */
export async function recipientKeys(
  { to }: PreparedMessage,
  key: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>();
  if (key === undefined) return keys;
  const maxLength = maxKeyLength - 1 - (hashBytes / 3) * 4;
  if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key) || key.length > maxLength)
    throw new InvalidInputError({
      message:
        'idempotencyKey of a message must be printable ASCII characters without spaces, for example a UUID, ' +
        `and have at most ${maxLength} characters.`,
      outcome: 'not-sent',
    });
  for (const { address } of to) {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(address));
    keys.set(address, `${key}-${encodeBase64(new Uint8Array(hash, 0, hashBytes))}`);
  }
  return keys;
}
