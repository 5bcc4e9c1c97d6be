import { realWork } from '@org/core/basics';
import type { AuthorizationFailure } from '../../auth/authorization-error.ts';
import type { Inbound, InboundPort } from '../subscription/inbound.ts';

/** Loads the code of encrypted channels with the first of them. The next attempt retries a failed load. */
export async function loadEncryptedInbound(
  port: InboundPort,
  failure: AuthorizationFailure,
): Promise<Inbound> {
  const { EncryptedInbound } = await realWork
    .run(() => import('./encrypted-inbound.ts'))
    .catch((cause: unknown) => {
      const message = `The code for the decryption of ${port.channel} did not load.`;
      throw failure(message, { retryable: true, cause });
    });
  return new EncryptedInbound(port);
}
