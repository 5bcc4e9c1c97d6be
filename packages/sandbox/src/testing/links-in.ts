import { requireArgument } from '@org/core/basics';
import { findLinks } from '../mail/message/links.ts';
import { messageRule, type ReceivedMessage } from '../mail/message/received-message.ts';

/**
 * The web addresses in a message, without duplicates, in order, at most 200.
 *
 * @example
 * const mail = await sandbox.mail.mailbox.waitFor({ subject: 'Confirm' });
 * const [url = ''] = linksIn(mail); // https://acme.example/v/7
 */
export function linksIn(message: Pick<ReceivedMessage, 'parsed'>): readonly string[] {
  requireArgument('message', message, messageRule);
  return findLinks(message.parsed);
}
