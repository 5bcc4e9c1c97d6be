import { type CredentialInput, type CredentialSource, credentialFrom, fromEnv, Secret } from '@org/core';
import { encodeBase64 } from '../../../driver.ts';

const version = 0x04;

/**
 * The SMTP password of Amazon SES, derived from an IAM user's secret access key. Temporary credentials have
 * no SMTP password. `smtp({ preset: 'ses' })` uses it by itself.
 *
 * @public
 */
export function sesSmtpPassword(
  secretAccessKey: CredentialInput | undefined,
  region: string,
): CredentialSource {
  const source = credentialFrom(secretAccessKey, fromEnv('AWS_SECRET_ACCESS_KEY'));
  return {
    get description() {
      return source.description;
    },
    async load(context) {
      const credential = await source.load(context);
      if (credential === undefined) return undefined;
      return { ...credential, secret: new Secret(await derive(credential.secret.reveal(), region)) };
    },
  };
}

/** AWS, "Obtaining Amazon SES SMTP credentials": a signature of fixed date, service and text. */
async function derive(secretAccessKey: string, region: string): Promise<string> {
  let key = new TextEncoder().encode(`AWS4${secretAccessKey}`);
  for (const text of ['11111111', region, 'ses', 'aws4_request', 'SendRawEmail']) key = await hmac(key, text);
  return encodeBase64(Uint8Array.of(version, ...key));
}

async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text)));
}
