import { utf8 } from '@org/core/webhooks';
import type { ReceivedWebhook } from '../driver/webhook-scheme.ts';
import { postedForm } from '../webhooks/posted-form.ts';
import { notMail } from './wire.ts';

/** A form as it was posted, to the byte: a field may be in any character set. */
export interface MailForm {
  /** `undefined` for an absent field. */
  bytes(name: string): Uint8Array | undefined;
  /** As text; in UTF-8 if its character set is not known. */
  text(name: string, charset?: string): string | undefined;
  file(name: string): MailFile | undefined;
  /** The names of files, in their order. */
  readonly files: readonly string[];
}

export interface MailFile {
  readonly filename: string;
  readonly contentType: string;
  bytes(): Promise<Uint8Array>;
}

/**
 * The form of a genuine webhook: parsing is work.
 *
 * @throws InvalidInputError for another body, a damaged form, and one with too many fields
 */
export async function readMailForm(webhook: ReceivedWebhook): Promise<MailForm> {
  const { bytes, text } = webhook;
  const posted = postedForm(webhook);
  if (posted === undefined) throw notMail('is not a form');
  const { contentType, isMultipart, parts } = posted;
  if (parts === undefined) throw notMail('has more than 1000 fields');
  // Platforms decode parts as UTF-8: each byte becomes a character before, and a byte again after.
  const body = isMultipart ? widen(bytes) : text;
  const response = new Response(body, { headers: { 'content-type': contentType } });
  const form = await response.formData().catch((cause: unknown) => {
    throw notMail(`is a damaged form: ${String(cause)}`);
  });
  return formOf(form, isMultipart ? narrowText : utf8);
}

function formOf(form: FormData, toBytes: (text: string) => Uint8Array): MailForm {
  const fileOf = (name: string) => {
    const file = form.get(name);
    return file instanceof Blob ? file : undefined;
  };
  const bytesOf = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? toBytes(value) : undefined;
  };
  return {
    bytes: bytesOf,
    text(name, charset) {
      const bytes = bytesOf(name);
      return bytes && decode(bytes, charset);
    },
    file(name) {
      const file = fileOf(name);
      if (file === undefined) return undefined;
      const { name: filename = '' } = file as File;
      const bytes = async () => narrow(new Uint8Array(await file.arrayBuffer()));
      return { filename: decode(narrowText(filename)), contentType: file.type, bytes };
    },
    files: [...new Set(form.keys())].filter((name) => fileOf(name) !== undefined),
  };
}

/** A character set that the platform does not know reads as UTF-8. */
function decode(bytes: Uint8Array, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Each byte as the UTF-8 of the character with its number. */
function widen(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  let length = bytes.length;
  for (const byte of bytes) if (byte >= 0x80) length += 1;
  const wide = new Uint8Array(length);
  let at = 0;
  for (const byte of bytes) {
    if (byte < 0x80) wide[at++] = byte;
    else {
      wide[at++] = 0xc0 | (byte >> 6);
      wide[at++] = 0x80 | (byte & 0x3f);
    }
  }
  return wide;
}

/** The bytes before {@link widen}. */
function narrow(wide: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(wide.length);
  let length = 0;
  for (let at = 0; at < wide.length; at += 1) {
    const byte = wide[at] ?? 0;
    if (byte < 0x80) bytes[length++] = byte;
    else {
      at += 1;
      bytes[length++] = ((byte & 0x03) << 6) | ((wide[at] ?? 0) & 0x3f);
    }
  }
  return bytes.subarray(0, length);
}

function narrowText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
