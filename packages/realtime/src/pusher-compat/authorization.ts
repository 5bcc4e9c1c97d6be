import {
  type Authorizer,
  type ChannelToken,
  type EndpointOptions,
  httpAuthorizer,
  httpUserAuthenticator,
  type UserAuthenticator,
  type UserToken,
} from '@org/realtime';
import { misconfigured } from './misconfigured.ts';
import type { Fields, LegacyAuthorizer, PusherAuthorization, PusherOptions } from './pusher-options.ts';

/** The tokens of channels, in the ways of pusher-js: a handler, an `authorizer`, or an endpoint. */
export function toAuthorizer<Found>(
  options: PusherOptions<Found>,
  findChannel: (name: string) => Found,
): Authorizer {
  const { auth = {}, authEndpoint, authTransport, authorizer, channelAuthorization } = options;
  const given: PusherAuthorization<{ channelName: string; socketId: string }, ChannelToken> =
    channelAuthorization ?? { ...auth, endpoint: authEndpoint, transport: authTransport };
  const { customHandler } = given;
  if (customHandler !== undefined)
    return ({ channelName, socketId }) =>
      called<ChannelToken>((callback) => customHandler({ channelName, socketId }, callback));
  if (authorizer !== undefined && channelAuthorization === undefined) {
    const parts = { auth, authEndpoint: authEndpoint ?? defaultEndpoint, authTransport: 'ajax' } as const;
    return ({ channelName, socketId }) =>
      called<ChannelToken>((callback) => authorizerOf(channelName, parts).authorize(socketId, callback));
  }
  return httpAuthorizer(toEndpoint('channelAuthorization', given, defaultEndpoint));

  function authorizerOf(name: string, parts: object): LegacyAuthorizer {
    return (authorizer as NonNullable<typeof authorizer>)(findChannel(name), parts as never);
  }
}

/** The token of the user. */
export function toAuthenticator({ userAuthentication = {} }: PusherOptions<never>): UserAuthenticator {
  const { customHandler } = userAuthentication;
  if (customHandler !== undefined)
    return ({ socketId }) => called<UserToken>((callback) => customHandler({ socketId }, callback));
  return httpUserAuthenticator(toEndpoint('userAuthentication', userAuthentication, '/pusher/user-auth'));
}

const defaultEndpoint = '/pusher/auth';

function toEndpoint(
  name: string,
  given: Omit<PusherAuthorization<never, never>, 'customHandler'>,
  defaultTo: string,
): EndpointOptions {
  const { credentials, dangerouslyAllowHttp, endpoint = defaultTo, refresh, transport } = given;
  if (transport === 'jsonp')
    throw misconfigured(
      `${name}.transport: jsonp is not supported. Use ajax, and allow CORS at ${endpoint}.`,
    );
  return {
    endpoint,
    credentials,
    dangerouslyAllowHttp,
    refresh,
    // Read for each request: Laravel Echo and applications change the objects.
    headers: () => toText({ ...given.headers, ...given.headersProvider?.() }),
    fields: () => toText({ ...given.params, ...given.paramsProvider?.() }),
  };
}

function toText(fields: Fields): Record<string, string> {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}

/** The answer of a function with a callback `(error, answer)`. */
function called<Answer>(
  call: (callback: (error: unknown, answer?: Answer | null) => void) => unknown,
): Promise<Answer> {
  return new Promise((resolve, reject) =>
    call((error, answer) => {
      if (error === null || error === undefined || error === false) resolve(answer as Answer);
      else reject(error instanceof Error ? error : new Error(String(answer ?? error)));
    }),
  );
}
