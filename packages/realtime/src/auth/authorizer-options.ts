/** The endpoint, and what is sent to it. @public */
export interface HttpAuthorizerOptions {
  /** The application's own endpoint, like `/realtime/auth`; in browsers it may be relative. */
  readonly endpoint: string;
  /** Read anew for each request when it is a function: for tokens that change. */
  readonly headers?: HeaderFields | (() => HeaderFields | Promise<HeaderFields>) | undefined;
  /** Further form fields of each request. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /** Whether cookies go along, as in `fetch`. @defaultValue `same-origin` */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined;
  /**
   * Lets the endpoint be plain `http` to another machine, where anyone on the way reads session headers and
   * tokens. For a server inside a network of your own.
   *
   * @defaultValue false
   */
  readonly dangerouslyAllowHttp?: boolean | undefined;
}

/** Header fields by name. @public */
export type HeaderFields = Readonly<Record<string, string>>;
