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
import { loadPrivateChannels } from './load-private-channels.ts';

type AnyOptions = HttpAuthorizerOptions & { readonly batch?: boolean | BatchOptions | undefined };

const defaults = { ...endpointDefaults, batch: false as boolean | BatchOptions };

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
  const { batch, ...endpoint } = readOptions('httpAuthorizer()', options as AnyOptions, defaults);
  const checked = checkEndpoint(endpoint);
  if (batch === false) return eachChannel(checked);
  return batchAuthorizer(
    async (request) => {
      const { postBatch } = await loadPrivateChannels('private channels');
      return postBatch({ ...request, failure: authorizationFailure }, checked);
    },
    batch === true ? undefined : batch,
  );
}

function eachChannel(endpoint: EndpointSettings): Authorizer {
  return async (request) => {
    const { postAuthorization } = await loadPrivateChannels(request.channelName);
    return postAuthorization({ ...request, failure: authorizationFailure }, endpoint);
  };
}
