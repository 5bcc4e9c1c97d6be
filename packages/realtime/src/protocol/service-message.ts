import { isRecord } from '../internal/json.ts';

export interface ServiceMessage {
  readonly code?: number;
  /** Safe to show: without tokens and signed text. */
  readonly message: string;
  /** The text as received, as far as it is searched, to find the subscription that it names. */
  readonly fullText: string;
}

const maxTextLength = 500;
const maxFullLength = 20_000;

/** Reads the data of `pusher:error` and `pusher:subscription_error`, in the forms of all servers. */
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
  const fullText = text.slice(0, maxFullLength);
  return {
    message: withoutTokens(fullText).slice(0, maxTextLength) || 'no reason given',
    fullText,
  };
}

// The hosted service repeats the token and the signed text, which may contain personal data of a member.
function withoutTokens(text: string): string {
  return text
    .replace(/ hex digest of [\s\S]*$/, ' hex digest of something else')
    .replace(/[0-9a-f]{64}/gi, '[signature]');
}

/** Whether another attempt may succeed: "reconnect" codes of the protocol, and those of HTTP. */
export function isTemporary(code: number): boolean {
  return (code >= 4100 && code < 4300) || code === 408 || code === 429 || (code >= 500 && code < 600);
}
