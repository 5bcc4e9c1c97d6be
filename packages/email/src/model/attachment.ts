import { isRecord, wrongKind } from '@org/core/driver';
import { decodeBase64 } from './base64.ts';
import { foreignWords } from './foreign-words.ts';
import {
  oneOf,
  ownValue,
  parsedBy,
  type Reader,
  type Reading,
  type Report,
  readFields,
  requireFields,
} from './reader.ts';
import { findUnsafeText, textWithout, utf8Length } from './text.ts';

/** Names of other libraries, with the names to use as their types. */
interface AttachmentNamesElsewhere {
  /** @deprecated In Nodemailer and Resend. */
  readonly path?: '`path` is never opened: read the file, and pass its bytes as `content`.' | undefined;
  /** @deprecated In Nodemailer. */
  readonly href?: '`href` is never opened: fetch the file, and pass its bytes as `content`.' | undefined;
  /** @deprecated In Nodemailer. */
  readonly cid?: '`cid` is `contentId` here.' | undefined;
  /** @deprecated In Nodemailer. */
  readonly encoding?: '`encoding` has no place here: pass base64 as `contentBase64`.' | undefined;
  /** @deprecated In SendGrid. */
  readonly type?: '`type` is `contentType` here.' | undefined;
}

interface AttachmentBase extends AttachmentNamesElsewhere {
  /** As the receiver sees it; at most 255 characters. Never a path: nothing is read from a disk or a URL. */
  readonly filename: string;
  /** @defaultValue by the file name's extension, else `application/octet-stream` */
  readonly contentType?: string | undefined;
  /**
   * `inline` for an image that the HTML shows with `<img src="cid:…">`.
   *
   * @defaultValue 'inline' with a `contentId`, else 'attachment'
   */
  readonly disposition?: 'attachment' | 'inline' | undefined;
  /** The name that `cid:` refers to, without angle brackets; required when inline. */
  readonly contentId?: string | undefined;
}

/**
 * Bytes, or a text that is sent as UTF-8: base64 is `contentBase64`. That of a PDF, an image (PNG, JPEG, GIF,
 * WebP, TIFF, SVG), an archive (ZIP, gzip, 7z, RAR) or XML is refused, as are data URLs of base64, except
 * for a file of type `text/…`. Streams are read to their end before anything is sent. @public
 */
export type AttachmentContent =
  | Uint8Array
  | string
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>;

/** A file that travels with the message: with `content` or with `contentBase64`. @public */
export type AttachmentInput =
  | (AttachmentBase & {
      /** The content, or a function that opens it: then a message can be sent again. */
      readonly content: AttachmentContent | (() => AttachmentContent | Promise<AttachmentContent>);
      /** Not together with `content`. */
      readonly contentBase64?: undefined;
    })
  | (AttachmentBase & {
      /** The bytes as base64; line breaks are allowed. */
      readonly contentBase64: string;
      /** Not together with `contentBase64`. */
      readonly content?: undefined;
    });

/** An attachment after validation: the fields of {@link AttachmentInput}, its content as bytes. @public */
export interface Attachment {
  readonly filename: string;
  readonly content: Uint8Array;
  readonly contentType: string;
  readonly disposition: 'attachment' | 'inline';
  readonly contentId: string | undefined;
  /** It was given as text: the bytes are UTF-8, which a mail says of it (RFC 2046, section 4.1.2). */
  readonly isText?: true | undefined;
}

/** An attachment whose content may be read later: a stream, a Blob, or a function that opens one. */
export interface AttachmentDraft extends Omit<Attachment, 'content'> {
  readonly content: Uint8Array | object;
}

