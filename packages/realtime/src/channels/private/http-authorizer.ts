import { authorizationFailure } from '../../auth/authorization-error.ts';
import type { Authorizer, BatchAuthorizer } from '../../auth/authorizer.ts';
import type {
  BatchOptions,
  HttpAuthorizerOptions,
  HttpBatchAuthorizerOptions,
} from '../../auth/authorizer-options.ts';
import { batchAuthorizer } from '../../auth/batch-authorizer.ts';
import { checkEndpoint, type EndpointSettings, endpointDefaults } from '../../auth/read-endpoint.ts';
import { readOptions } from '../../internal/read-options.ts';
import { loadPrivateRoom } from './load-private-channels.ts';

export type AuthorizerOptions = HttpAuthorizerOptions & {
  readonly batch?: boolean | BatchOptions | undefined;
};

/**
 * Gets tokens from an endpoint of the application: a form POST with `socket_id` and `channel_name`, whose 2xx
 * response is JSON `{ auth, channel_data? }`. Redirects are not followed. A temporary failure (network, 408,
 * 429, 5xx) is retried, after the endpoint's `Retry-After`. Source: Pusher documentation, "Authorizing
 * users".
 *
 * With `batch`, one request has many channels: `channel_name[0]`, `channel_name[1]`, …; the response is JSON
 * with `{ status, data: { auth } }` by channel name. Source: pusher-js-auth 4. @public
 *
 * @example
 * const authorize = httpAuthorizer({ endpoint: '/realtime/auth' });
 * const realtime = createRealtimeClient({ key: 'app-key', cluster: 'eu', authorize });
 *
 * @throws ConfigurationError for an invalid endpoint; plain `http` is allowed to this machine only
 */
export function httpAuthorizer(options: HttpBatchAuthorizerOptions): BatchAuthorizer;
export function httpAuthorizer(options: HttpAuthorizerOptions): Authorizer;
export function httpAuthorizer(
  options: HttpAuthorizerOptions | HttpBatchAuthorizerOptions,
): Authorizer | BatchAuthorizer {
  const read = readOptions('httpAuthorizer()', options as AuthorizerOptions, authorizerDefaults());
  return openAuthorizer(read, loadPrivateRoom);
}

type Posts = typeof import('./private-room.ts');
type LoadPosts = (
  channelName: string,
) => Promise<Pick<Posts, 'postAuthorization' | 'postBatch' | 'loadRefresh'>>;

export const authorizerDefaults = () => ({ ...endpointDefaults, batch: false as boolean | BatchOptions });

/** The same with the code of its requests. */
export function openAuthorizer(
  { batch, ...endpoint }: EndpointSettings & { readonly batch: boolean | BatchOptions },
  load: LoadPosts,
): Authorizer | BatchAuthorizer {
  const checked = checkEndpoint(endpoint);
  if (batch === false) return eachChannel(checked, load);
  return batchAuthorizer(
    async (request) => {
      const { loadRefresh, postBatch } = await load('private channels');
      return postBatch({ ...request, failure: authorizationFailure, loadRefresh }, checked);
    },
    batch === true ? undefined : batch,
  );
}

function eachChannel(endpoint: EndpointSettings, load: LoadPosts): Authorizer {
  return async (request) => {
    const { loadRefresh, postAuthorization } = await load(request.channelName);
    return postAuthorization({ ...request, failure: authorizationFailure, loadRefresh }, endpoint);
  };
}
