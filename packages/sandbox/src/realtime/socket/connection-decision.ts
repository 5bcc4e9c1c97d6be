import type { ResolvedRealtimeOptions } from '../options.ts';
import { isSameText } from '../signature.ts';

/** The parameters of a new socket. */
export interface ConnectionWish {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly openConnections: number;
}

export type ConnectionDecision =
  | { readonly isAllowed: true; readonly protocol: number }
  | {
      readonly isAllowed: false;
      readonly code: number;
      readonly reason: string;
      /** Undefined unless the client sent a number. */
      readonly protocol: number | undefined;
    };

const newestProtocol = 7;
const oldestProtocol = 4;
const pathPattern = /^\/app\/([^/]+)$/;

/** The app key in the path of an upgrade. */
export function readAppKey(path: string): string | undefined {
  const segment = pathPattern.exec(path)?.[1];
  return segment === undefined ? undefined : decode(segment);
}

/** Decides whether a socket stays open, or its close code from the protocol's table. */
export function decideConnection(
  {
    app,
    disabled,
    limits,
    recovery,
  }: Pick<ResolvedRealtimeOptions, 'app' | 'disabled' | 'limits' | 'recovery'>,
  wish: ConnectionWish,
): ConnectionDecision {
  const text = wish.query.get('protocol');
  const protocol = text !== null && /^\d{1,4}$/.test(text) ? Number(text) : undefined;
  const refuse = (code: number, reason: string): ConnectionDecision => ({
    isAllowed: false,
    code,
    reason,
    protocol,
  });

  const key = readAppKey(wish.path);
  if (key === undefined) return refuse(4005, 'Path not found');
  if (text === null) return refuse(4008, 'No protocol version supplied');
  if (protocol === undefined) return refuse(4006, 'Invalid version string format');
  const isKnown = (protocol >= oldestProtocol && protocol <= newestProtocol) || (recovery && protocol === 2);
  if (!isKnown) return refuse(4007, 'Unsupported protocol version');
  if (!isSameText(key, app.key)) {
    return refuse(4001, `App key ${key} not in this cluster. Did you forget to specify the cluster?`);
  }
  if (disabled) return refuse(4003, 'Application disabled');
  if (wish.openConnections >= limits.connections) return refuse(4004, 'Application is over connection quota');
  return { isAllowed: true, protocol };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

// A control frame has 125 bytes, two of them for the code (RFC 6455 section 5.5).
const maxReasonBytes = 123;

/** Truncates a close reason to the size of a closing frame, between characters. */
export function cutReason(reason: string): string {
  const bytes = new Uint8Array(maxReasonBytes);
  const { written } = new TextEncoder().encodeInto(reason, bytes);
  return new TextDecoder().decode(bytes.subarray(0, written));
}
