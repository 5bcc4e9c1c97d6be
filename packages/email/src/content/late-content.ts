import { deepCopy } from '@org/core/driver';
import type { EmailMessage } from '../model/message.ts';

/** The HTML and the text of a message; at least one of them. @public */
export interface RenderedContent {
  readonly html?: string | undefined;
  readonly text?: string | undefined;
}

/** Makes HTML and text from a message's `content`, with any renderer. @public */
export type Render = (content: unknown) => RenderedContent | Promise<RenderedContent>;

/**
 * A copy for a message that is read later, when the code of a first call has loaded. It has the caller's
 * `content`: a renderer may compare objects.
 */
export function keptMessage(message: EmailMessage): EmailMessage {
  const { content, sendAt, date } = Object(message);
  const copies = new Map([[content, content]]);
  for (const at of [sendAt, date]) if (at instanceof Date) copies.set(at, new Date(at.getTime()));
  return deepCopy(message, copies);
}
