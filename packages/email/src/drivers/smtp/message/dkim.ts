import { createPrivateKey } from 'node:crypto';
import {
  CredentialError,
  type CredentialSource,
  cached,
  credentialFrom,
  fromEnv,
  type Runtime,
} from '@org/core';
import { signMail } from '../connection/nodemailer.ts';
import type { SmtpDkimOptions } from '../settings/options.ts';

/**
 * The signed header fields. nodemailer's own list lacks `List-Unsubscribe-Post`, which RFC 8058, section 4,
 * wants signed.
 */
const signedFields = [
  'From',
  'Sender',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'To',
  'Cc',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'In-Reply-To',
  'References',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
].join(':');

/** Signs a composed mail. */
export type Signer = (mail: Uint8Array, signal: AbortSignal) => Promise<Uint8Array>;

/** The key is loaded with the first mail, and cached. Nothing is written to a disk. */
export function createSigner({ domain, selector, privateKey }: SmtpDkimOptions, runtime: Runtime): Signer {
  const source = cached(credentialFrom(privateKey, fromEnv('SMTP_DKIM_PRIVATE_KEY')));
  return async (mail, signal) => {
    const key = await loadKey(source, runtime, signal);
    const signed = await signMail(mail, { domain, selector, privateKey: key, fields: signedFields });
    // nodemailer leaves out the signature when it fails.
    if (signed.indexOf('DKIM-Signature:') !== 0) throw unusable('it signs nothing');
    return signed;
  };
}

async function loadKey(source: CredentialSource, runtime: Runtime, signal: AbortSignal): Promise<string> {
  const credential = await source.load({ runtime, signal, refresh: false });
  if (credential === undefined)
    throw unusable(`it is missing: set ${source.description}, or dkim.privateKey`);
  const pem = credential.secret.reveal();
  const type = readKeyType(pem);
  if (type === undefined) throw unusable('it is not a private key in PEM (-----BEGIN PRIVATE KEY-----)');
  if (type !== 'rsa') throw unusable(`it is an ${type} key, and smtp() signs with RSA (rsa-sha256)`);
  return pem;
}

function readKeyType(pem: string): string | undefined {
  try {
    return createPrivateKey(pem).asymmetricKeyType;
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
