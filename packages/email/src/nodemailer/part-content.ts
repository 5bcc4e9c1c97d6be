import { InvalidInputError } from '@org/core';
import type { GivenPart, LoadedPart } from './nodemailer-mail.ts';

/** Nothing, text, bytes, or a stream of Node. */
export function isContent(value: unknown): boolean {
  return !value || typeof value === 'string' || value instanceof Uint8Array || 'pipe' in Object(value);
}

/** The content that the program gave for a part; empty for a file or a URL, which nodemailer opens. */
export function contentOf({ content, path, href }: GivenPart): unknown {
  return path || href ? '' : content;
}

/** The content that nodemailer has loaded. In place of an empty one, it gives the part itself. */
export function loadedOf({ content, encoding }: LoadedPart) {
  if (content instanceof Uint8Array) return { content };
  if (typeof content !== 'string') return { content: '' };
  return encoding === 'base64' ? { contentBase64: content } : { content };
}

/**
 * The loaded content as text.
 *
 * @throws InvalidInputError for bytes that are not UTF-8
 */
export function textOf(path: string, part: unknown, given: unknown = part): string {
  if (typeof part === 'string') {
    // nodemailer decodes bytes itself, and replaces those that are not UTF-8.
    if (typeof given !== 'string' && part.includes('\ufffd')) throw notUtf8(path);
    return part;
  }
  if (typeof part !== 'object' || part === null) return '';
  const { content, contentBase64 = '' } = loadedOf(part);
  if (typeof content === 'string') return content;
  const bytes = content ?? Uint8Array.from(atob(contentBase64), (each) => each.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8(path);
  }
}

const notUtf8 = (path: string) => unsayable(path, 'must be text in UTF-8: an attachment takes other bytes');

/** The error for a mail that no message of ours can say. */
export function unsayable(path: string, message: string): InvalidInputError {
  return new InvalidInputError({
    message: `The mail cannot be sent: ${path} ${message}.`,
    outcome: 'not-sent',
    issues: [{ path, message }],
  });
}
