import { ConfigurationError, InvalidInputError } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { wholeNumberOption } from '@org/core/driver';
import type { InboundPart, InboundRequests } from '../driver/inbound-part.ts';
import type { ReceivedWebhook, Verdict, VerifyContext } from '../driver/webhook-scheme.ts';
import type { InboundHandler, InboundOptions } from './inbound-options.ts';
import type { PendingMail } from './received-mail.ts';
import { digestOf } from './wire.ts';

type Mails = readonly PendingMail[] | undefined;

export interface InboundReader<Loads extends boolean> {
  readonly loads: Loads;
  /** `undefined` for a webhook that the driver's webhooks verify. It parses no body. @defaultValue all */
  readonly verify?: (webhook: ReceivedWebhook, context: VerifyContext) => Promise<Verdict> | undefined;
  /** Of a genuine webhook; `undefined` without mail, such as for an event. */
  mails(webhook: ReceivedWebhook, requests: InboundRequests): Mails | Promise<Mails>;
  /** Has a webhook with mail also events, which the driver's webhooks read? @defaultValue none has */
  readonly hasEvents?: (webhook: ReceivedWebhook) => boolean;
}

/** The function `inbound` of a service. */
type Inbound<Provider extends string, Loads extends boolean, Options extends InboundOptions> = (
  handle: InboundHandler,
  options?: Options,
) => InboundPart<Provider, Loads>;

const defaultMaxBytes = 50 * 1024 * 1024;

/**
 * Makes the function `inbound` of a service.
 *
 * @param readerFor - makes the reader, of checked options
 * @param names - the options besides `maxBytes`
 */
export function inboundOf<
  const Provider extends string,
  const Loads extends boolean,
  Options extends InboundOptions = InboundOptions,
>(
  provider: Provider,
  readerFor: (options: Options, maxBytes: number) => InboundReader<Loads>,
  names?: OptionNames<Omit<Options, keyof InboundOptions>>,
): Inbound<Provider, Loads, Options> {
  return (handle, options = {} as Options) => {
    refuseUnknown(options, { maxBytes: 0, ...names } as OptionNames<InboundOptions>, 'inbound()');
    if (typeof handle !== 'function')
      throw new ConfigurationError({
        message: 'inbound() takes your function for a mail: inbound(saveMail).',
      });
    const maxBytes = wholeNumberOption('maxBytes', options.maxBytes, defaultMaxBytes, 1);
    const { loads, verify = () => undefined, mails, hasEvents } = readerFor(options, maxBytes);
    const read = async (webhook: ReceivedWebhook, requests: object) => {
      const pending = await mails(webhook, requests as InboundRequests);
      if (pending === undefined) return undefined;
      const known = await withIds(pending, webhook);
      const id = known.map(([own]) => own).join(' ');
      return { id, deliver: deliverer(provider, known, handle), hasEvents: hasEvents?.(webhook) };
    };
    return { provider, loads, maxBytes, verify, read, check: checker(provider, loads), refuseEvents };
  };
}

/** Whether a client may have this part. */
function checker(provider: string, loads: boolean) {
  return (service: string, canRequest: boolean): void => {
    if (service === provider && (canRequest || !loads)) return;
    throw new ConfigurationError({
      message:
        service === provider
          ? `inbound() loads mail from the API of ${provider}, which a light client does not call: import ` +
            "createEmailClient from '@org/email'."
          : `inbound() is the part of ${provider}: import it from '@org/email/${service}/inbound'.`,
    });
  };
}

/** A webhook without events is a confirmation, or a test. */
function refuseEvents({ length }: readonly unknown[]): void {
  if (length === 0) return;
  throw new InvalidInputError({
    message: 'An event came to a handler of mail: give `events` too, or another address to one of them.',
    issues: [],
    outcome: 'not-sent',
  });
}

type IdAndMail = readonly [id: string, mail: PendingMail];

function withIds(mails: readonly PendingMail[], { bytes }: ReceivedWebhook): Promise<IdAndMail[]> {
  const ids = mails.map(async (mail, index): Promise<IdAndMail> => {
    return [mail.id ?? `${await digestOf(bytes)}/${index}`, mail];
  });
  return Promise.all(ids);
}

/** One after the other, also after an error: the service then repeats them all. */
function deliverer(provider: string, mails: readonly IdAndMail[], handle: InboundHandler) {
  return async (request: Request): Promise<void> => {
    const { toInboundMail } = await import('./to-inbound-mail.ts');
    const errors: unknown[] = [];
    for (const [id, mail] of mails) {
      try {
        await handle(await toInboundMail({ provider, id }, await mail.load()), request);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 1)
      throw new AggregateError(errors, `${errors.length} of ${mails.length} mails were not handled.`);
    if (errors.length === 1) throw errors[0];
  };
}
