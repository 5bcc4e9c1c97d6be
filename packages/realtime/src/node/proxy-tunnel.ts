import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { describeProxy, type NodeTransportOptions, type ProxySetting } from '@org/core/node';
import { misconfigured } from '../internal/wrong-input.ts';

/** @throws ConfigurationError, without the address */
export function readProxy({ source, value }: ProxySetting): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw misconfigured(`${source} must be a URL like "http://proxy.example.com:8080".`);
  return url;
}

/** The end of the URL that a socket is for, and its limits. */
export interface Destination {
  readonly url: string;
  readonly tls: Omit<NodeTransportOptions, 'agent'>;
  /** The limit of the whole opening. */
  readonly limitMs: number;
  /** Aborted when the socket is not needed any more. */
  readonly signal: AbortSignal;
}

type Connected = (error: Error | null, socket?: Socket) => void;

/**
 * Opens a tunnel for one socket, as the `createConnection` of `node:http`. Source: RFC 9110, section 9.3.6,
 * CONNECT.
 */
export function connectThrough(setting: ProxySetting, { url, tls, limitMs, signal }: Destination) {
  const proxy = readProxy(setting);
  const named = `the proxy ${describeProxy(setting, new URL(url))}`;
  const { protocol, hostname, port } = new URL(url);
  const isTls = protocol === 'wss:';
  const target = `${hostname}:${port || (isTls ? 443 : 80)}`;
  const host = hostname.replace(/^\[|\]$/g, '');
  return (_options: unknown, done: Connected): undefined => {
    const request = requestTunnel(proxy, target, signal);
    // Before the client's own limit, which does not know that the proxy is the one that is silent.
    const silence = setTimeout(() => request.destroy(timedOut()), limitMs * 0.9);
    const connected: Connected = (error, socket) => {
      clearTimeout(silence);
      done(error, socket);
    };
    request.once('connect', ({ statusCode }, socket: Socket) => {
      if (statusCode !== 200) {
        socket.destroy();
        return connected(new Error(`${named} refused the tunnel with status ${statusCode}`));
      }
      connected(null, isTls ? withTls(socket, host, tls) : socket);
    });
    request.once('response', ({ statusCode }) => {
      request.destroy();
      connected(new Error(`${named} refused the tunnel with status ${statusCode}`));
    });
    request.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code ?? cause.name;
      connected(Object.assign(new Error(`${named} is not reachable: ${why}`), { cause }));
    });
    request.end();
    return undefined;
  };
}

const timedOut = () => Object.assign(new Error('The proxy did not answer.'), { code: 'ETIMEDOUT' });

function requestTunnel(proxy: URL, target: string, signal: AbortSignal): ClientRequest {
  const { request } = process.getBuiltinModule(proxy.protocol === 'https:' ? 'node:https' : 'node:http');
  const user = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const authorization =
    user === ':' ? {} : { 'Proxy-Authorization': `Basic ${Buffer.from(user).toString('base64')}` };
  return request({
    host: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: proxy.port,
    method: 'CONNECT',
    path: target,
    headers: { Host: target, ...authorization },
    agent: false,
    signal,
  });
}

function withTls(socket: Socket, host: string, tls: Destination['tls']): Socket {
  const { connect } = process.getBuiltinModule('node:tls');
  const { isIP } = process.getBuiltinModule('node:net');
  // An address is not a server name. Source: RFC 6066, section 3.
  const servername = tls.servername ?? (isIP(host) ? '' : host);
  return connect({ ...(tls as ConnectionOptions), socket, host, servername });
}
