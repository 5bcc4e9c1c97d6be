import { CredentialError, type CredentialSource, type Runtime } from '@org/core';
import { concatBytes, decodeBase64, encodeBase64 } from '@org/core/webhooks';
import { parseText } from '../internal/json.ts';
import { misconfigured, notSent } from '../internal/wrong-input.ts';
import { encodeEventData } from '../protocol/event-data.ts';
import { maxPlaintextBytes } from './plaintext-limit.ts';
import { open, seal } from './secretbox.ts';

/** Encrypts and decrypts the events of encrypted channels on a server. */
export type ChannelEncryption = ReturnType<typeof createChannelEncryption>;

export function createChannelEncryption(source: CredentialSource, runtime: Runtime) {
  const findKey = async (channel: string): Promise<Uint8Array | undefined> => {
    const found = await source.load({ runtime, refresh: false });
    return found && channelKey(channel, readMasterKey(found.secret.reveal()));
  };
  const requireKey = async (channel: string): Promise<Uint8Array> => {
    const key = await findKey(channel);
    if (key !== undefined) return key;
    const remedy = `set ${source.description}, or pass encryptionMasterKey`;
    throw new CredentialError({ ...notSent, message: `An encrypted channel needs a master key: ${remedy}.` });
  };
  return {
    /** The key of a channel as base64, for its subscribers. */
    sharedSecret: async (channel: string) => encodeBase64(await requireKey(channel)),
    /** Encrypts the data of an event. @throws InvalidInputError, PayloadTooLargeError */
    async seal(channel: string, data: unknown, maxBytes: number) {
      const most = maxPlaintextBytes(maxBytes);
      const limit = `${most}, which maxEventBytes (${maxBytes}) leaves on an encrypted channel`;
      return seal(encodeEventData(data, most, limit), await requireKey(channel));
    },
    /** Decrypts the data of an event; `undefined` without a master key, or with another one. */
    async open(channel: string, data: unknown) {
      const key = await findKey(channel);
      const opened = key && open(data, key);
      if (!opened || !('plaintext' in opened)) return undefined;
      return { data: parseText(opened.plaintext), raw: opened.plaintext };
    },
  };
}

function readMasterKey(text: string): Uint8Array {
  const bytes = decodeBase64(text.trim());
  if (bytes?.length === 32) return bytes;
  throw misconfigured(
    'encryptionMasterKey must be 32 bytes as standard base64, which are 44 characters. ' +
      'Make one with: openssl rand -base64 32',
  );
}

/** Source: pusher-http-node 5, `pusher.js`, `channelSharedSecret`. */
export async function channelKey(channel: string, masterKey: Uint8Array): Promise<Uint8Array> {
  const digest = await crypto.subtle.digest('SHA-256', concatBytes(channel, masterKey) as BufferSource);
  return new Uint8Array(digest);
}
