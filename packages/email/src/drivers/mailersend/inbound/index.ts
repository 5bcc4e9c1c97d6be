import { utf8 } from '@org/core/webhooks';
import { ownValue } from '../../../driver.ts';
import {
  headersOfObject,
  type InboundCheck,
  inboundOf,
  jsonOf,
  listOf,
  mailboxOf,
  notMail,
  type ReceivedMail,
  toAttachment,
  wholeText,
} from '../../../inbound/kit.ts';

export type * from '../../../inbound/names.ts';

/**
 * Receives mail of an inbound route of MailerSend, verified by its signature. The secret of the route is one
 * of `webhookSecret`. @public
 *
 * @example
 * const part = inbound((mail) => console.log(mail.subject)); // for webhooks.handler({ inbound: part })
 *
 * @throws ConfigurationError for something other than a function, and for unknown options
 */
export const inbound = /* @__PURE__ */ inboundOf('mailersend', () => ({
  // developers.mailersend.com, "Inbound routing".
  loads: false,
  mails(webhook) {
    const wire = jsonOf(webhook);
    const data = ownValue(wire, 'data');
    if (wholeText(wire, 'type') !== 'inbound.message') return undefined;
    return [{ id: wholeText(data, 'id'), load: () => read(data) }];
  },
}));

function read(data: unknown): ReceivedMail {
  const recipients = listOf(ownValue(data, 'recipients'), 'rcptTo');
  const raw = wholeText(data, 'raw');
  return {
    envelope: {
      from: wholeText(ownValue(data, 'sender'), 'email') ?? '',
      to: recipients.flatMap((each) => wholeText(each, 'email') ?? []),
    },
    authentication: {
      spf: qualifiers.get(wholeText(ownValue(data, 'spf_check'), 'code') ?? ''),
      // `false` is also a mail without a signature.
      dkim: ownValue(data, 'dkim_check') === true ? 'pass' : undefined,
    },
    ...(raw === undefined ? readFields(data) : { raw: utf8(raw) }),
  };
}

function readFields(data: unknown): Partial<ReceivedMail> {
  const from = mailboxOf(ownValue(data, 'from'), 'email', 'name');
  const [subject, text, html] = ['subject', 'text', 'html'].map((name) => wholeText(data, name));
  if ((from ?? subject ?? text ?? html) === undefined) throw notMail('has neither `raw` nor its fields');
  const to = listOf(ownValue(ownValue(data, 'recipients'), 'to'), 'data');
  return {
    headers: headersOfObject(ownValue(data, 'headers')),
    from: from && [from],
    to: to.length === 0 ? undefined : to.map((each) => mailboxOf(each, 'email', 'name')),
    subject,
    text,
    html,
    attachments: listOf(data, 'attachments').map((file) =>
      toAttachment({
        filename: wholeText(file, 'file_name'),
        contentType: wholeText(file, 'content_type'),
        contentId: wholeText(file, 'content_id'),
        disposition: wholeText(file, 'content_disposition'),
        content: wholeText(file, 'content') ?? '',
      }),
    ),
  };
}

/** RFC 7208, section 4.6.2. */
const qualifiers: ReadonlyMap<string, InboundCheck> = new Map([
  ['+', 'pass'],
  ['-', 'fail'],
  ['~', 'softfail'],
  ['?', 'neutral'],
]);
