import type { MailStore, Message } from '../store/mail-store.ts';
import type { Outbox } from '../store/outbox.ts';

/**
 * The mail of one service: its door finds, cancels and deletes no mail of another one, whatever id a request
 * has. Contacts, lists, templates and suppressions are those of all services.
 */
export function ownMail(
  { store, outbox }: { readonly store: MailStore; readonly outbox: Outbox },
  service: string,
): { readonly store: MailStore; readonly outbox: Outbox } {
  const { messages, mailbox } = store;
  const isOwn = (message: Message | undefined) => message?.service === service;
  const hasOwn = (id: string): boolean => isOwn(messages.get(id));
  const all = () => messages.all().filter(isOwn);
  return {
    store: {
      ...store,
      messages: {
        ...messages,
        all,
        get: (id) => (hasOwn(id) ? messages.get(id) : undefined),
        find: (predicate) => all().find(predicate),
        having: (key) => messages.having(key).filter(isOwn),
        update: (id, change) => (hasOwn(id) ? messages.update(id, change) : undefined),
        delete: (id) => hasOwn(id) && messages.delete(id),
      },
      // Not a copy: it has properties that are computed.
      mailbox: Object.assign(Object.create(mailbox), {
        get: (id: string) => (hasOwn(id) ? mailbox.get(id) : undefined),
      }),
    },
    outbox: {
      ...outbox,
      reschedule: (id, sendAt) => (hasOwn(id) ? outbox.reschedule(id, sendAt) : undefined),
      cancel: (id) => (hasOwn(id) ? outbox.cancel(id) : undefined),
    },
  };
}
