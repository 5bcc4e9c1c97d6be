import type { ChannelToken, EndpointOptions, RealtimeClientSettings, UserToken } from '@org/realtime';

/** Header or form fields. They are sent as text. @public */
export type Fields = Readonly<Record<string, unknown>>;

/** A callback of a handler: an error, or null and the answer. @public */
export type TokenCallback<Token> = (error: unknown, token?: Token | null) => void;

/**
 * How tokens are fetched: from an endpoint, or by a handler. `credentials`, `refresh` and
 * `dangerouslyAllowHttp` are those of `httpAuthorizer`. @public
 */
export interface PusherAuthorization<Params, Token>
  extends Pick<EndpointOptions, 'credentials' | 'refresh' | 'dangerouslyAllowHttp'> {
  readonly endpoint?: string | undefined;
  /** `ajax` alone: JSONP is not supported. */
  readonly transport?: 'ajax' | 'jsonp' | undefined;
  readonly headers?: Fields | undefined;
  readonly params?: Fields | undefined;
  /** Called for each request. */
  readonly headersProvider?: (() => Fields) | undefined;
  /** Called for each request. */
  readonly paramsProvider?: (() => Fields) | undefined;
  /** Fetches the token in place of the endpoint. */
  readonly customHandler?: ((params: Params, callback: TokenCallback<Token>) => unknown) | undefined;
}

/** What `authorizer` returns. @public */
export interface LegacyAuthorizer {
  authorize(socketId: string, callback: TokenCallback<ChannelToken>): unknown;
}

/** The options that `authorizer` gets. @public */
export interface LegacyAuthorizerOptions {
  readonly authEndpoint: string;
  readonly authTransport: 'ajax';
  readonly auth: { readonly headers?: Fields | undefined; readonly params?: Fields | undefined };
}

/** A way to the service in pusher-js. @public */
export type PusherTransport = 'ws' | 'wss' | 'xhr_streaming' | 'xhr_polling' | 'sockjs';

/** The options of pusher-js. Names that are not here, such as those of Laravel Echo, are ignored. @public */
export interface PusherOptions<Found = unknown> {
  /** For the hosted service. Ignored with `wsHost`. */
  readonly cluster?: string | undefined;
  readonly wsHost?: string | undefined;
  /** Without TLS. @defaultValue 80 */
  readonly wsPort?: number | string | undefined;
  /** With TLS. @defaultValue 443 */
  readonly wssPort?: number | string | undefined;
  readonly wsPath?: string | undefined;
  /** `false` allows plain text, except on a page of https. @defaultValue true */
  readonly forceTLS?: boolean | undefined;
  /** Must have `ws` or `wss`. Fallbacks to HTTP are not tried. */
  readonly enabledTransports?: readonly PusherTransport[] | undefined;
  /** Must not have both `ws` and `wss`. */
  readonly disabledTransports?: readonly PusherTransport[] | undefined;
  readonly activityTimeout?: number | undefined;
  readonly pongTimeout?: number | undefined;
  /** Milliseconds without a connection, after which the state is `unavailable`. @defaultValue 10_000 */
  readonly unavailableTimeout?: number | undefined;
  readonly channelAuthorization?:
    | PusherAuthorization<{ readonly socketId: string; readonly channelName: string }, ChannelToken>
    | undefined;
  readonly userAuthentication?: PusherAuthorization<{ readonly socketId: string }, UserToken> | undefined;
  /** @deprecated Use `channelAuthorization`. @defaultValue `/pusher/auth` */
  readonly authEndpoint?: string | undefined;
  /** @deprecated Use `channelAuthorization`. */
  readonly authTransport?: 'ajax' | 'jsonp' | undefined;
  /** @deprecated Use `channelAuthorization`. */
  readonly auth?: LegacyAuthorizerOptions['auth'] | undefined;
  /** @deprecated Use `channelAuthorization.customHandler`. */
  readonly authorizer?: ((channel: Found, options: LegacyAuthorizerOptions) => LegacyAuthorizer) | undefined;
  /** More settings of the client under this one, which pusher-js does not have. */
  readonly realtime?:
    | Omit<RealtimeClientSettings, 'key' | 'secret' | 'authorize' | 'authenticate' | 'autoConnect'>
    | undefined;
}
