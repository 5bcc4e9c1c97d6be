import type { LoadedPart } from './nodemailer-mail.ts';

/** A part as the program gave it. */
export interface GivenPart {
  readonly content?: unknown;
  readonly path?: unknown;
  readonly href?: unknown;
  readonly raw?: unknown;
}

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

/** The loaded content as text. */
export function textOf(part: unknown): string {
  if (typeof part !== 'object' || part === null) return typeof part === 'string' ? part : '';
  const { content, contentBase64 = '' } = loadedOf(part);
  if (typeof content === 'string') return content;
  const bytes = content ?? Uint8Array.from(atob(contentBase64), (each) => each.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}
