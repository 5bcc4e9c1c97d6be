import { isRecord } from './json.ts';

/** What the service says about something that went wrong. @internal */
export interface ServiceMessage {
  readonly code?: number;
  /** Safe to show: without tokens and without what was signed. */
  readonly message: string;
  /** As it came, to find out which subscription is meant. */
  readonly fullText: string;
}

const longestText = 500;

/** Reads the data of `pusher:error` and `pusher:subscription_error`, in the shapes of the servers that speak the protocol. @internal */
export function readServiceMessage(data: unknown): ServiceMessage {
  if (!isRecord(data)) return messageFrom(typeof data === 'string' ? data : '');
  const { code, status, message, error } = data;
  const text = [message, error].find((candidate) => typeof candidate === 'string' && candidate !== '');
  const number = [code, status].find(
    (candidate) => typeof candidate === 'number' && Number.isFinite(candidate),
  );
  return {
    ...messageFrom(typeof text === 'string' ? text : ''),
    ...(typeof number === 'number' && { code: number }),
  };
}

function messageFrom(text: string): ServiceMessage {
  return {
    message: withoutTokens(text).slice(0, longestText) || 'no reason given',
    fullText: text.slice(0, 20_000),
  };
}

// The hosted service repeats what was to be signed, which may be a member's personal data, and the token that it got.
function withoutTokens(text: string): string {
  return text
    .replace(/ hex digest of [\s\S]*$/, ' hex digest of something else')
    .replace(/[0-9a-f]{64}/gi, '[signature]');
}

/** Codes after which the same may work: "reconnect" of the protocol, and those of HTTP. @internal */
export function isTemporary(code: number): boolean {
  return (code >= 4100 && code < 4300) || code === 408 || code === 429 || (code >= 500 && code < 600);
}
