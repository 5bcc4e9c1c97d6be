import type { ReceivedMessage } from '../../mail/message/received-message.ts';
import type { MailService } from '../../mail/service/service.ts';

/** Finds the mail of an id, in the mailbox or undelivered. */
export function mailFinder({ mailbox, outcomes }: Pick<MailService, 'mailbox' | 'outcomes'>) {
  return (id: string): ReceivedMessage | undefined =>
    mailbox.get(id) ?? outcomes.undelivered().find((message) => message.id === id);
}
