import { misconfigured } from '../internal/wrong-input.ts';

/** Where a service listens. `host` wins over `cluster`. @public */
export interface RealtimeAddress {
  /** For the hosted service: `eu`, `us2`, … @defaultValue REALTIME_CLUSTER, else `mt1` */
  readonly cluster?: string | undefined;
  /** A host name alone, like `ws.example.com`, for any other server. @defaultValue REALTIME_HOST, with REALTIME_PORT */
  readonly host?: string | undefined;
  /** @defaultValue 443 with TLS, 80 without */
  readonly port?: number | undefined;
  /** @defaultValue true, except on loopback */
  readonly useTls?: boolean | undefined;
  /** For a server behind a prefix, like `/realtime`. */
  readonly pathPrefix?: string | undefined;
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Is it this machine, where nobody listens in? @internal */
export function isLoopback(host: string): boolean {
  return loopback.test(host);
}

/** @internal */
export function usesTls({ host, useTls }: RealtimeAddress): boolean {
  return useTls ?? !(host !== undefined && isLoopback(host));
}

/**
 * The address of an app's WebSocket endpoint. Source: Pusher documentation, "Pusher Channels Protocol", connection.
 *
 * @throws ConfigurationError
 * @internal
 */
export function connectionUrl(
  address: RealtimeAddress,
  key: string,
  version: string,
  isTls: boolean,
): string {
  const { cluster = 'mt1', host, port, pathPrefix = '' } = address;
  if (!/^[A-Za-z0-9_.~-]+$/.test(key))
    throw misconfigured('key must be the app key: letters, digits and _ . ~ - only.');
  if (host === undefined && !/^[a-z0-9-]+$/.test(cluster)) {
    throw misconfigured('cluster must be lower-case letters, digits and dashes, like "eu".');
  }
  if (host !== undefined && !/^(?:[\w.-]+|\[[\da-f:.]+\])$/i.test(host)) {
    throw misconfigured(
      'host must be a host name alone, like "ws.example.com"; the port has its own option.',
    );
  }
  if (port !== undefined && !(Number.isSafeInteger(port) && port > 0 && port < 65_536)) {
    throw misconfigured('port must be a number from 1 to 65535.');
  }
  if (pathPrefix !== '' && !/^(?:\/[\w.-]+)+$/.test(pathPrefix)) {
    throw misconfigured('pathPrefix must look like "/realtime", without a slash at the end.');
  }
  const origin = `${isTls ? 'wss' : 'ws'}://${host ?? `ws-${cluster}.pusher.com`}${port === undefined ? '' : `:${port}`}`;
  return `${origin}${pathPrefix}/app/${key}?protocol=7&client=org-realtime-js&version=${encodeURIComponent(version)}`;
}
