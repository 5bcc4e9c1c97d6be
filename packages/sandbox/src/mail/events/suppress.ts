import type { MailEventKind } from '../../mail-event-kind.ts';
import { StoreFull } from '../../table.ts';
import { contactBook, suppressionBook } from '../store/books.ts';
import type { MailStore } from '../store/mail-store.ts';
import type { MailEvent, WebhookForm } from './mail-event.ts';

const reasons = new Map<MailEventKind, 'bounce' | 'complaint' | 'unsubscribe'>([
  ['bounced', 'bounce'],
  ['complained', 'complaint'],
  ['unsubscribed', 'unsubscribe'],
]);

/** Changes the lists of the service as an event does. */
export type Suppressor = ReturnType<typeof createSuppressor>;

export function createSuppressor(store: Pick<MailStore, 'suppressions' | 'contacts'>) {
  const [suppressions, contacts] = [suppressionBook(store), contactBook(store)];
  return {
    apply: (
      { kind, recipient, message }: MailEvent,
      { lists = [...reasons.keys()], hasStreams }: WebhookForm,
    ) => {
      const reason = reasons.get(kind);
      if (reason === undefined) return;
      const isListed = lists.includes(kind);
      const contact = reason === 'unsubscribe' || !isListed ? contacts.findByEmail(recipient) : undefined;
      if (contact !== undefined) store.contacts.update(contact.id, { unsubscribed: true });
      if (!isListed) return;
      const scope = hasStreams ? message.labels.stream : undefined;
      if (suppressions.list({ email: recipient, reason, scope: scope ?? null }).length > 0) return;
      try {
        suppressions.add(recipient, reason, scope);
      } catch (error) {
        if (!StoreFull.isInstance(error)) throw error; // a full list changes nothing more
      }
    },
  };
}
