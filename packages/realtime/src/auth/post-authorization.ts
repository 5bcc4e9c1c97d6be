import type { AuthorizationFailure } from './authorization-error.ts';
import type { AuthorizeBatch, AuthorizeBatchRequest, AuthorizeRequest, ChannelToken } from './authorizer.ts';
import type { LoadRefresh } from './form-post.ts';
import { postForm } from './post-form.ts';
import type { EndpointSettings } from './read-endpoint.ts';

interface Code {
  readonly failure: AuthorizationFailure;
  readonly loadRefresh: LoadRefresh;
}

const maxResponseBytes = 65_536;
const maxTokenBytes = 4_096;
const smallerBatches = 'Lower batch.maxChannels, or raise maxChannels of createAuthHandler.';

/** Requests the token of one channel. `readToken` checks it. */
export async function postAuthorization(
  { channelName, socketId, ...request }: AuthorizeRequest & Code,
  options: EndpointSettings,
): Promise<ChannelToken> {
  const token = await postForm(
    {
      ...request,
      factory: 'httpAuthorizer',
      subject: channelName,
      fields: { socket_id: socketId, channel_name: channelName },
      maxResponseBytes,
    },
    options,
  );
  if (typeof token['auth'] === 'string') return token as unknown as ChannelToken;
  throw request.failure(
    `The endpoint of httpAuthorizer responded without a text "auth", for ${channelName}.`,
  );
}

/** Requests the tokens of channels. `authorizeChannels` checks them. */
export async function postBatch(
  { channelNames, socketId, ...request }: AuthorizeBatchRequest & Code,
  options: EndpointSettings,
): Promise<Awaited<ReturnType<AuthorizeBatch>>> {
  const names = channelNames.map((name, index) => [`channel_name[${index}]`, name]);
  const tokens = await postForm(
    {
      ...request,
      factory: 'httpAuthorizer',
      subject: `${channelNames.length} channels`,
      fields: { socket_id: socketId, ...Object.fromEntries(names) },
      maxResponseBytes: maxResponseBytes + channelNames.length * maxTokenBytes,
      adviceIfTooLarge: channelNames.length > 1 ? smallerBatches : undefined,
    },
    options,
  );
  return tokens as Awaited<ReturnType<AuthorizeBatch>>; // each part is checked by its reader
}
