import { type CallSettings, type ClientOptions, createCallParts } from './calls/call-parts.ts';
import { type AuthorizeChannelRequest, authorizeChannel } from './signing/authorize.ts';
import { type AuthorizeChannelsRequest, authorizeChannels } from './signing/authorize-batch.ts';
import { authenticateUser, type RealtimeUser } from './signing/sign-user.ts';
import { createSigning, type SigningParts } from './signing/signing.ts';
import { createReceiver } from './webhooks/receive-webhook.ts';
import type { WebhookSettings } from './webhooks/webhook-options.ts';

type Settings = CallSettings & SigningParts & Pick<WebhookSettings, 'runtime'>;

/** The code of a client for servers, loaded with its first call. */
export function openServer(options: ClientOptions, webhooks: WebhookSettings['options'], settings: Settings) {
  const signing = createSigning(settings);
  return {
    ...createCallParts(options, settings),
    authorizeChannel: (request: AuthorizeChannelRequest) => authorizeChannel(signing, request),
    authorizeChannels: (request: AuthorizeChannelsRequest) => authorizeChannels(signing, request),
    authenticateUser: (socketId: string, user: RealtimeUser) => authenticateUser(signing, socketId, user),
    ...createReceiver({ ...settings, options: webhooks }),
  };
}
