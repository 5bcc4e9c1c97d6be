import { type EmailAddress, readAddress } from './address.ts';
import { readAttachment } from './attachment.ts';
import { readHeaders, readPriority, readUnsubscribe, reportRepeatedHeaders } from './headers.ts';
import type { EmailMessage, PreparedMessage } from './message.ts';
import {
  listOf,
  mapOf,
  oneOf,
  ownValue,
  parsedBy,
  type Reader,
  type Report,
  readerOf,
  readFields,
  readInput,
  requireFields,
} from './reader.ts';
import { readTemplateReference } from './template.ts';
import { findUnsafeText, readLine, textWithout, utf8Length } from './text.ts';

const maxSubjectLength = 998;

const readMailbox = parsedBy(readAddress);
const readMailboxes = listOf(readMailbox);

const readAddresses: Reader<EmailAddress[]> = (input, path, report) => {
  if (Array.isArray(input)) return readMailboxes(input, path, report);
  const mailbox = readMailbox(input, path, report);
  return mailbox && [mailbox];
};

const readContent = textWithout((text) => (text === '' ? 'must not be empty' : undefined));

const readers = {
  from: readMailbox,
  to: readAddresses,
  cc: readAddresses,
  bcc: readAddresses,
  replyTo: readAddresses,
  subject: textWithout((subject) => {
    if (subject === '') return 'must not be empty';
    if (utf8Length(subject) > maxSubjectLength) return `is longer than ${maxSubjectLength} bytes`;
    return findUnsafeText(subject);
  }),
  html: readContent,
  text: readContent,
  template: readTemplateReference,
  attachments: listOf(readAttachment),
  headers: readHeaders,
  priority: readPriority,
  listUnsubscribe: readUnsubscribe,
  recipientVisibility: oneOf('individual', 'shared'),
  tags: listOf(readLine),
  metadata: mapOf(readLine),
  sendAt: readerOf(
    (value): value is Date => value instanceof Date && !Number.isNaN(value.getTime()),
    'must be a valid Date',
  ),
  providerOptions: mapOf((value: unknown) => value),
} satisfies { readonly [Field in keyof EmailMessage]-?: Reader<unknown> };

/**
 * Checks a message once and converts it to the one form that drivers see.
 *
 * @throws InvalidInputError with an issue, and its path, for every problem
 */
export function prepareMessage(input: EmailMessage): PreparedMessage {
  return readInput('The message cannot be sent', (report) => {
    requireParts(input, report);
    const fields = readFields(input, readers, '', report);
    const { to = [], cc = [], bcc = [], replyTo = [], attachments = [], tags = [] } = fields;
    const { priority = [], listUnsubscribe = [], metadata = new Map(), providerOptions = new Map() } = fields;
    const { from, subject, html, text, template, sendAt } = fields;
    if (fields.to?.length === 0) report('to', 'must have at least one recipient');
    const headers = [...(fields.headers ?? []), ...priority, ...listUnsubscribe];
    if (headers.length > 1) reportRepeatedHeaders(headers, report);
    const hasCopies = cc.length + bcc.length > 0;
    const visibility = fields.recipientVisibility ?? (hasCopies ? 'shared' : 'individual');
    if (visibility === 'individual' && hasCopies)
      report('recipientVisibility', "cannot be 'individual' with `cc` or `bcc`");
    return {
      from,
      ...withDistinctRecipients({ to, cc, bcc }),
      replyTo,
      subject,
      html,
      text,
      template,
      headers,
      attachments,
      tags,
      metadata,
      sendAt,
      visibility,
      providerOptions,
    };
  });
}

/** A template may bring sender, subject and content. */
function requireParts(input: unknown, report: Report): void {
  if (typeof input !== 'object' || input === null) return;
  const isGiven = (name: keyof EmailMessage) => ownValue(input, name) !== undefined;
  const hasTemplate = isGiven('template');
  requireFields(input, hasTemplate ? ['to'] : ['to', 'from', 'subject'], '', report);
  if (!hasTemplate && !isGiven('html') && !isGiven('text'))
    report('html', 'is missing, and so are `text` and `template`');
}

type Recipients = Pick<PreparedMessage, 'to' | 'cc' | 'bcc'>;

/**
 * Keeps the first mention of each mailbox. The part before the @ counts as written: its case may matter (RFC
 * 5321, section 2.4).
 */
function withDistinctRecipients({ to, cc, bcc }: Recipients): Recipients {
  const mentioned = new Set<string>();
  const isNew = ({ address }: EmailAddress) => mentioned.size < mentioned.add(address).size;
  return { to: to.filter(isNew), cc: cc.filter(isNew), bcc: bcc.filter(isNew) };
}
