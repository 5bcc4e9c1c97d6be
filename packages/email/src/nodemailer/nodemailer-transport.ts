import { ConfigurationError } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { version } from '../driver/product.ts';
import type { EmailMessage } from '../model/message.ts';
import type { SendResult } from '../model/send-result.ts';
import { deliveryLosses } from './delivery-options.ts';
import { infoOf, type NodemailerInfo } from './info-of.ts';
import type { GivenMail, MailEnvelope, NodemailerMail, NormalizedMail } from './nodemailer-mail.ts';
import { requireSayable } from './require-sayable.ts';
import { type ToldMail, toEmlMessage, toMessage } from './to-message.ts';

/** The part of an email client that the transport needs. @public */
export interface SendingClient {
  send(message: EmailMessage, options?: { readonly signal?: AbortSignal | undefined }): Promise<SendResult>;
  /** Where the driver has it. */
  verify?(): Promise<unknown>;
  close(): Promise<void>;
}

/** Options of `nodemailerTransport()`. @public */
export interface NodemailerTransportOptions {
  /** Changes the message that nodemailer's mail became: adds tags, or options of a driver. */
  readonly prepare?: ((message: EmailMessage) => EmailMessage) | undefined;
}

/** A transport for `nodemailer.createTransport`. @public */
export interface NodemailerTransport {
  readonly name: string;
  readonly version: string;
  readonly supportsAbortSignal: true;
  send(mail: NodemailerMail, callback: (error: Error | null, info?: NodemailerInfo) => void): void;
  verify(callback?: (error: Error | null, success?: true) => void): Promise<true> | undefined;
  close(): void;
}

type Done<Value> = (error: Error | null, value?: Value) => void;

const optionNames: OptionNames<NodemailerTransportOptions> = { prepare: 0 };

/**
 * Sends the mails of nodemailer through a client of ours: for Auth.js, Payload, Strapi, Keystone, and other
 * libraries that take a nodemailer transporter. Each field is carried, refused before anything is sent, or
 * listed in `lossy` of the info. Plugins of the step `compile` work; those of `stream` and nodemailer's own
 * `dkim` change bytes that an HTTP service does not take, except in a mail with `raw`. Several recipients get
 * one mail, as with nodemailer's own transports. @public
 *
 * @example
 * ```ts
 * const email = createEmailClient({ driver: resend() });
 * const transporter = nodemailer.createTransport(nodemailerTransport(email));
 * await transporter.sendMail({ from, to: 'bob@example.com', subject: 'Hi', text: 'Hi' });
 * ```
 *
 * @throws ConfigurationError without a client. `sendMail` rejects with the errors of `send`, and with an
 * `InvalidInputError` for a field that no message of ours can say
 */
export function nodemailerTransport(
  client: SendingClient,
  options: NodemailerTransportOptions = {},
): NodemailerTransport {
  refuseUnknown(options, optionNames, 'nodemailerTransport()', meantOption);
  if (typeof client?.send !== 'function')
    throw new ConfigurationError({ message: 'nodemailerTransport() needs a client: createEmailClient(…).' });
  const { prepare = (message) => message } = options;
  const send = async (mail: NodemailerMail): Promise<NodemailerInfo> => {
    const given = { ...mail.data } as GivenMail; // nodemailer completes the data
    const lossy = requireSayable(given);
    const { message, lossy: further } = await toldBy(mail, given);
    const result = await client.send(prepare(message), { signal: given.signal });
    const losses = [...lossy, ...further, ...deliveryLosses(given, result.provider), ...result.lossy];
    const envelope = mail.message.getEnvelope() as MailEnvelope;
    return infoOf({ ...result, lossy: losses }, envelope, given.messageId ?? '');
  };
  return {
    name: '@org/email',
    version,
    supportsAbortSignal: true,
    send: (mail, callback) => void settle(send(mail), callback),
    verify(callback) {
      const verified = Promise.resolve(client.verify?.()).then(() => true as const);
      if (callback === undefined) return verified;
      settle(verified, callback);
      return undefined;
    },
    close: () => void client.close(),
  };
}

/** The mail in our words. A finished one is taken as it is. */
async function toldBy(mail: NodemailerMail, given: GivenMail): Promise<ToldMail> {
  const { data, message } = mail;
  if (given.raw) {
    const raw = await promised<Uint8Array>((done) => message.build(done));
    return { message: toEmlMessage(raw, given, message.getEnvelope() as MailEnvelope), lossy: [] };
  }
  // nodemailer composes a single part, but loads only those of lists.
  for (const list of ['attachments', 'alternatives'])
    Reflect.set(data, list, [Reflect.get(data, list) ?? []].flat());
  const normalized = await promised<object>((done) => mail.normalize(done as Done<object>));
  return toMessage(normalized as NormalizedMail, given, message);
}

function promised<Value>(start: (done: Done<Value>) => unknown): Promise<Value> {
  return new Promise((resolve, reject) => {
    start((error, value) => (error ? reject(error) : resolve(value as Value)));
  });
}

/** An error of the callback is the program's own: it surfaces as an uncaught one. */
function settle<Value>(promise: Promise<Value>, callback: Done<Value>): void {
  promise.then(
    (value) => queueMicrotask(() => callback(null, value)),
    (error) => queueMicrotask(() => callback(error)),
  );
}
