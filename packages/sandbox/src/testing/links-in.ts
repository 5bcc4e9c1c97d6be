import { findLinks } from '../mail/content/links.ts';
import type { ReceivedMessage } from '../mail/received-message.ts';

/** The web addresses in a message, without duplicates, in order, at most 200. */
export function linksIn({ parsed }: Pick<ReceivedMessage, 'parsed'>): readonly string[] {
  return findLinks(parsed);
}
