import { createHmac } from 'node:crypto';
import type { WebhookContext } from './mail-event.ts';

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

/** The headers of Standard Webhooks, and of Svix with its prefix, that prove a body. */
export function standardHeaders(
  { id, body, prefix = 'webhook' }: { readonly id: string; readonly body: string; readonly prefix?: string },
  { seed, now }: Pick<WebhookContext, 'seed' | 'now'>,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', seed).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    [`${prefix}-id`]: id,
    [`${prefix}-timestamp`]: timestamp,
    [`${prefix}-signature`]: `v1,${signature}`,
  };
}

/** The secret of {@link standardHeaders}. */
export const standardSecretOf = (seed: Uint8Array): string => `whsec_${Buffer.from(seed).toString('base64')}`;
