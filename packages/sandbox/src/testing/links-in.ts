import type { ReceivedMessage } from '../mail/received-message.ts';
import { findLinks } from '../page/message-html.ts';

/** The web addresses in a message, without duplicates, in order, at most 200. */
export function linksIn({ parsed }: Pick<ReceivedMessage, 'parsed'>): readonly string[] {
  return findLinks(parsed);
}
