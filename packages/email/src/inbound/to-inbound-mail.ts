import type { Email } from 'postal-mime';
import { toAttachment } from './attachment.ts';
import { fileName } from './file-name.ts';
import { fieldsOfHeaders } from './header-fields.ts';
import type { InboundAttachment, InboundMail } from './inbound-mail.ts';
import { parseMime } from './parse-mime.ts';
import type { ReceivedMail } from './received-mail.ts';

/**
 * The mail in our model: its fields as the service parsed them, else from its MIME. The first mail loads it.
 *
 * @throws InvalidInputError for MIME beyond the limits
 */
export async function toInboundMail(
  { provider, id }: Pick<InboundMail, 'provider' | 'id'>,
  received: ReceivedMail,
): Promise<InboundMail> {
  const { raw, envelope, spam = {}, authentication = {} } = received;
  const parsed: ReceivedMail =
    received.headers === undefined && raw !== undefined
      ? { ...received, ...fieldsOfMime(await parseMime(raw)) }
      : received;
  const { text, html, attachments = [] } = parsed;
  // Services pass lines on as they were folded.
  const headers = (parsed.headers ?? []).map(({ name, value }) => ({
    name,
    value: value.replace(/[\r\n]+[ \t]*/g, ' '),
  }));
  const fields = fieldsOfHeaders(headers, parsed);
  return {
    provider,
    id,
    envelope,
    ...fields,
    text: text || undefined,
    html: html || undefined,
    headers,
    attachments: attachments.map((file) => ({ ...file, filename: fileName(file.filename) })),
    spam,
    authentication: typeof authentication === 'function' ? authentication(fields.from) : authentication,
    raw: raw && (async () => raw),
  };
}

function fieldsOfMime({ headers, headerLines, text, html, attachments }: Email): Partial<ReceivedMail> {
  return {
    headers: headers
      .filter((_, at) => headerLines[at]?.line.includes(':'))
      .map(({ originalKey, value }) => ({ name: originalKey, value }))
      // RFC 5322, section 3.6.8: a line without such a name is no header.
      .filter(({ name }) => /^[!-9;-~]+$/.test(name)),
    text,
    html,
    attachments: attachments.map(fromMime),
  };
}

function fromMime({
  filename,
  mimeType,
  disposition,
  contentId,
  related,
  content,
}: Email['attachments'][number]): InboundAttachment {
  return toAttachment({
    filename: filename ?? undefined,
    contentType: mimeType,
    contentId,
    disposition: related ? 'inline' : (disposition ?? 'attachment'),
    // Without `attachmentEncoding`, the content is an ArrayBuffer.
    content: new Uint8Array(content as ArrayBuffer),
  });
}
