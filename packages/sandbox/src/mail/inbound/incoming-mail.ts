import type { ReceivedMessage } from '../message/received-message.ts';
import type { MailStore } from '../store/mail-store.ts';

/** The mail that no API sent: it came over SMTP, or by hand. A service that receives mail can show it. */
export function incomingMail({ mailbox }: Pick<MailStore, 'mailbox'>) {
  const all = (): readonly ReceivedMessage[] =>
    mailbox.list().filter(({ via, labels }) => via === 'smtp' && labels === undefined);
  return { all, get: (id: string) => all().find((message) => message.id === id) };
}
