import { utf8 } from '@org/core/webhooks';
import { ownValue } from '../../../driver.ts';
import {
  type InboundCheck,
  type InboundHandler,
  type InboundOptions,
  type InboundPart,
  type InboundReader,
  inboundPart,
  jsonOf,
  listOf,
  type ReceivedMail,
  wholeText,
} from '../../../inbound/kit.ts';

export type {
  InboundAttachment,
  InboundAuthentication,
  InboundCheck,
  InboundEnvelope,
  InboundHandler,
  InboundHeader,
  InboundMail,
  InboundOptions,
  InboundPart,
  InboundSpam,
} from '../../../inbound/names.ts';

/**
 * Receives mail of an inbound route of MailerSend, verified by its signature. The secret of the route is one
 * of `webhookSecret`. @public
 *
 * @example
 * const part = inbound((mail) => console.log(mail.subject)); // for webhooks.handler({ inbound: part })
 *
 * @throws ConfigurationError for something other than a function, and for unknown options
 */
export function inbound(handle: InboundHandler, options?: InboundOptions): InboundPart<'mailersend', false> {
  return inboundPart('mailersend', mailersendInbound, handle, options);
}

/** developers.mailersend.com, "Inbound routing". */
const mailersendInbound: InboundReader<false> = {
  loads: false,
  open(webhook) {
    const wire = jsonOf(webhook);
    const data = ownValue(wire, 'data');
    if (wholeText(wire, 'type') !== 'inbound.message') return undefined;
    return { mails: () => [{ id: wholeText(data, 'id'), load: () => read(data) }] };
  },
};

function read(data: unknown): ReceivedMail {
  const recipients = listOf(ownValue(data, 'recipients'), 'rcptTo');
  return {
    envelope: {
      from: wholeText(ownValue(data, 'sender'), 'email') ?? '',
      to: recipients.flatMap((each) => wholeText(each, 'email') ?? []),
    },
    authentication: {
      spf: qualifiers.get(wholeText(ownValue(data, 'spf_check'), 'code') ?? ''),
      dkim: dkimOf(ownValue(data, 'dkim_check')),
    },
    raw: utf8(wholeText(data, 'raw') ?? ''),
  };
}

/** RFC 7208, section 4.6.2. */
const qualifiers: ReadonlyMap<string, InboundCheck> = new Map([
  ['+', 'pass'],
  ['-', 'fail'],
  ['~', 'softfail'],
  ['?', 'neutral'],
]);

/** `false` is also a mail without a signature. */
const dkimOf = (check: unknown) => (check === true ? 'pass' : undefined);
