import { authenticateUser, type RealtimeUser } from './authenticate-user.ts';
import { type AuthorizeChannelRequest, authorizeChannel } from './authorize.ts';
import { type AuthorizeChannelsRequest, authorizeChannels } from './authorize-batch.ts';
import { createSigning, type SigningParts } from './signing.ts';

/** The code of tokens for clients, loaded with the first one. */
export function createTokenParts(parts: SigningParts) {
  const signing = createSigning(parts);
  return {
    authorizeChannel: (request: AuthorizeChannelRequest) => authorizeChannel(signing, request),
    authorizeChannels: (request: AuthorizeChannelsRequest) => authorizeChannels(signing, request),
    authenticateUser: (socketId: string, user: RealtimeUser) => authenticateUser(signing, socketId, user),
  };
}
