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
   * Allows a plain `http` endpoint on another machine. Anyone on the network can then read session headers
   * and tokens. For a server in your own network.
   *
   * @defaultValue false
   */
  readonly dangerouslyAllowHttp?: boolean | undefined;
}

/** The endpoint that authorises channels, and the parts of its requests. @public */
export type HttpAuthorizerOptions = EndpointOptions;

/** The endpoint that authenticates users, and the parts of its requests. @public */
export type HttpUserAuthenticatorOptions = EndpointOptions;

/** Header fields by name. @public */
export type HeaderFields = Readonly<Record<string, string>>;
