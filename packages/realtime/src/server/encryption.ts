import { type CredentialInput, cachedCredential, credentialFrom, fromEnv, type Runtime } from '@org/core';
import type { ChannelEncryption } from '../crypto/channel-encryption.ts';
import { createLoader } from './load-part.ts';

/** Loads the encryption with the first encrypted channel. */
export type LoadEncryption = () => Promise<ChannelEncryption>;

export function createEncryptionLoader(
  masterKey: CredentialInput | undefined,
  runtime: Runtime,
): LoadEncryption {
  const source = cachedCredential(
    credentialFrom(masterKey, fromEnv('REALTIME_ENCRYPTION_MASTER_KEY'), 'encryptionMasterKey'),
  );
  const loadCode = createLoader(() => import('../crypto/channel-encryption.ts'));
  let encryption: ChannelEncryption | undefined;
  return async () => {
    const { createChannelEncryption } = await loadCode();
    encryption ??= createChannelEncryption(source, runtime);
    return encryption;
  };
}
