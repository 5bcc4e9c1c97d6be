import type { ComposedAttachment } from '../compose-message.ts';
import type { MailAddress } from '../parse-message.ts';
import { createFieldReader, type FieldReader, isRecord } from './fields.ts';

/** A valid body of `POST /v1/send`. */
export interface SendRequest {
  readonly to: readonly MailAddress[];
  readonly from: MailAddress | undefined;
  /** The sender name if `from` has none. */
  readonly name: string | undefined;
  readonly subject: string | undefined;
  readonly body: string | undefined;
  readonly template: string | undefined;
  readonly reply: string | undefined;
  readonly subscribed: boolean | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Variables, stored and transient ones. */
  readonly data: unknown;
  readonly attachments: readonly ComposedAttachment[];
}

const lineBreak = /[\r\n]/;
const maxAttachments = 10;
const maxAttachmentBytes = 10 * 1024 * 1024;

/** Checks a body by the rules of the API reference. @throws {PlunkFailure} 422 with all errors */
export function parseSendRequest(body: unknown, maxRecipients: number): SendRequest {
  const reader = createFieldReader();
  const fields = isRecord(body) ? body : {};
  const optional = <T>(
    name: string,
    read: (field: string, value: unknown) => T | undefined,
  ): T | undefined => (fields[name] === undefined ? undefined : read(name, fields[name]));

  const request: SendRequest = {
    to: readRecipients(reader, fields['to'], maxRecipients),
    from: optional('from', (field, value) => readAddress(reader, field, value)),
    name: optional('name', reader.text),
    subject: optional('subject', (field, value) =>
      reader.text(field, value, {
        minLength: 1,
        maxLength: 998,
        forbidden: { pattern: lineBreak, message: 'Subject contains invalid characters' },
      }),
    ),
    body: optional('body', (field, value) => reader.text(field, value, { minLength: 1 })),
    template: optional('template', reader.uuid),
    reply: optional('reply', reader.email),
    subscribed: optional('subscribed', reader.flag),
    headers: optional('headers', (field, value) => readHeaders(reader, field, value)) ?? {},
    data: fields['data'],
    attachments: optional('attachments', (field, value) => readAttachments(reader, field, value)) ?? [],
  };
  if (!fields['template'] && !(fields['subject'] && fields['body'])) {
    const message = 'Either template ID or both subject and body are required';
    reader.report({ field: 'template', message, code: 'custom' });
  }
  reader.finish();
  return request;
}

function readRecipients(reader: FieldReader, value: unknown, maxRecipients: number): readonly MailAddress[] {
  if (!Array.isArray(value)) return [readAddress(reader, 'to', value)].filter(isPresent);
  const list = reader.list('to', value, maxRecipients) ?? [];
  return list.map((item, index) => readAddress(reader, `to.${index}`, item)).filter(isPresent);
}

function readAddress(reader: FieldReader, field: string, value: unknown): MailAddress | undefined {
  if (!isRecord(value)) {
    const address = reader.email(field, value);
    return address === undefined ? undefined : { name: '', address };
  }
  const rule = { forbidden: { pattern: lineBreak, message: 'Name contains invalid characters' } };
  const address = reader.email(`${field}.email`, value['email']);
  const name = value['name'] === undefined ? '' : reader.text(`${field}.name`, value['name'], rule);
  return address === undefined || name === undefined ? undefined : { name, address };
}

function readHeaders(reader: FieldReader, field: string, value: unknown): Readonly<Record<string, string>> {
  const headers: Record<string, string> = Object.create(null);
  for (const [name, given] of Object.entries(reader.record(field, value) ?? {})) {
    // RFC 5322 §2.2: printable ASCII except the colon. Plunk itself only refuses line breaks here.
    if (!/^[!-9;-~]+$/.test(name)) {
      reader.report({ field, message: 'Header key contains invalid characters', code: 'invalid_string' });
      continue;
    }
    const rule = {
      maxLength: 998,
      forbidden: { pattern: lineBreak, message: 'Header value contains invalid characters' },
    };
    const text = reader.text(`${field}.${name}`, given, rule);
    if (text !== undefined) headers[name] = text;
  }
  return headers;
}

function readAttachments(reader: FieldReader, field: string, value: unknown): readonly ComposedAttachment[] {
  const list = reader.list(field, value, maxAttachments) ?? [];
  const attachments = list
    .map((item, index) => readAttachment(reader, `${field}.${index}`, item))
    .filter(isPresent);
  const total = attachments.reduce((sum, { content }) => sum + content.byteLength, 0);
  if (total > maxAttachmentBytes) {
    reader.report({ field, message: 'Total attachment size must not exceed 10MB', code: 'custom' });
  }
  return attachments;
}

function readAttachment(reader: FieldReader, field: string, value: unknown): ComposedAttachment | undefined {
  const item = reader.record(field, value);
  if (item === undefined) return undefined;
  const text = (name: string, pattern: RegExp, message: string): string | undefined =>
    reader.text(`${field}.${name}`, item[name], {
      minLength: 1,
      maxLength: 255,
      forbidden: { pattern, message },
    });
  const filename = text('filename', /[\r\n"]/, 'Filename contains invalid characters');
  const contentType = text('contentType', lineBreak, 'Content type contains invalid characters');
  const content = reader.text(`${field}.content`, item['content'], { minLength: 1 });
  const disposition =
    item['disposition'] === undefined
      ? 'attachment'
      : reader.oneOf(`${field}.disposition`, item['disposition'], ['attachment', 'inline'] as const);
  const hasContentId = item['contentId'] !== undefined;
  const contentId = hasContentId
    ? text('contentId', /[<>\r\n]/, 'Content ID contains invalid characters')
    : undefined;
  if (disposition === 'inline' && !hasContentId) {
    const message = 'Content ID is required when disposition is inline';
    reader.report({ field: `${field}.contentId`, message, code: 'custom' });
  }
  if (
    filename === undefined ||
    contentType === undefined ||
    content === undefined ||
    disposition === undefined
  ) {
    return undefined;
  }
  const rest = contentId === undefined ? undefined : { contentId };
  return { filename, contentType, disposition, content: Buffer.from(content, 'base64'), ...rest };
}

function isPresent<T>(value: T | undefined): value is T {
  return value !== undefined;
}
