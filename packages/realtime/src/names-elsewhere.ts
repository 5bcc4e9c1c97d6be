/** Options of pusher-js and Echo, with the names to use as their types. */
export interface NamesElsewhere {
  /** @deprecated In configurations of servers. */
  readonly appKey?: '`appKey` is `key` here.' | undefined;
  /** @deprecated In pusher-js. */
  readonly wsHost?: '`wsHost` is `host` here.' | undefined;
  /** @deprecated In pusher-js. */
  readonly wsPort?: '`wsPort` is `port` here.' | undefined;
  /** @deprecated In pusher-js. */
  readonly forceTLS?: '`forceTLS` is `useTls` here; TLS is the default.' | undefined;
  /** @deprecated In pusher-js. */
  readonly authEndpoint?: '`authEndpoint` is `authorize: httpAuthorizer({ endpoint })` here.' | undefined;
  /** @deprecated In pusher-js. */
  readonly channelAuthorization?:
    | '`channelAuthorization` is `authorize: httpAuthorizer({ endpoint })` here.'
    | undefined;
}
