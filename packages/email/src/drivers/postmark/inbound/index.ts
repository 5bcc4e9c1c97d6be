import { utf8 } from '@org/core/webhooks';
import { ownValue } from '../../../driver.ts';
import {
  checkOf,
  headersOfList,
  headerValue,
  inboundOf,
  jsonOf,
  linesOfService,
  listOf,
  mailboxOf,
  type ReceivedMail,
  smtpAddress,
  spamOf,
  toAttachment,
  wholeText,
} from '../../../inbound/kit.ts';

export type * from '../../../inbound/names.ts';

/**
 * Receives mail through Postmark's inbound webhook, as the secret in its address or login proves
 * (`webhookSecret`). @public
 *
 * @example
 * const part = inbound((mail) => console.log(mail.subject)); // for webhooks.handler({ inbound: part })
 *
 * @throws ConfigurationError for something other than a function, and for unknown options
 */
export const inbound = /* @__PURE__ */ inboundOf('postmark', () => ({
  // postmarkapp.com/developer, "Inbound webhook", "Parse an email".
  loads: false,
  mails(webhook) {
    const wire = jsonOf(webhook);
    // Events have a `RecordType`.
    if (ownValue(wire, 'RecordType') !== undefined || ownValue(wire, 'FromFull') === undefined)
      return undefined;
    return [{ id: wholeText(wire, 'MessageID'), load: () => read(wire) }];
  },
}));

function read(wire: unknown): ReceivedMail {
  const headers = headersOfList(listOf(wire, 'Headers'));
  const value = (name: string) => headerValue(linesOfService(headers, bySmtp), name);
  const mailboxes = (name: string) => listOf(wire, name).map((each) => mailboxOf(each, 'Email', 'Name'));
  const raw = wholeText(wire, 'RawEmail');
  const recipient = wholeText(wire, 'OriginalRecipient');
  return {
    envelope: {
      from: smtpAddress(headerValue(headers, 'return-path')),
      to: recipient === undefined ? [] : [recipient],
    },
    // These are not in `Headers`.
    headers: [...headers, ...ownHeaders(wire)],
    from: [mailboxOf(ownValue(wire, 'FromFull'), 'Email', 'Name')],
    to: mailboxes('ToFull'),
    cc: mailboxes('CcFull'),
    subject: wholeText(wire, 'Subject') ?? '',
    text: wholeText(wire, 'TextBody'),
    html: wholeText(wire, 'HtmlBody'),
    attachments: listOf(wire, 'Attachments').map(readAttachment),
    spam: spamOf(value('x-spam-score'), value('x-spam-status')),
    authentication: { spf: checkOf(value('received-spf')) },
    raw: raw === undefined ? undefined : utf8(raw),
  };
}

/** `by …` is a step inside Postmark, which is above its results. */
const bySmtp = /^\s*from\b/i;

function ownHeaders(wire: unknown) {
  const names = ['From', 'To', 'Cc', 'Reply-To', 'Subject', 'Date'];
  return names.flatMap((name) => {
    const value = wholeText(wire, name.replace('-', ''));
    return value === undefined ? [] : [{ name, value }];
  });
}

function readAttachment(wire: unknown) {
  // The test of Postmark's console has `Data`.
  const content = wholeText(wire, 'Content') ?? wholeText(wire, 'Data') ?? '';
  return toAttachment({
    filename: wholeText(wire, 'Name'),
    contentType: wholeText(wire, 'ContentType'),
    contentId: wholeText(wire, 'ContentID'),
    content,
  });
}
