import { createPrivateKey, type KeyObject } from 'node:crypto';
import {
  CredentialError,
  type CredentialSource,
  cachedCredential,
  credentialFrom,
  fromEnv,
  type Runtime,
} from '@org/core';
import { loadCredential } from '@org/core/driver';
import type { Signer } from '../settings/code.ts';
import type { SmtpDkimOptions } from '../settings/options.ts';
import { signatureField } from './dkim-signature.ts';

/**
 * Keys are loaded with the first mail, and cached. Several keys make several signatures: a receiver that does
 * not know Ed25519 uses that of RSA (RFC 8463, section 3).
 */
export function createSigner(all: readonly SmtpDkimOptions[], runtime: Runtime): Signer {
  const keys = all.map(({ privateKey, ...names }) => ({
    ...names,
    source: cachedCredential(credentialFrom(privateKey, fromEnv('SMTP_DKIM_PRIVATE_KEY'), 'dkim.privateKey')),
  }));
  return async (bytes, signal) => {
    const mail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const fields: string[] = [];
    for (const { source, ...names } of keys)
      fields.push(signatureField(mail, { ...names, key: await loadKey(source, runtime, signal) }));
    return Buffer.concat([Buffer.from(fields.join('')), mail]);
  };
}

async function loadKey(source: CredentialSource, runtime: Runtime, signal: AbortSignal): Promise<KeyObject> {
  const credential = await loadCredential(source, { runtime, signal, refresh: false });
  if (credential === undefined)
    throw unusable(`it is missing: set ${source.description}, or dkim.privateKey`);
  const key = readKey(credential.secret.reveal());
  const type = key?.asymmetricKeyType;
  if (key === undefined) throw unusable('it is not a private key in PEM (-----BEGIN PRIVATE KEY-----)');
  if (type === 'rsa' || type === 'ed25519') return key;
  throw unusable(`it is a key of the kind ${type}, and smtp() signs with RSA or Ed25519`);
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

function unusable(reason: string): CredentialError {
  return new CredentialError({
    message: `The DKIM key cannot be used: ${reason}.`,
    provider: 'smtp',
    operation: 'send',
    outcome: 'not-sent',
  });
}
