import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { environmentProxy, type NodeTransportOptions, type ProxySetting } from '@org/core/node';
import type { OpenSocket } from '../connection/socket.ts';
import { openNodeSocket } from '../connection/websocket-node.ts';
import { isFields } from '../internal/json.ts';
import { misconfigured } from '../internal/wrong-input.ts';
import { connectThrough, readProxy } from './proxy-tunnel.ts';

const nodeWebSocketNames: OptionNames<NodeWebSocketOptions> = {
  headers: 0,
  proxy: 0,
  ca: 0,
  cert: 0,
  key: 0,
  passphrase: 0,
  servername: 0,
  agent: 0,
};

/** How Node opens a WebSocket: TLS options, an agent or a proxy, and headers. @public */
export interface NodeWebSocketOptions extends NodeTransportOptions {
  /**
   * Headers of the upgrade request, for a gateway in front of the service. Those of the connection itself are
   * refused, such as `host` and `upgrade`.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * A proxy that opens tunnels (CONNECT): `http://proxy.example.com:8080`, or with `user:password@`.
   * `'environment'` reads `HTTPS_PROXY` for `wss:`, `HTTP_PROXY` for `ws:`, and `NO_PROXY`. Not beside
   * `agent`.
   *
   * @defaultValue no proxy, whatever the environment says
   */
  readonly proxy?: string | undefined;
}

/**
 * The value of a client's option `socket` on Node: `socket: nodeWebSocket({ proxy: 'environment' })`. @public
 *
 * @example
 * const realtime = createRealtimeClient({ socket: nodeWebSocket({ proxy: 'environment' }) });
 *
 * @throws ConfigurationError for invalid options; it does not contain the proxy's address
 */
export function nodeWebSocket(options: NodeWebSocketOptions = {}): OpenSocket {
  refuseUnknown(options, nodeWebSocketNames, 'nodeWebSocket()');
  const { proxy, headers, agent, ...tls } = { ...options };
  if (headers !== undefined) checkHeaders(headers);
  if (agent !== undefined && (typeof agent !== 'object' || agent === null))
    throw misconfigured('agent must be an http.Agent or https.Agent.');
  if (proxy !== undefined && agent !== undefined)
    throw misconfigured('proxy and agent cannot be combined: set the proxy on the agent.');
  const fixed: ProxySetting | undefined =
    proxy === undefined || proxy === 'environment' ? undefined : { source: 'proxy', value: proxy };
  if (fixed !== undefined) readProxy(fixed);
  return openNodeSocket((url, dropped, limitMs) => {
    const chosen = proxy === 'environment' ? environmentProxy(new URL(url), process.env) : fixed;
    const tunnel = chosen && {
      createConnection: connectThrough(chosen, { url, tls, limitMs, signal: dropped() }),
    };
    return { ...tls, headers, agent, ...tunnel } as object;
  });
}

// The socket and Node set them, or they change the meaning of others. Source: RFC 6455, section 4.1.
const ownHeaders =
  /^(?:host|connection|upgrade|keep-alive|expect|te|trailer|transfer-enc.*|content-length|sec-websocket.*)$/i;

function checkHeaders(headers: Readonly<Record<string, string>>): void {
  if (!isFields(headers)) throw misconfigured('headers must be a plain object of text values.');
  const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http');
  for (const [name, value] of Object.entries(headers)) {
    if (ownHeaders.test(name)) throw misconfigured(`headers: "${name}" is set by the connection itself.`);
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value as string);
    } catch (cause) {
      throw misconfigured('headers: a name or a value is not valid in HTTP.', cause);
    }
  }
}
