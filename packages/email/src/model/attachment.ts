import { decodeBase64 } from './base64.ts';
import { findUnknownField } from './known-fields.ts';
import type { Reading } from './reading.ts';
import { findUnsafeText, utf8Length } from './unsafe-text.ts';

interface AttachmentBase {
  /** As the receiver sees it; at most 255 characters. Never a path: nothing is read from a disk or a URL. */
  readonly filename: string;
  /** @defaultValue by the file name's extension, else `application/octet-stream` */
  readonly contentType?: string | undefined;
  /** `inline` for an image that the HTML shows with `<img src="cid:…">`. @defaultValue 'attachment' */
  readonly disposition?: 'attachment' | 'inline' | undefined;
  /** The name that `cid:` refers to, without angle brackets; required when inline. */
  readonly contentId?: string | undefined;
}

/**
 * A file that travels with the message: with `content` (bytes, or a text sent as UTF-8) or with
 * `contentBase64`.
 *
 * @public
 */
export type AttachmentInput =
  | (AttachmentBase & {
      /** The bytes, or a text that is sent as UTF-8. */
      readonly content: Uint8Array | string;
      /** Not beside `content`. */
      readonly contentBase64?: undefined;
    })
  | (AttachmentBase & {
      /** The bytes as base64; line breaks are allowed. */
      readonly contentBase64: string;
      /** Not beside `contentBase64`. */
      readonly content?: undefined;
    });

/** An attachment after validation: the fields of {@link AttachmentInput}, its content as bytes. @public */
export interface Attachment {
  readonly filename: string;
  readonly content: Uint8Array;
  readonly contentType: string;
  readonly disposition: 'attachment' | 'inline';
  readonly contentId?: string | undefined;
}

const attachmentFields = ['filename', 'content', 'contentBase64', 'contentType', 'disposition', 'contentId'];

/** One attachment as the caller wrote it, checked. */
export function readAttachment(input: unknown): Reading<Attachment> {
  if (typeof input !== 'object' || input === null) return { problem: 'must be an object' };
  const own = (key: string): unknown => (Object.hasOwn(input, key) ? Reflect.get(input, key) : undefined);
  const [filename, disposition, contentId] = [
    own('filename'),
    own('disposition') ?? 'attachment',
    own('contentId'),
  ];
  if (own('path') !== undefined || own('href') !== undefined)
    return { problem: 'must bring its bytes in `content`: files and URLs are never opened' };
  const unknown = findUnknownField(input, attachmentFields);
  if (unknown !== undefined) return { problem: `has no field ${unknown}` };
  if (typeof filename !== 'string' || filename.trim() === '') return { problem: 'must have a `filename`' };
  const unsafe = findUnsafeText(filename) ?? (/[\\/]/.test(filename) ? 'must not be a path' : undefined);
  if (unsafe !== undefined) return { problem: `has a filename that ${unsafe}` };
  if (utf8Length(filename) > 255) return { problem: 'has a filename of more than 255 bytes' };
  const content = readContent(own('content'), own('contentBase64'));
  if ('problem' in content) return content;
  const contentType = own('contentType') ?? guessContentType(filename);
  if (typeof contentType !== 'string' || !mediaType.test(contentType))
    return { problem: 'has a `contentType` that is not of the form type/subtype' };
  if (disposition !== 'attachment' && disposition !== 'inline')
    return { problem: "has a `disposition` other than 'attachment' and 'inline'" };
  if (contentId !== undefined && (typeof contentId !== 'string' || !contentIdText.test(contentId)))
    return { problem: 'has a `contentId` with a space, an angle bracket or a special character' };
  if (disposition === 'inline' && contentId === undefined)
    return { problem: 'is inline and needs a `contentId`' };
  const base = { filename, content: content.value, contentType };
  return { value: { ...base, disposition, ...(contentId === undefined ? {} : { contentId }) } };
}

const mediaType =
  /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(?:; ?[\w-]{1,60}=(?:[\w!#$&^.+/-]{1,120}|"[\w !#$&^.+/:;=,-]{0,120}"))*$/;
const contentIdText = /^[\w.!#$%&'*+/=?^`{|}~@-]{1,200}$/;

function readContent(content: unknown, base64: unknown): Reading<Uint8Array> {
  if (content !== undefined && base64 !== undefined)
    return { problem: 'has both `content` and `contentBase64`; give one' };
  if (typeof content === 'string') return { value: new TextEncoder().encode(content) };
  if (content instanceof Uint8Array) return { value: content };
  if (typeof base64 !== 'string')
    return { problem: 'must have `content` (bytes or text) or `contentBase64`' };
  const bytes = decodeBase64(base64);
  return bytes === undefined ? { problem: 'has a `contentBase64` that is not base64' } : { value: bytes };
}

const contentTypes = new Map([
  ['csv', 'text/csv'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['gif', 'image/gif'],
  ['html', 'text/html'],
  ['ics', 'text/calendar'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['json', 'application/json'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['txt', 'text/plain'],
  ['webp', 'image/webp'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['xml', 'application/xml'],
  ['zip', 'application/zip'],
]);

function guessContentType(filename: string): string {
  const extension = filename.slice(filename.lastIndexOf('.') + 1).toLowerCase();
  return contentTypes.get(extension) ?? 'application/octet-stream';
}
