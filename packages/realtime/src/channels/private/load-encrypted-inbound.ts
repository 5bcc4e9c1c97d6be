import type { AuthorizationFailure } from '../../auth/authorization-error.ts';
import { loadCode } from '../../internal/load-code.ts';
import type { Inbound, InboundPort } from '../subscription/inbound.ts';

/** Loads the code of encrypted channels with the first of them. The next attempt retries a failed load. */
export async function loadEncryptedInbound(
  port: InboundPort,
  failure: AuthorizationFailure,
): Promise<Inbound> {
  const part = `for the decryption of ${port.channel}`;
  const { EncryptedInbound } = await loadCode(part, () => import('./encrypted-inbound.ts'), failure);
  return new EncryptedInbound(port);
}
