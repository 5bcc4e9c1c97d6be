import { type ComposedAttachment, type Fields, fieldsOf, type MailAddress } from '../../kit.ts';
import { email, flag, listOf, oneOf, type Read, readShape, record, shapeOf, text, uuid } from './fields.ts';

const lineBreak = /[\r\n]/;
const maxAttachments = 10;
const maxAttachmentBytes = 10 * 1024 * 1024;

/** A text without line breaks. */
function line(what: string, minimum = 0, maximum?: number, pattern = lineBreak): Read<string> {
  return text(minimum, maximum, { pattern, message: `${what} contains invalid characters` });
}

const readMailbox = shapeOf({ email, name: line('Name') }, ['email']);

/** An address as a text, or with its name. */
const address: Read<MailAddress> = (field, value, report) => {
  const isPlain = typeof value !== 'object' || value === null || Array.isArray(value);
  const given = isPlain
    ? { email: email(field, value, report), name: '' }
    : readMailbox(field, value, report);
  return given?.email === undefined ? undefined : { name: given.name ?? '', address: given.email };
};

function recipients(maximum: number): Read<readonly MailAddress[]> {
  const list = listOf(address, maximum);
  return (field, value, report) => {
    if (Array.isArray(value)) return list(field, value, report);
    const one = address(field, value, report);
    return one && [one];
  };
}

const headerValue = line('Header value', 0, 998);

const headers: Read<Readonly<Record<string, string>>> = (field, value, report) => {
  const found: Record<string, string> = Object.create(null);
  for (const [name, given] of Object.entries(record(field, value, report) ?? {})) {
    // RFC 5322 §2.2: printable ASCII except the colon. Plunk itself only refuses line breaks here.
    if (!/^[!-9;-~]+$/.test(name)) {
      report({ field, message: 'Header key contains invalid characters', code: 'invalid_string' });
      continue;
    }
    const own = headerValue(`${field}.${name}`, given, report);
    if (own !== undefined) found[name] = own;
  }
  return found;
};

const fileShape = {
  filename: line('Filename', 1, 255, /[\r\n"]/),
  contentType: line('Content type', 1, 255),
  content: text(1),
  disposition: oneOf(['attachment', 'inline'] as const),
  contentId: line('Content ID', 1, 255, /[<>\r\n]/),
};
const readFile = shapeOf(fileShape, ['filename', 'contentType', 'content']);

const attachment: Read<ComposedAttachment> = (field, value, report) => {
  const given = readFile(field, value, report);
  if (given === undefined) return undefined;
  const { filename, contentType, content, disposition = 'attachment', contentId } = given;
  if (disposition === 'inline' && fieldsOf(value)['contentId'] === undefined) {
    const message = 'Content ID is required when disposition is inline';
    report({ field: `${field}.contentId`, message, code: 'custom' });
  }
  if (filename === undefined || contentType === undefined || content === undefined) return undefined;
  const file = { filename, contentType, disposition, content: Buffer.from(content, 'base64') };
  return contentId === undefined ? file : { ...file, contentId };
};

const files = listOf(attachment, maxAttachments);

const attachments: Read<readonly ComposedAttachment[]> = (field, value, report) => {
  const found = files(field, value, report) ?? [];
  if (found.reduce((sum, { content }) => sum + content.byteLength, 0) > maxAttachmentBytes)
    report({ field, message: 'Total attachment size must not exceed 10MB', code: 'custom' });
  return found;
};

const shape = {
  from: address,
  name: text(), // of a sender without one
  subject: line('Subject', 1, 998),
  body: text(1),
  template: uuid,
  reply: email,
  subscribed: flag,
  headers,
  attachments,
};

/** Checks a body of `POST /v1/send`. @throws {Problem} 422 with all errors */
export function readSend(body: Fields, maxRecipients: number) {
  return readShape(body, { ...shape, to: recipients(maxRecipients) }, ['to'], (report) => {
    if (body['template'] || (body['subject'] && body['body'])) return;
    const message = 'Either template ID or both subject and body are required';
    report({ field: 'template', message, code: 'custom' });
  });
}
