import { createHmac } from 'node:crypto';

/**
 * The secret of a service that signs nothing: it is in the webhook's login, header or URL, where the service
 * lets its users put one.
 *
 * @example
 * const secretOf = sharedSecretOf('acme');
 */
export function sharedSecretOf(service: string): (seed: Uint8Array) => string {
  return (seed) => createHmac('sha256', seed).update(service).digest('hex').slice(0, 32);
}

export const bearerLogin = (secret: string) => ({ authorization: `Bearer ${secret}` });

export const basicLogin = (secret: string) => ({
  authorization: `Basic ${Buffer.from(`sandbox:${secret}`).toString('base64')}`,
});
