import { decodeBase64 } from '../model/base64.ts';
import type { InboundAttachment } from './inbound-mail.ts';
import { notMail } from './wire.ts';

/** An attachment as its service, or its MIME part, describes it. */
export interface AttachmentFields {
  readonly filename?: string | undefined;
  readonly contentType?: string | undefined;
  readonly contentId?: string | undefined;
  readonly disposition?: string | undefined;
  /** As the service says it: a number of bytes, or nothing. */
  readonly size?: unknown;
  /** The content as bytes or base64, or what loads it. */
  readonly content: string | Uint8Array | (() => Promise<Uint8Array>);
}

/**
 * An attachment. Its name is as the service has it: a mail decodes it, and makes it safe.
 *
 * @throws InvalidInputError for damaged base64
 */
export function toAttachment(fields: AttachmentFields): InboundAttachment {
  const { contentType = '', disposition, size } = fields;
  const content = typeof fields.content === 'string' ? fromBase64(fields.content) : fields.content;
  const contentId = (fields.contentId ?? '').trim().replace(/^<|>$/g, '');
  const isInline = disposition === undefined ? contentId !== '' : /^\s*inline\b/i.test(disposition);
  return {
    filename: fields.filename,
    contentType: contentType.split(';')[0]?.trim().toLowerCase() || 'application/octet-stream',
    contentId: contentId || undefined,
    disposition: isInline ? 'inline' : 'attachment',
    size: content instanceof Uint8Array ? content.length : typeof size === 'number' ? size : undefined,
    bytes: typeof content === 'function' ? content : async () => content,
  };
}

function fromBase64(text: string): Uint8Array {
  const bytes = decodeBase64(text.replace(/\s+/g, ''));
  if (bytes === undefined) throw notMail('has an attachment that is not base64');
  return bytes;
}
