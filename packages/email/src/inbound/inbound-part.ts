import { ConfigurationError, InvalidInputError } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { wholeNumberOption } from '@org/core/driver';
import type { InboundPart, InboundRequests, OpenedInbound } from '../driver/inbound-part.ts';
import type { ReceivedWebhook, Verdict, VerifyContext } from '../driver/webhook-scheme.ts';
import type { InboundHandler, InboundOptions } from './inbound-options.ts';
import type { PendingMail } from './received-mail.ts';
import { digestOf } from './wire.ts';

/** What a webhook that carries mail consists of. */
export interface MailWebhook {
  /** @defaultValue the check of the driver's webhooks */
  readonly verify?: ((context: VerifyContext) => Promise<Verdict>) | undefined;
  /** Read after the check. */
  mails(requests: InboundRequests): readonly PendingMail[] | Promise<readonly PendingMail[]>;
}

/** How a service posts mail: pure functions. */
export interface InboundReader<Loads extends boolean> {
  readonly loads: Loads;
  /** `undefined` for a webhook without mail, such as an event. */
  open(webhook: ReceivedWebhook): MailWebhook | undefined | Promise<MailWebhook | undefined>;
}

const defaultMaxBytes = 50 * 1024 * 1024;
const inboundNames: OptionNames<InboundOptions> = { maxBytes: 0 };

/** The function `inbound` of one service. */
export function inboundPart<const Provider extends string, const Loads extends boolean>(
  provider: Provider,
  reader: InboundReader<Loads>,
  handle: InboundHandler,
  options: InboundOptions = {},
  names: object = inboundNames,
): InboundPart<Provider, Loads> {
  refuseUnknown(options, names as OptionNames<InboundOptions>, 'inbound()');
  if (typeof handle !== 'function')
    throw new ConfigurationError({ message: 'inbound() takes your function for a mail: inbound(saveMail).' });
  const maxBytes = wholeNumberOption('maxBytes', options.maxBytes, defaultMaxBytes, 1);
  const open = async (webhook: ReceivedWebhook): Promise<OpenedInbound | undefined> => {
    const opened = await reader.open(webhook);
    if (opened === undefined) return undefined;
    const read = async (requests: InboundRequests) => {
      const mails = await withIds(await opened.mails(requests), webhook);
      return { id: mails.map(([id]) => id).join(' '), deliver: deliverer(provider, mails, handle) };
    };
    return { verify: opened.verify, read };
  };
  const check = checker(provider, reader.loads);
  return { provider, loads: reader.loads, maxBytes, open, check, refuseEvents };
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
