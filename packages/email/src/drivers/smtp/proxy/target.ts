/** Where the tunnel ends. */
export interface TunnelTarget {
  readonly host: string;
  readonly port: number;
}

/** The sign-in at the proxy. */
export interface ProxyAccount {
  readonly user: string;
  readonly password: string;
}
