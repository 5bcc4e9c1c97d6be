import type { HttpRequest, OperationContext } from '@org/core';
import {
  type Attachment,
  cannotCarry,
  type EmailAddress,
  encodeBase64,
  type PreparedMessage,
  refuseOtherType,
  tagText,
  undefinedIfBare,
  undefinedIfEmpty,
} from '../../driver.ts';
import { readBrevoOptions } from './options.ts';

type Context = Pick<OperationContext, 'idempotencyKey'>;
type Options = ReturnType<typeof readBrevoOptions>;

/** `POST /smtp/email` (developers.brevo.com, API reference, "Send a transactional email"). */
export function encodeSend(message: PreparedMessage, context: Context): HttpRequest {
  const options = readBrevoOptions(message);
  return post({ ...rootOf(message, options, context), ...versionOf(message, options) });
}

/** Messages of one batch key: what they share is in the root, the rest is a version for each. */
export function encodeBatch(messages: readonly PreparedMessage[], context: Context): HttpRequest {
  const [first] = messages;
  if (first === undefined) return post({ messageVersions: [] });
  const options = readBrevoOptions(first);
  const { subject, htmlContent, textContent } = versionOf(first, options);
  const messageVersions = messages.map((message) => {
    const version = versionOf(message, readBrevoOptions(message));
    const isSame = version.htmlContent === htmlContent && version.textContent === textContent;
    return isSame ? { ...version, htmlContent: undefined, textContent: undefined } : version;
  });
  return post({ ...rootOf(first, options, context), subject, htmlContent, textContent, messageVersions });
}

const post = (json: object): HttpRequest => ({ method: 'POST', path: '/smtp/email', json });

/** What all versions of a request share. */
function rootOf(message: PreparedMessage, options: Options, context: Context) {
  const { from, template, tags, sendAt, attachments } = message;
  return {
    sender: options.senderId === undefined ? from && toMailbox(from, 'from') : { id: options.senderId },
    templateId: template && toTemplateId(template.id),
    attachment: undefinedIfEmpty(attachments.map(toAttachment)),
    headers: toHeaders(message, options, context),
    tags: undefinedIfEmpty(tags.map(tagText)),
    scheduledAt: sendAt?.toISOString(),
    batchId: options.batchId,
  };
}

/** What each version has for itself. */
function versionOf(message: PreparedMessage, { params }: Options) {
  const { to, cc, bcc, replyTo, template } = message;
  const values = template?.variables ?? params;
  return {
    to: to.map((address, index) => toMailbox(address, `to[${index}]`)),
    cc: undefinedIfEmpty(cc.map((address, index) => toMailbox(address, `cc[${index}]`))),
    bcc: undefinedIfEmpty(bcc.map((address, index) => toMailbox(address, `bcc[${index}]`))),
    replyTo: replyTo[0] && toMailbox(replyTo[0], 'replyTo[0]'),
    ...toContent(message, params !== undefined),
    params: values && undefinedIfBare(values),
  };
}

const mostNameCharacters = 70;

function toMailbox({ address, name }: EmailAddress, path: string): { email: string; name?: string } {
  if (name === undefined) return { email: address };
  if (name.length > mostNameCharacters)
    throw cannotCarry('brevo', `${path}.name`, 'has more than 70 characters', 'Use a shorter name.');
  return { email: address, name };
}

// Brevo renders `{{params.name}}` and `{% … %}` in subject, HTML and text: developers.brevo.com, "Batch send
// transactional emails".
const delimiter = /\{(?=[{%])/g;

function toContent({ subject, html, text, template }: PreparedMessage, hasParams: boolean) {
  if (template !== undefined) {
    if (html !== undefined) throw cannotCarry('brevo', 'html', 'is ignored together with a template');
    return { subject, htmlContent: undefined, textContent: undefined };
  }
  if (hasParams) return { subject, htmlContent: html, textContent: text };
  for (const [path, value = ''] of [['subject', subject] as const, ['text', text] as const]) {
    const advice = 'Change it, or give providerOptions.brevo.params to let Brevo fill it in.';
    if (value.search(delimiter) !== -1)
      throw cannotCarry('brevo', path, 'has {{ or {%, which Brevo replaces', advice);
  }
  return { subject, htmlContent: html?.replace(delimiter, '&#123;'), textContent: text };
}

function toTemplateId(id: string): number {
  if (/^[1-9]\d{0,14}$/.test(id)) return Number(id);
  throw cannotCarry('brevo', 'template.id', 'is not a whole number', "Use the template's id in Brevo.");
}

const ownHeaders: Readonly<Record<string, string>> = {
  idempotencykey: 'Use the option `idempotencyKey` of the call.',
  'sender.ip': 'Use providerOptions.brevo.senderIp.',
  'x-sib-sandbox': 'Use `sandbox`.',
  'x-mailin-custom': 'Use `metadata`.',
};

function toHeaders(
  { headers, metadata, sandbox }: PreparedMessage,
  { senderIp }: Options,
  { idempotencyKey }: Context,
): Record<string, string> {
  const entries = headers.map(({ name, value }): [string, string] => {
    const advice = ownHeaders[name.toLowerCase()];
    const path = `headers.${name}`;
    if (advice !== undefined) throw cannotCarry('brevo', path, 'is an instruction to Brevo', advice);
    // Brevo sends them as they are, which is not a valid mail.
    if (/\P{ASCII}/u.test(value)) throw cannotCarry('brevo', path, 'has characters outside ASCII');
    return [name, value];
  });
  if (metadata.size > 0) entries.push(['X-Mailin-custom', toAsciiJson(Object.fromEntries(metadata))]);
  if (sandbox) entries.push(['X-Sib-Sandbox', 'drop']);
  if (senderIp !== undefined) entries.push(['sender.ip', senderIp]);
  if (idempotencyKey !== undefined) entries.push(['idempotencyKey', idempotencyKey]);
  return Object.fromEntries(entries);
}

function toAsciiJson(value: object): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

// `sendSmtpEmail.attachment` of Brevo's API description.
const extensions = new Set(
  (
    'xlsx xls ods docx docm doc csv pdf txt gif jpg jpeg png tif tiff rtf bmp cgm css shtml html htm zip ' +
    'xml ppt pptx tar ez ics mobi msg pub eps odt mp3 m4a m4v wma ogg flac wav aif aifc aiff mp4 mov avi ' +
    'mkv mpeg mpg wmv pkpass xlsm'
  ).split(' '),
);

/** Other characters arrive damaged: `Rechnung März.pdf` is `Rechnung Marz.pdf`. */
function asciiFilename(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^ -~]+/g, '_');
}

function toAttachment(attachment: Attachment, index: number): { name: string; content: string } {
  const { filename, content } = attachment;
  const path = `attachments[${index}].filename`;
  const extension = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  if (!extensions.has(extension))
    throw cannotCarry('brevo', path, 'has an extension that Brevo refuses', 'Use another one, such as .zip.');
  refuseOtherType('brevo', attachment, index);
  return { name: asciiFilename(filename), content: encodeBase64(content) };
}
