import type { ConfigurationError } from '@org/core';
import { readSetting } from '@org/core/basics';
import { misconfigured } from '../internal/wrong-input.ts';

/** The address of a service: the hosted one by its `cluster`, any other server by its `host`. @public */
export type RealtimeAddress = ServiceLocation & AddressDetails;

/** Either a cluster or a host. @public */
export type ServiceLocation =
  | {
      /** For the hosted service: `eu`, `us2`, … @defaultValue REALTIME_CLUSTER */
      readonly cluster?: string | undefined;
      /** Not together with `cluster`. */
      readonly host?: EitherClusterOrHost | undefined;
    }
  | {
      /**
       * A host name alone, like `ws.example.com`, for any other server.
       *
       * @defaultValue REALTIME_HOST, REALTIME_PORT
       */
      readonly host?: string | undefined;
      /** Not together with `host`. */
      readonly cluster?: EitherClusterOrHost | undefined;
    };

/** What a compiler says to both of them. @public */
export type EitherClusterOrHost = 'Set cluster for the hosted service, or host for another server, not both.';

/** Port, TLS and path of a service. @public */
export interface AddressDetails {
  /** @defaultValue 443 with TLS, 80 without */
  readonly port?: number | undefined;
  /** @defaultValue true, except on loopback */
  readonly useTls?: boolean | undefined;
  /** For a server behind a prefix, like `/realtime`. */
  readonly pathPrefix?: string | undefined;
}

const prefix = /^(?:(?:\/(?!\.\.?(?:\/|$))[\w.-]+)+|)$/;
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether the host is this machine, where plain text is safe. */
export function isLoopback(host: string): boolean {
  return loopback.test(host);
}

export function usesTls({ host, useTls }: RealtimeAddress): boolean {
  return useTls ?? !(typeof host === 'string' && isLoopback(host));
}

export function hasAddress({ host, cluster }: RealtimeAddress): boolean {
  return host !== undefined || cluster !== undefined;
}

export function missingAddress(): ConfigurationError {
  return misconfigured('host or cluster is missing: pass it, or set REALTIME_HOST or REALTIME_CLUSTER.');
}

/**
 * `wss://host:port/prefix`, or with another scheme. `subdomain` belongs to the hosted service.
 *
 * @throws ConfigurationError
 */
export function serviceUrl(
  address: RealtimeAddress,
  { scheme, subdomain }: { readonly scheme: string; readonly subdomain: string },
): string {
  const { cluster, host, port, useTls, pathPrefix = '' } = address;
  if (!hasAddress(address)) throw missingAddress();
  if (host !== undefined && cluster !== undefined)
    throw misconfigured('Set cluster for the hosted service, or host for another server, not both.');
  requireForm('cluster', cluster, /^[a-z0-9-]+$/, 'letters, digits and dashes, like "eu"');
  requireForm('host', host, /^(?:[\w.-]+|\[[\da-f:.]+\])$/i, 'a host name alone: the port is an option');
  requireForm('pathPrefix', pathPrefix, prefix, 'a path like "/realtime", without a slash at the end');
  if (port !== undefined && !(Number.isSafeInteger(port) && port > 0 && port < 65_536))
    throw misconfigured('port must be a number from 1 to 65535.');
  if (useTls !== undefined && typeof useTls !== 'boolean') throw misconfigured('useTls must be a boolean.');
  const name = host ?? `${subdomain}-${cluster}.pusher.com`;
  const origin = `${scheme}${usesTls(address) ? 's' : ''}://${name}${port === undefined ? '' : `:${port}`}`;
  const url = `${origin}${pathPrefix}`;
  // Some names have only allowed characters and are not a host, like 999.1.1.1.
  // React Native has no `canParse`.
  if (URL.canParse?.(url) === false) throw misconfigured('host is invalid.');
  return url;
}

function requireForm(name: string, value: unknown, pattern: RegExp, form: string): void {
  if (value !== undefined && !(typeof value === 'string' && pattern.test(value)))
    throw misconfigured(`${name} must be ${form}.`);
}

/**
 * Completes an address without host and cluster from REALTIME_HOST and REALTIME_PORT, or from
 * REALTIME_CLUSTER. Any host is allowed, because requests are signed and never contain the secret.
 *
 * @throws ConfigurationError for a variable that is blank
 */
export function completeAddress(address: RealtimeAddress): RealtimeAddress {
  if (hasAddress(address)) return address;
  const host = readSetting('REALTIME_HOST');
  if (host === undefined) return { ...address, host, cluster: readSetting('REALTIME_CLUSTER') };
  const port = readSetting('REALTIME_PORT');
  return {
    ...address,
    host,
    cluster: undefined,
    port: address.port ?? (port === undefined ? undefined : Number(port)),
  };
}

/**
 * The URL of an app's WebSocket endpoint. Source: Pusher documentation, "Pusher Channels Protocol",
 * connection.
 *
 * @throws ConfigurationError
 */
export function connectionUrl(address: RealtimeAddress, key: string, version: string): string {
  if (!/^(?!\.\.?$)[A-Za-z0-9_.~-]+$/.test(key))
    throw misconfigured('key must be the app key: letters, digits and _ . ~ - only.');
  const base = serviceUrl(address, { scheme: 'ws', subdomain: 'ws' });
  return `${base}/app/${key}?protocol=7&client=org-realtime-js&version=${encodeURIComponent(version)}`;
}
