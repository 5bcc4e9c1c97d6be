import type { RealtimeClientOptions } from '@org/realtime';
import { toAuthenticator, toAuthorizer } from './authorization.ts';
import { misconfigured } from './misconfigured.ts';
import type { PusherOptions } from './pusher-options.ts';

/** The options of our client. @throws ConfigurationError for an option that has no counterpart */
export function toClientOptions<Found>(
  key: string,
  options: PusherOptions<Found>,
  findChannel: (name: string) => Found,
): RealtimeClientOptions {
  requireWebSocket(options);
  return {
    ...options.realtime,
    ...('secret' in options && { secret: options.secret as never }),
    ...toAddress(options),
    key,
    autoConnect: false,
    activityTimeoutMs: options.activityTimeout || undefined,
    pongTimeoutMs: options.pongTimeout || undefined,
    authorize: toAuthorizer(options, findChannel),
    authenticate: toAuthenticator(options),
  };
}

function toAddress(options: PusherOptions<never>): RealtimeClientOptions {
  const { cluster, forceTLS, wsHost, wsPath, wsPort, wssPort } = options;
  if (!wsHost && !cluster)
    throw misconfigured('cluster is missing: set it for the hosted service, or wsHost for another server.');
  // A page of https may not open a plain connection.
  const useTls = forceTLS !== false || globalThis.location?.protocol === 'https:';
  const port = Number(useTls ? wssPort : wsPort) || undefined;
  const pathPrefix = wsPath?.endsWith('/') ? wsPath.slice(0, -1) : wsPath;
  const more = { port, useTls, pathPrefix: pathPrefix || undefined };
  return wsHost ? { ...more, host: wsHost } : { ...more, cluster };
}

function requireWebSocket({ disabledTransports = [], enabledTransports }: PusherOptions<never>): void {
  const isEnabled = (name: 'ws' | 'wss') =>
    (enabledTransports?.includes(name) ?? true) && !disabledTransports.includes(name);
  if (!isEnabled('ws') && !isEnabled('wss'))
    throw misconfigured(
      'There is WebSocket alone: add ws and wss to enabledTransports, or remove the option. ' +
        'xhr_streaming, xhr_polling and sockjs are not supported.',
    );
}
