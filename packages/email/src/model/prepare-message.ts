import { isRecord, wrongKind } from '@org/core/driver';
import { readRawMail } from '../mime/raw-mail.ts';
import { type EmailAddress, readAddress } from './address.ts';
import { readAddressSpec } from './address-spec.ts';
import { mediaType, readAttachment } from './attachment.ts';
import { foreignWords } from './foreign-words.ts';
import { readHeaders, readPriority, readUnsubscribe, reportRepeatedHeaders } from './headers.ts';
import type { NamesElsewhere } from './message/names-elsewhere.ts';
import type { EmailMessage, PreparedMessage } from './message.ts';
import type { Alternative, Tag } from './message-parts.ts';
import {
  entriesOf,
  listOf,
  mapOf,
  oneOf,
  parsedBy,
  type Reader,
  type Reading,
  type Report,
  readBoolean,
  readerOf,
  readFields,
  readInput,
  requireFields,
} from './reader.ts';
import { readTemplateReference } from './resources/template.ts';
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

const readFilledLine = textWithout((text) =>
  text.trim() === '' ? 'must not be blank' : findUnsafeText(text),
);

const alternativeReaders = {
  contentType: textWithout((type) => (mediaType.test(type) ? undefined : 'must have the form type/subtype')),
  content: readContent,
};

const readAlternative: Reader<Alternative> = (input, path, report) => {
  requireFields(input, ['contentType', 'content'], path, report);
  const { contentType = '', content = '' } = readFields(input, alternativeReaders, path, report);
  return { contentType, content };
};

const tagReaders = { name: readFilledLine, value: readLine };

const readTag: Reader<Tag> = (input, path, report) => {
  if (typeof input === 'string') {
    const name = readFilledLine(input, path, report);
    return name === undefined ? undefined : { name };
  }
  requireFields(input, ['name'], path, report);
  const { name = '', value } = readFields(input, tagReaders, path, report);
  return { name, ...(value === undefined ? {} : { value }) };
};

const trackingReaders = { opens: readBoolean, clicks: readBoolean };

// RFC 5322, section 3.6.4: an id looks like an address; its left part is a dot-atom here.
const messageIdText = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[\w.:[\]-]{1,255}$/;
const maxMessageIdLength = 900;

const readInstant = readerOf(
  (value): value is Date => value instanceof Date && !Number.isNaN(value.getTime()),
  'must be a valid Date, such as new Date(seconds * 1000)',
);

const readers = {
  from: readMailbox,
  to: readAddresses,
  cc: readAddresses,
  bcc: readAddresses,
  replyTo: readAddresses,
  sender: readMailbox,
  envelopeFrom: parsedBy(readAddressSpec),
  messageId: textWithout((id) =>
    messageIdText.test(id) && id.length <= maxMessageIdLength
      ? undefined
      : 'must have the form id@domain, without angle brackets',
  ),
  alternatives: listOf(readAlternative),
  subject: parsedBy(parseSubject),
  html: readContent,
  text: readContent,
  template: readTemplateReference,
  attachments: listOf(readAttachment),
  headers: readHeaders,
  priority: readPriority,
  listUnsubscribe: readUnsubscribe,
  recipientVisibility: oneOf('individual', 'shared'),
  tags: listOf(readTag, ", such as ['welcome'] or [{ name, value }]"),
  metadata: mapOf(readLine),
  sendAt: readInstant,
  date: readInstant,
  raw: parsedBy(readRawMail),
  tracking: (value: unknown, path: string, report: Report) =>
    readFields(value, trackingReaders, path, report),
  stream: readFilledLine,
  sandbox: readBoolean,
  providerOptions: mapOf((value: unknown) => value),
} satisfies { readonly [Field in Exclude<keyof EmailMessage, keyof NamesElsewhere>]-?: Reader<unknown> };

/** A tab, as from a spreadsheet, is a space: services refuse it or drop the subject. */
function parseSubject(input: unknown): Reading<string> {
  if (typeof input !== 'string') return { problem: `must be a string, not ${wrongKind(input)}` };
  const value = input.replaceAll('\t', ' ');
  if (value === '') return { problem: 'must not be empty' };
  if (utf8Length(value) > maxSubjectLength) return { problem: `is longer than ${maxSubjectLength} bytes` };
  const problem = findUnsafeText(value);
  return problem === undefined ? { value } : { problem };
}

/**
 * Checks a message once and converts it to the one form that drivers see.
 *
 * @throws InvalidInputError with an issue, and its path, for every problem
 */
export function prepareMessage(input: EmailMessage): PreparedMessage {
  requireShape(input);
  return readInput('The message cannot be sent', (report) => {
    const given = new Map(entriesOf(input, '', report));
    requireMessageFields(given, report);
    const fields = readFields(input, readers, '', report, foreignWords);
    const { to = [], cc = [], bcc = [], replyTo = [], attachments = [], tags = [] } = fields;
    const { priority = [], listUnsubscribe = [], metadata = new Map(), providerOptions = new Map() } = fields;
    const { alternatives = [], tracking = {}, sandbox = false } = fields;
    const { from, subject, html, text, template, sendAt, sender, envelopeFrom, messageId, stream } = fields;
    const { date, raw } = fields;
    requireRecipient(given.has('to'), fields, report);
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
      sender,
      envelopeFrom,
      messageId,
      ...(date === undefined ? {} : { date }),
      ...(raw === undefined ? {} : { raw }),
      alternatives,
      tracking,
      stream,
      sandbox,
      visibility,
      providerOptions,
    };
  });
}

/** A name or a value of something else would be a riddle. @throws InvalidInputError */
function requireShape(input: unknown): void {
  if (isRecord(input)) return;
  const lists = Array.isArray(input) ? ': sendEach() and sendBatch() take lists' : '';
  const problem = `must be an object, { from, to, subject, text }, not ${wrongKind(input)}${lists}`;
  readInput('The message cannot be sent', (report) => report('', problem));
}

/** What a finished message contains already. */
const inRaw = [
  'subject',
  'html',
  'text',
  'template',
  'replyTo',
  'sender',
  'messageId',
  'date',
  'alternatives',
  'headers',
  'attachments',
  'priority',
  'listUnsubscribe',
] as const;

/** A template may bring sender, subject and content. */
function requireMessageFields(given: ReadonlyMap<string, unknown>, report: Report): void {
  const requireGiven = (...names: readonly string[]) => {
    for (const name of names) if (!given.has(name)) report(name, 'is missing');
  };
  if (given.has('raw')) {
    requireGiven('from');
    for (const name of inRaw) if (given.has(name)) report(name, 'is not possible together with `raw`');
    return;
  }
  const hasTemplate = given.has('template');
  if (!hasTemplate) requireGiven('from', 'subject');
  if (!hasTemplate && !given.has('html') && !given.has('text'))
    report('html', 'is missing, and so are `text` and `template`');
  if (given.get('text') === 'from-html' && !given.has('html'))
    report('text', "cannot be made: 'from-html' needs `html`");
  // The services drop it, or send the template's own.
  if (hasTemplate && given.has('text')) report('text', 'is not possible together with `template`');
}

function requireRecipient(
  isGiven: boolean,
  {
    to,
    cc = [],
    bcc = [],
  }: { readonly [Field in 'to' | 'cc' | 'bcc']?: readonly EmailAddress[] | undefined },
  report: Report,
): void {
  if (cc.length + bcc.length > 0 || (isGiven && to?.length !== 0)) return;
  report('to', isGiven ? 'must have at least one recipient' : 'is missing, and so are `cc` and `bcc`');
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
