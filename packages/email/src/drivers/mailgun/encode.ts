import { type HttpRequest, type OperationContext, PayloadTooLargeError } from '@org/core';
import { multipart } from '@org/core/bodies';
import { invalidInput } from '@org/core/driver';
import {
  type EmailAddress,
  encodeWords,
  formatMailbox,
  invalidOption,
  messageOptions,
  type PreparedMessage,
  recipientsOf,
  refuseBesideTemplate,
  tagText,
  utf8Length,
} from '../../driver.ts';
import { encodeMime, needsMime } from '../../mime/index.ts';
import { optionReaders } from './options.ts';

/**
 * A name outside ASCII with these characters arrives with visible quotation marks; encoded words do not
 * (github.com/anymail/django-anymail/issues/270).
 */
function mailboxOf(mailbox: EmailAddress): string {
  const { address, name = '' } = mailbox;
  const isQuotedTwice = /[(),"]/.test(name) && /\P{ASCII}/u.test(name);
  return isQuotedTwice ? `${encodeWords(name)} <${address}>` : formatMailbox(mailbox);
}

type Fields = readonly (readonly [name: string, value: string])[];

/** `POST /v3/{domain}/messages` (documentation.mailgun.com, Messages); with `.mime`, a finished message. */
export function encodeSend(message: PreparedMessage, path: string, context: OperationContext): HttpRequest {
  if (message.raw !== undefined || needsMime(message)) return encodeMimeRequest(message, path, context);
  return encodeForm(message, [...recipientFields(message), ...contentFields(message)], path);
}

const isInMime = /^(?:from|subject|text|html|amp-html|h:.*)$/;

/**
 * A whole message. Every recipient is in `to`, which is only the envelope: the headers are those of the
 * message (github.com/mailgun/mailgun-php/issues/81).
 */
function encodeMimeRequest(message: PreparedMessage, path: string, context: OperationContext): HttpRequest {
  const fields = contentFields(message);
  const amp = fields.flatMap(([name, content]) =>
    name === 'amp-html' ? [{ contentType: 'text/x-amp-html', content }] : [],
  );
  const isTwice =
    message.raw !== undefined ||
    message.alternatives.some(({ contentType }) => /^text\/x-amp-html\b/i.test(contentType));
  if (amp.length > 0 && isTwice)
    throw invalidOption(
      'mailgun',
      'ampHtml',
      'is not possible beside raw, or an alternative of the same form',
    );
  const whole = { ...message, alternatives: [...message.alternatives, ...amp] };
  const settings = fields.filter(([name]) => !isInMime.test(name));
  requireSmallOptions(settings);
  const content = encodeMime(whole, context, 'mailgun');
  const parts = [...recipientsOf(message).map((to) => ['to', to] as const), ...settings];
  const file = { name: 'message', content, contentType: 'message/rfc822', filename: 'message.eml' };
  const body = multipart([...parts.map(([name, text]) => ({ name, content: text })), file]);
  return { method: 'POST', path: `${path}.mime`, body };
}

/** One message for many recipients, each of whom gets a separate mail. */
export function encodeMany(messages: readonly PreparedMessage[], path: HttpRequest['path']): HttpRequest {
  const [message] = messages;
  if (message === undefined) throw new RangeError('A batch has at least one message.');
  const to = messages.flatMap((each) => each.to);
  const addresses = new Set(to.map(({ address }) => address.toLowerCase()));
  // The client keeps to `maxBatchPerAddress`; Mailgun would drop the second mail.
  if (addresses.size < to.length) throw invalidInput('to', 'must be another address in each message');
  const variables = Object.fromEntries(to.map(({ address }) => [address, {}]));
  const fields = [
    ...to.map((address) => ['to', mailboxOf(address)] as const),
    ['recipient-variables', JSON.stringify(variables)] as const,
    ...contentFields(message),
  ];
  return encodeForm(message, fields, path);
}

/** A form; with files, one in parts. Repeated names are several values. */
function encodeForm({ attachments }: PreparedMessage, fields: Fields, path: string): HttpRequest {
  requireSmallOptions(fields);
  if (attachments.length === 0) return { method: 'POST', path, form: formOf(fields) };
  const files = attachments.map(({ filename, content, contentType, disposition, contentId }, index) => {
    // `cid:` refers to the file name of an inline file.
    const posted = disposition === 'inline' ? (contentId ?? filename) : filename;
    // A form writes it as `%22`.
    if (posted.includes('"'))
      throw invalidInput(`attachments[${index}].filename`, 'must not contain a quotation mark');
    return { name: disposition, content, contentType, filename: posted };
  });
  const parts = fields.map(([name, content]) => ({ name, content }));
  return { method: 'POST', path, body: multipart([...parts, ...files]) };
}

function formOf(fields: Fields): Record<string, string[]> {
  const form = new Map<string, string[]>();
  for (const [name, value] of fields) form.set(name, [...(form.get(name) ?? []), value]);
  return Object.fromEntries(form);
}

function recipientFields({ to, cc, bcc }: PreparedMessage): Fields {
  const each = (name: string, addresses: readonly EmailAddress[]) =>
    addresses.map((address) => [name, mailboxOf(address)] as const);
  return [...each('to', to), ...each('cc', cc), ...each('bcc', bcc)];
}

function contentFields(message: PreparedMessage): Fields {
  const { from, replyTo, subject, html, text, headers, tags, metadata, sendAt, tracking, sandbox } = message;
  const options = messageOptions(message, 'mailgun', optionReaders);
  if (options.trackClicks !== undefined && tracking.clicks !== undefined)
    throw invalidOption('mailgun', 'trackClicks', 'cannot be combined with `tracking.clicks`');
  const entries: readonly (readonly [string, string | undefined])[] = [
    ['from', from && mailboxOf(from)],
    ['subject', subject],
    ['text', text],
    ['html', html],
    ['amp-html', options.ampHtml],
    ...templateFields(message, options),
    ['h:Reply-To', replyTo.map(mailboxOf).join(', ') || undefined],
    ...headers.map(({ name, value }) => [`h:${name}`, value] as const),
    ...tags.map((tag) => ['o:tag', tagText(tag)] as const),
    ...[...metadata].map(([name, value]) => [`v:${name}`, value] as const),
    ['o:deliverytime', sendAt?.toUTCString().replace('GMT', '+0000')],
    ['o:testmode', sandbox ? 'yes' : undefined],
    ['o:tracking-opens', yesNo(tracking.opens)],
    ['o:tracking-clicks', options.trackClicks ?? yesNo(tracking.clicks)],
    ['o:tracking-pixel-location-top', yesNo(options.trackingPixelTop)],
    ['o:dkim', yesNo(options.dkim)],
    ['o:require-tls', yesNo(options.requireTls)],
    ['o:skip-verification', yesNo(options.skipVerification)],
    ['o:deliverytime-optimize-period', options.optimizePeriod],
    ['o:time-zone-localize', options.timeZoneLocalize],
  ];
  return entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

function templateFields(
  message: PreparedMessage,
  { templateVersion, templateText }: ReturnType<typeof messageOptions<typeof optionReaders>>,
): readonly (readonly [string, string | undefined])[] {
  const { template } = message;
  if (template === undefined) {
    for (const [name, value] of Object.entries({ templateVersion, templateText }))
      if (value !== undefined) throw invalidOption('mailgun', name, 'needs a `template`');
    return [];
  }
  refuseBesideTemplate('mailgun', message, ['html']);
  const { size } = template.variables;
  return [
    ['template', template.id],
    ['t:version', templateVersion],
    ['t:text', templateText ? 'yes' : undefined],
    ['t:variables', size === 0 ? undefined : JSON.stringify(Object.fromEntries(template.variables))],
  ];
}

function yesNo(value: boolean | undefined): 'yes' | 'no' | undefined {
  if (value === undefined) return undefined;
  return value ? 'yes' : 'no';
}

const maxOptionBytes = 16 * 1024;

function requireSmallOptions(fields: Fields): void {
  const options = fields.filter(([name]) => /^[ohvt]:/.test(name));
  const bytes = options.reduce((sum, [name, value]) => sum + utf8Length(name) + utf8Length(value), 0);
  if (bytes <= maxOptionBytes) return;
  const problem = 'headers, tags, metadata and template variables together have more than 16 KB';
  throw new PayloadTooLargeError({
    message: `mailgun cannot send this message: its ${problem}.`,
    provider: 'mailgun',
    outcome: 'not-sent',
    issues: [{ path: '', message: problem }],
  });
}
