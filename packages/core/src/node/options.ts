/** Options of `createNodeTransport()`. Node's own defaults: TLS trusts the system's authorities. @public */
export interface NodeTransportOptions {
  /** Certificate authorities to trust instead of the system's, as PEM. */
  readonly ca?: PemInput | undefined;
  /** The client's certificate chain, as PEM (mutual TLS). */
  readonly cert?: PemInput | undefined;
  /** The private key of `cert`, as PEM. */
  readonly key?: PemInput | undefined;
  /** The passphrase of `key`. */
  readonly passphrase?: string | undefined;
  /** The name in the service's certificate, if it is not the host of the URL. */
  readonly servername?: string | undefined;
  /**
   * Your own agent for the protocol of the base URL (`http.Agent` or `https.Agent`): for a proxy, or with
   * other limits. Set the options above on it. `close()` does not close it.
   */
  readonly agent?: object | undefined;
}

/** Keys or certificates in PEM format, one or several. @public */
export type PemInput = string | Uint8Array | readonly (string | Uint8Array)[];
