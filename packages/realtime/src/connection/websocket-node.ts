import { readRetryAfter } from '@org/core/headers';
import type { ClientOptions, WebSocket } from 'ws';
import { misconfigured } from '../internal/wrong-input.ts';
import {
  type OpenSocket,
  type SocketEnd,
  type SocketListener,
  type SocketOptions,
  tooLarge,
} from './socket.ts';

/**
 * Options of `ws` for one socket. `dropped` returns a signal that is aborted with the socket; `limitMs` is
 * the limit of its opening.
 */
export type NodeSocketOptions = (url: string, dropped: () => AbortSignal, limitMs: number) => ClientOptions;

/**
 * Node: the `ws` package, which is faster than the built-in WebSocket and reports why a connection failed. It
 * is loaded with the first connection, so that the import of this package stays fast.
 */
export const openSocket: OpenSocket = openNodeSocket(() => ({}));

export function openNodeSocket(choose: NodeSocketOptions): OpenSocket {
  return (url, listener, options) => {
    let isDropped = false;
    let dropping: AbortController | undefined;
    const dropped = () => {
      dropping ??= new AbortController();
      return dropping.signal;
    };
    let socket: WebSocket | undefined;
    loadWs().then(
      (ws) => {
        if (isDropped) return listener.ended({ code: 1006, reason: 'closed before it was opened' });
        try {
          const own = choose(url, dropped, options.handshakeTimeoutMs);
          socket = connect(ws.WebSocket, url, listener, options, own);
        } catch (cause) {
          if (!endedByShortage(cause, listener)) listener.unusable(cause);
        }
      },
      (cause) => endedByShortage(cause, listener) || listener.unusable(misconfigured(notLoaded, cause)),
    );
    return {
      send(text) {
        if (socket?.readyState !== open) return;
        socket.send(text);
        // Bounds the memory when a service sends pings and reads no pongs.
        if (socket.bufferedAmount > 16_000_000) this.drop();
      },
      close() {
        if (socket?.readyState === open) socket.close(1000);
        else this.drop();
      },
      drop() {
        isDropped = true;
        dropping?.abort();
        socket?.terminate();
      },
    };
  };
}

// This machine lacks something that it had, and may have again: descriptors, ports, memory.
const shortages = ['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'EAGAIN', 'ENOBUFS', 'ENOMEM'];

/** Ends the socket as a lost connection does, so that the client tries again. */
function endedByShortage(cause: unknown, listener: SocketListener): boolean {
  const { code, message } = Object(cause) as { readonly code?: unknown; readonly message?: unknown };
  // A search for a package that ends so has another code.
  const isShort = shortages.includes(String(code)) || /too many open files/.test(String(message));
  if (!isShort) return false;
  listener.ended({ code: 1006, reason: String(code), cause });
  return true;
}

const open = 1 satisfies typeof WebSocket.OPEN;
let loading: Promise<typeof import('ws')> | undefined;

/** Once: an `import()` of a loaded module still takes some 20 microseconds. */
function loadWs(): Promise<typeof import('ws')> {
  loading ??= import('ws').catch((cause: unknown) => {
    loading = undefined;
    throw cause;
  });
  return loading;
}

interface UpgradeResponse {
  readonly statusCode?: number | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

function connect(
  Socket: typeof WebSocket,
  url: string,
  listener: SocketListener,
  { maxMessageBytes, runtime }: SocketOptions,
  further: ClientOptions,
): WebSocket {
  const socket = new Socket(url, {
    ...further,
    maxPayload: maxMessageBytes,
    followRedirects: false,
    perMessageDeflate: false,
    allowSynchronousEvents: true,
  });
  /** The first reason. Later ones come from `ws`, which then ends the socket. */
  let failure: Partial<SocketEnd> | undefined;
  let hasEnded = false;
  if (listener.opened) socket.on('open', listener.opened);
  socket.on('message', (message, isBinary) => {
    if (hasEnded) return;
    if (isBinary) listener.violated('it is binary');
    else listener.received(String(message));
  });
  socket.on('unexpected-response', (_request, response) => {
    failure = refusedUpgrade(response, runtime.now());
    socket.terminate();
  });
  socket.on('error', (cause: NodeJS.ErrnoException) => {
    const isTooLarge = cause.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
    failure ??= isTooLarge ? tooLarge(maxMessageBytes) : { reason: describe(cause), cause };
  });
  socket.on('close', (code, reason) => {
    if (hasEnded) return;
    hasEnded = true;
    listener.ended({ code, reason: String(reason), ...failure });
  });
  return socket;
}

function refusedUpgrade({ statusCode, headers }: UpgradeResponse, nowMs: number): Partial<SocketEnd> {
  const fields = { get: (name: string) => headers[name]?.toString() ?? null };
  return {
    reason: `the upgrade was refused with status ${statusCode}`,
    retryAfterMs: readRetryAfter(fields, nowMs),
  };
}

/** Prefers the code of a network error: its message may contain the URL. */
function describe({ code, message }: NodeJS.ErrnoException): string {
  if (typeof code !== 'string') return message;
  if (tlsCode.test(code))
    return `the TLS handshake failed, ${code}: check host, port, useTls and certificates`;
  if (!code.startsWith('HPE_')) return code;
  return `the response is not valid HTTP, ${code}: check port and useTls`;
}

const tlsCode = /^(?:EPROTO|ERR_(?:TLS|SSL)_|CERT_|UNABLE_TO_(?:VERIFY|GET)_)|SELF_SIGNED_CERT/;

const notLoaded =
  'The package "ws" did not load. Install it (npm install ws); if you bundle, keep it external.';