const name = '[\\w!#$&^.+-]{1,127}';
const parameter = '[\\w-]{1,60}=(?:[\\w!#$&^.+/-]{1,120}|"[\\w !#$&^.+/:;=,-]{0,120}")';
export const mediaType = new RegExp(`^${name}/${name}(?:; ?${parameter})*$`);
const contentIdText = /^[\w.!#$%&'*+/=?^`{|}~@-]{1,200}$/;

/** RFC 2047: programs that read the mail would decode it. */
const encodedWord = /=\?[^?\s]+\?[bq]\?[^?\s]*\?=/i;

const readers = {
  filename: textWithout((name) => {
    if (name.trim() === '') return 'must not be blank';
    if (/[\\/]|^\.+$/.test(name)) return 'must not be a path';
    if (encodedWord.test(name)) return 'must be the name itself, not encoded as in a header: decode it first';
    return utf8Length(name) > 255 ? 'has more than 255 bytes' : findUnsafeText(name);
  }),
  content: parsedBy(parseContent),
  contentBase64: parsedBy(parseBase64),
  contentType: textWithout((type) => (mediaType.test(type) ? undefined : 'must have the form type/subtype')),
  disposition: oneOf('attachment', 'inline'),
  contentId: textWithout((id) =>
    contentIdText.test(id) ? undefined : 'has a space, an angle bracket or a special character',
  ),
};

/** A problem has the path of the attachment and names the field. */
export const readAttachment: Reader<AttachmentDraft> = (input, path, reportAt) => {
  const report: Report = (field, problem) =>
    reportAt(path, field === '' ? problem : `is not valid: \`${field}\` ${problem}`);
  if (ownValue(input, 'path') !== undefined || ownValue(input, 'href') !== undefined) {
    report('content', 'must hold the bytes: files and URLs are never opened');
    return undefined;
  }
  if (!isRecord(input)) {
    reportAt(path, `must be an object, { filename, content }, not ${wrongKind(input)}`);
    return undefined;
  }
  const has = (field: keyof AttachmentInput) => ownValue(input, field) !== undefined;
  requireFields(input, ['filename'], '', report);
  if (has('content') && has('contentBase64')) report('contentBase64', 'cannot be combined with `content`');
  if (!has('content') && !has('contentBase64')) report('content', 'is missing, and so is `contentBase64`');
  if (ownValue(input, 'disposition') === 'inline') requireFields(input, ['contentId'], '', report);
  const read = readFields(input, readers, '', report, foreignWords);
  const { filename = '', content, contentBase64, contentId } = read;
  const { contentType = knownContentType(filename) ?? 'application/octet-stream' } = read;
  const { disposition = contentId === undefined ? 'attachment' : 'inline' } = read;
  if (isEncodedFile(ownValue(input, 'content'), contentType)) report('content', encodedFile);
  return {
    filename,
    content: content ?? contentBase64 ?? new Uint8Array(),
    contentType,
    disposition,
    contentId,
    ...(typeof ownValue(input, 'content') === 'string' && { isText: true }),
  };
};

/** Bytes are copied. What is read later is the caller's own. */
function parseContent(content: unknown): Reading<Uint8Array | object> {
  if (typeof content === 'string') return { value: new TextEncoder().encode(content) };
  if (content instanceof Uint8Array) return { value: Uint8Array.prototype.slice.call(content) };
  const isLate = typeof content === 'function' || (typeof content === 'object' && content !== null);
  return isLate ? { value: content } : { problem: `must be bytes or a text, not ${wrongKind(content)}` };
}

function parseBase64(text: unknown): Reading<Uint8Array> {
  const bytes = typeof text === 'string' ? decodeBase64(text) : undefined;
  return bytes === undefined ? { problem: 'is not base64' } : { value: bytes };
}

/** The beginnings of these files as base64. ZIP is also that of office documents. */
const base64Starts = [
  'JVBERi0', // PDF
  'iVBORw0KGgo', // PNG
  '\\/9j\\/', // JPEG
  'R0lGOD[dl]h', // GIF
  'UklGR', // WebP
  'SUkqA|TU0AK', // TIFF
  'PHN2Zy|PD94bWw', // SVG, XML
  'UEsDB', // ZIP
  'H4sI[A-H]', // gzip
  'N3q8rycc', // 7z
  'UmFyIR', // RAR
].join('|');
const dataUrl = 'data:[\\w.+-]+\\/[\\w.+-]+(?:;[\\w.+-]+=[\\w.+-]+)*;base64,';
const base64Start = new RegExp(`^(?:${dataUrl}|${base64Starts})`);

export const encodedFile =
  'is a file as base64, and would arrive as text: pass it as `contentBase64`, without `data:…,`';

/** Libraries of services take base64 where we take text. A text file may have any text. */
export function isEncodedFile(content: unknown, contentType: string): boolean {
  if (typeof content !== 'string' || /^text\//i.test(contentType)) return false;
  const text = content.trimStart();
  const [start] = base64Start.exec(text) ?? [];
  return (
    start !== undefined && /^[\w+/=\s-]*$/.test(text.slice(start.startsWith('data:') ? start.length : 0))
  );
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

/** The content type of a file name's extension; `undefined` for an extension that is not known here. */
export function knownContentType(filename: string): string | undefined {
  return contentTypes.get(filename.slice(filename.lastIndexOf('.') + 1).toLowerCase());
}
