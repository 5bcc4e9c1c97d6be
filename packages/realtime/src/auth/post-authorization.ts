import type { AuthorizationFailure } from './authorization-error.ts';
import type { AuthorizeRequest, ChannelToken } from './authorizer.ts';
import type { EndpointOptions } from './authorizer-options.ts';
import { postForm } from './post-form.ts';

type Request = AuthorizeRequest & { readonly failure: AuthorizationFailure };

/** Requests the token of one channel. `readToken` checks it. @internal */
export async function postAuthorization(
  { channelName, socketId, ...request }: Request,
  options: EndpointOptions,
): Promise<ChannelToken> {
  const token = await postForm(
    {
      ...request,
      factory: 'httpAuthorizer',
      subject: channelName,
      fields: { socket_id: socketId, channel_name: channelName },
      maxResponseBytes: 64 * 1024,
    },
    options,
  );
  if (typeof token['auth'] === 'string') return token as unknown as ChannelToken;
  throw request.failure(
    `The endpoint of httpAuthorizer responded without a text "auth", for ${channelName}.`,
  );
}
