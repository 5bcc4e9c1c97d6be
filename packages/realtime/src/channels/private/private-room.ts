import type { AuthorizationFailure } from '../../auth/authorization-error.ts';
import { loadCode } from '../../internal/load-code.ts';
import { inboundPort } from '../subscription/inbound-port.ts';
import { encryptedExtension } from './extensions.ts';
import { PrivateChannels, type PrivateChannelsContext } from './private-channels.ts';

export { authorizeChannels } from '../../auth/authorize-channels.ts';
export { loadRefresh } from '../../auth/load-refresh.ts';
export { postAuthorization, postBatch } from '../../auth/post-authorization.ts';

/** The code of a presence and of an encrypted channel loads with the first of them. */
export function openPrivateChannels(
  context: PrivateChannelsContext,
  failure: AuthorizationFailure,
): PrivateChannels {
  return new PrivateChannels(context, failure, {
    async presence(channel, port, { hub }) {
      const part = `for the members of ${channel}`;
      const { Presence } = await loadCode(part, () => import('../presence.ts'), failure);
      return new Presence(channel, port, hub.report);
    },
    async encrypted(channel, port, inbound) {
      const part = `for the decryption of ${channel}`;
      const { EncryptedInbound } = await loadCode(part, () => import('./encrypted-inbound.ts'), failure);
      return encryptedExtension(new EncryptedInbound(inboundPort(channel, inbound, port.deliver)));
    },
  });
}
