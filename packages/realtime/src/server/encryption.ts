import type { CredentialInput, Runtime } from '@org/core';
import type { ChannelEncryption } from '../crypto/channel-encryption.ts';
import { createLoader } from './load-part.ts';

/** Loads the encryption with the first encrypted channel. */
export type LoadEncryption = () => Promise<ChannelEncryption>;

export function createEncryptionLoader(
  masterKey: CredentialInput | undefined,
  runtime: Runtime,
): LoadEncryption {
  const loadCode = createLoader(() => import('../crypto/channel-encryption.ts'));
  let encryption: ChannelEncryption | undefined;
  return async () => {
    const { createChannelEncryption } = await loadCode();
    encryption ??= createChannelEncryption(masterKey, runtime);
    return encryption;
  };
}
