import { deepCopy } from '@org/core/driver';
import type { EmailMessage } from '../model/message.ts';
import { ownValue } from '../model/reader.ts';

/** The HTML and the text of a message; at least one of them. @public */
export interface RenderedContent {
  readonly html?: string | undefined;
  readonly text?: string | undefined;
}

/** Makes HTML and text from a message's `content`, with any renderer. @public */
export type Render = (content: unknown) => RenderedContent | Promise<RenderedContent>;

/** The value of `text` that asks for a text made from the HTML. */
export const fromHtml = 'from-html';

/** Has the message content to render, or attachments to read first? Any input gives an answer. */
export function hasLateContent(message: EmailMessage): boolean {
  const attachments = ownValue(message, 'attachments');
  return (
    ownValue(message, 'content') !== undefined || (Array.isArray(attachments) && attachments.some(isLate))
  );
}

/** A copy that the caller cannot change. It has the caller's `content`: a renderer may compare objects. */
export function ownMessage(message: EmailMessage): EmailMessage {
  const content = ownValue(message, 'content');
  const copies = new Map([[content, content]]);
  for (const at of [ownValue(message, 'sendAt'), ownValue(message, 'date')])
    if (at instanceof Date) copies.set(at, new Date(at.getTime()));
  return deepCopy(message, copies);
}

export function isLate(attachment: unknown): boolean {
  const content = ownValue(attachment, 'content');
  if (typeof content === 'function') return true;
  return typeof content === 'object' && content !== null && !(content instanceof Uint8Array);
}
