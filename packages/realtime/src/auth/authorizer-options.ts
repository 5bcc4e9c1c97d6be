/** An endpoint of the application, and the parts of its requests. @public */
export interface EndpointOptions {
  /** The application's endpoint, like `/realtime/auth`. In browsers it may be relative. */
  readonly endpoint: string;
  /** A function is called for each request, for tokens that change. */
  readonly headers?: HeaderFields | (() => HeaderFields | Promise<HeaderFields>) | undefined;
  /** Additional form fields of each request. */
  readonly fields?: HeaderFields | (() => HeaderFields | Promise<HeaderFields>) | undefined;
  /** Whether requests have cookies, as in `fetch`. @defaultValue `same-origin` */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined;
  /**
   * Renews the login, or the CSRF token, after a 401 or 419, once for all requests that failed; each is then
   * sent again, once. When it rejects, the client asks again later. Limit: 10 seconds.
   */
  readonly refresh?: (() => unknown) | undefined;
  /**
   * Allows a plain `http` endpoint on another machine. Anyone on the network can then read session headers
   * and tokens. For a server in your own network.
   *
   * @defaultValue false
   */
  readonly dangerouslyAllowHttp?: boolean | undefined;
}

/** The endpoint that authorises one channel for each request. @public */
export type HttpAuthorizerOptions = EndpointOptions;

/** The endpoint that authorises many channels for each request. @public */
export interface HttpBatchAuthorizerOptions extends EndpointOptions {
  /** Collects channels. `true` has the defaults. */
  readonly batch: true | BatchOptions;
}

/** How channels are collected for one call. @public */
export interface BatchOptions {
  /** The most channels of one call. @defaultValue 100 */
  readonly maxChannels?: number | undefined;
  /** How long a call waits for more channels. A full one does not wait. @defaultValue 10 */
  readonly delayMs?: number | undefined;
}

/** The endpoint that authenticates users, and the parts of its requests. @public */
export type HttpUserAuthenticatorOptions = EndpointOptions;

/** Header fields by name. @public */
export type HeaderFields = Readonly<Record<string, string>>;
