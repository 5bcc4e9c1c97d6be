// Mail that Cloudflare's Email Workers receive.

import { ConfigurationError, InvalidInputError } from '@org/core';
import { refuseUnknown } from '@org/core/basics';
import { wholeNumberOption } from '@org/core/driver';
import { readBounded } from '@org/core/webhooks';
import type { InboundAuthentication, InboundMail } from './inbound-mail.ts';
import type { InboundOptions } from './inbound-options.ts';
import { digestOf, headerValue, notMail, soleCheck } from './wire.ts';

export type {
  InboundAttachment,
  InboundAuthentication,
  InboundCheck,
  InboundEnvelope,
  InboundHeader,
  InboundMail,
  InboundSpam,
} from './inbound-mail.ts';
export type { InboundOptions } from './inbound-options.ts';

/** A message of an Email Worker, with the parts that are used here. @public */
export interface WorkerMessage {
  /** Of the envelope. */
  readonly from: string;
  /** Of the envelope. */
  readonly to: string;
  readonly raw: ReadableStream<Uint8Array>;
  /** Refuses the mail: its sender gets a report with the reason. */
  setReject(reason: string): void;
}

/** Limits, and where errors go. @public */
export interface WorkerInboundOptions extends InboundOptions {
  /** Receives the error of a mail that is refused: an `InvalidInputError`. @defaultValue `console.error` */
  readonly onError?: ((error: unknown) => unknown) | undefined;
}

const optionNames = { maxBytes: 0, onError: 0 };
// developers.cloudflare.com/email-routing/limits: 25 MiB.
const defaultMaxBytes = 25 * 1024 * 1024;

/**
 * The `email` handler of a Worker, which receives mail without a webhook. A mail that is malformed or too
 * large is refused. Any other error, also of your function, is the Worker's. @public
 *
 * @example
 * export default { email: inbound((mail) => console.log(mail.subject)) };
 *
 * @throws ConfigurationError for something other than a function, and for unknown options
 */
export function inbound<Message extends WorkerMessage, Rest extends readonly unknown[]>(
  handle: (mail: InboundMail, message: Message, ...environment: Rest) => unknown,
  options: WorkerInboundOptions = {},
): (message: Message, ...environment: Rest) => Promise<void> {
  refuseUnknown(options, optionNames, 'inbound()');
  if (typeof handle !== 'function')
    throw new ConfigurationError({ message: 'inbound() takes your function for a mail: inbound(saveMail).' });
  const maxBytes = wholeNumberOption('maxBytes', options.maxBytes, defaultMaxBytes, 1);
  const { onError = console.error } = options;
  return async (message, ...environment) => {
    let mail: InboundMail;
    try {
      mail = await readMessage(message, maxBytes);
    } catch (error) {
      // A refusal is for good: after any other error the sender's server tries again.
      if (!InvalidInputError.isInstance(error)) throw error;
      onError(error);
      return message.setReject('The message cannot be read.');
    }
    await handle(mail, message, ...environment);
  };
}

async function readMessage({ from, to, raw: stream }: WorkerMessage, maxBytes: number): Promise<InboundMail> {
  const raw = await readBounded(stream, maxBytes);
  if (raw === undefined) throw notMail(`has more than ${maxBytes} bytes`);
  const { toInboundMail } = await import('./to-inbound-mail.ts');
  const id = await digestOf(`${await digestOf(raw)} ${to}`);
  const mail = await toInboundMail({ provider: 'cloudflare', id }, { envelope: { from, to: [to] }, raw });
  return { ...mail, authentication: authenticationOf(mail) };
}

/** The first header is Cloudflare's own; a later one may be the sender's. */
function authenticationOf({ headers }: InboundMail): InboundAuthentication {
  const [server, ...parts] = withoutWords(headerValue(headers, 'authentication-results') ?? '').split(';');
  if (server?.trim().toLowerCase() !== 'mx.cloudflare.net') return {};
  const result = (method: string) => {
    const found = parts.map((part) => part.trim()).filter((part) => part.startsWith(`${method}=`));
    // SPF has a second result for the name in EHLO.
    const own = found.filter((part) => part.includes('smtp.mailfrom='));
    return soleCheck((own.length > 0 ? own : found).map((part) => part.slice(method.length + 1)));
  };
  return { spf: result('spf'), dkim: result('dkim'), dmarc: result('dmarc') };
}

/** Without comments and quoted strings, which have words of the sender (RFC 8601, section 2.2). */
function withoutWords(value: string): string {
  let [kept, depth, isQuoted] = ['', 0, false];
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at];
    if (character === '\\') at += 1;
    else if (isQuoted) isQuoted = character !== '"';
    else if (depth > 0) depth += character === '(' ? 1 : character === ')' ? -1 : 0;
    else {
      isQuoted = character === '"';
      depth = character === '(' ? 1 : 0;
      kept += character;
    }
  }
  return kept;
}
