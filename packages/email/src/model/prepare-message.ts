import { InvalidInputError, type Issue } from '@org/core';
import { type EmailAddress, readAddress } from './address.ts';
import { type Attachment, readAttachment } from './attachment.ts';
import { readExtraHeaders } from './extra-headers.ts';
import { reportUnknownFields } from './known-fields.ts';
import type { EmailMessage, PreparedMessage } from './message.ts';
import { readSettings } from './message-settings.ts';
import type { Own, Report } from './report.ts';
import { findUnsafeText, utf8Length } from './unsafe-text.ts';

const maxSubjectLength = 998;

const fields: readonly (keyof EmailMessage)[] = [
  'from',
  'to',
  'cc',
  'bcc',
  'replyTo',
  'subject',
  'html',
  'text',
  'template',
  'attachments',
  'headers',
  'priority',
  'listUnsubscribe',
  'recipientVisibility',
  'tags',
  'metadata',
  'sendAt',
  'providerOptions',
];

/**
 * Checks a message once and gives it back in the one form that drivers see. Never touches the caller's object.
 *
 * @throws InvalidInputError with an issue, and its path, for everything that is wrong
 */
export function prepareMessage(input: EmailMessage): PreparedMessage {
  const issues: Issue[] = [];
  const report: Report = (path, message) => void issues.push({ path, message });
  if (typeof input !== 'object' || input === null)
    throw invalid([{ path: '', message: 'must be an object' }]);
  const own: Own = (key) => (Object.hasOwn(input, key) ? Reflect.get(input, key) : undefined);
  reportUnknownFields(input, fields, '', report);

  const addresses = {
    from: readAddresses('from', own('from'), report)[0],
    to: readAddresses('to', own('to'), report),
    cc: readAddresses('cc', own('cc'), report),
    bcc: readAddresses('bcc', own('bcc'), report),
    replyTo: readAddresses('replyTo', own('replyTo'), report),
  };
  if (Array.isArray(own('from'))) report('from', 'must be one address');
  if (own('to') === undefined || (Array.isArray(own('to')) && addresses.to.length === 0))
    report('to', 'must have at least one recipient');
  const settings = readSettings(own, report);
  if (settings.template === undefined && own('from') === undefined) report('from', 'is missing');
  const prepared = {
    ...withDistinctRecipients(addresses),
    ...settings,
    ...readContent(own, settings.template !== undefined, report),
    headers: readExtraHeaders(own, report),
    attachments: readAttachments(own('attachments'), report),
    visibility: readVisibility(own('recipientVisibility'), addresses, report),
  };
  if (issues.length > 0) throw invalid(issues);
  return prepared;
}

function invalid(issues: readonly Issue[]): InvalidInputError {
  const [first] = issues;
  const where = first === undefined || first.path === '' ? 'it' : `\`${first.path}\``;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more, see issues)` : '';
  return new InvalidInputError({
    message: `The message cannot be sent: ${where} ${first?.message ?? 'is wrong'}${more}.`,
    issues,
    outcome: 'not-sent',
  });
}

function readAddresses(path: string, input: unknown, report: Report): EmailAddress[] {
  if (input === undefined) return [];
  const list: readonly unknown[] = Array.isArray(input) ? input : [input];
  const addresses: EmailAddress[] = [];
  for (const [index, item] of list.entries()) {
    const reading = readAddress(item);
    if ('value' in reading) addresses.push(reading.value);
    else report(Array.isArray(input) ? `${path}[${index}]` : path, reading.problem);
  }
  return addresses;
}

type Recipients = Pick<PreparedMessage, 'to' | 'cc' | 'bcc'>;

/**
 * Keeps the first mention of each mailbox. The part before the @ counts as written: its case may matter (RFC
 * 5321, section 2.4).
 */
function withDistinctRecipients<Message extends Recipients>(message: Message): Message {
  const mentioned = new Set<string>();
  const isNew = ({ address }: EmailAddress) => mentioned.size < mentioned.add(address).size;
  const { to, cc, bcc } = message;
  return { ...message, to: to.filter(isNew), cc: cc.filter(isNew), bcc: bcc.filter(isNew) };
}

function readContent(
  own: Own,
  hasTemplate: boolean,
  report: Report,
): Pick<PreparedMessage, 'subject' | 'html' | 'text'> {
  const content: { subject?: string; html?: string; text?: string } = {};
  for (const key of ['subject', 'html', 'text'] as const) {
    const value = own(key);
    if (value === undefined) continue;
    if (typeof value !== 'string') report(key, 'must be a string');
    else if (value === '') report(key, 'must not be empty');
    else content[key] = value;
  }
  const unsafe = content.subject === undefined ? undefined : findUnsafeText(content.subject);
  if (unsafe !== undefined) report('subject', unsafe);
  if (utf8Length(content.subject ?? '') > maxSubjectLength)
    report('subject', `is longer than ${maxSubjectLength} bytes`);
  if (hasTemplate) return content;
  if (own('subject') === undefined) report('subject', 'is missing');
  if (own('html') === undefined && own('text') === undefined)
    report('html', 'is missing, and so are `text` and `template`');
  return content;
}

function readAttachments(input: unknown, report: Report): Attachment[] {
  if (input === undefined) return [];
  if (!Array.isArray(input)) {
    report('attachments', 'must be an array');
    return [];
  }
  const attachments: Attachment[] = [];
  for (const [index, item] of input.entries()) {
    const reading = readAttachment(item);
    if ('value' in reading) attachments.push(reading.value);
    else report(`attachments[${index}]`, reading.problem);
  }
  return attachments;
}

function readVisibility(
  input: unknown,
  { cc, bcc }: { readonly cc: readonly unknown[]; readonly bcc: readonly unknown[] },
  report: Report,
): PreparedMessage['visibility'] {
  const hasCopies = cc.length + bcc.length > 0;
  if (input === undefined) return hasCopies ? 'shared' : 'individual';
  if (input !== 'individual' && input !== 'shared')
    report('recipientVisibility', "must be 'individual' or 'shared'");
  else if (input === 'individual' && hasCopies)
    report('recipientVisibility', "cannot be 'individual' with `cc` or `bcc`");
  return input === 'shared' ? 'shared' : 'individual';
}
