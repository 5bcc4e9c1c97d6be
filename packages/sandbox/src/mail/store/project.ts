import { contactBook } from './books.ts';
import type { MailStore } from './mail-store.ts';

/** The contacts, lists, campaigns and suppressions of all services, oldest first. */
export type MailProject = ReturnType<typeof describeProject>;

export function describeProject(store: MailStore) {
  const { membersOf } = contactBook(store);
  return {
    contacts: store.contacts.all().map(({ id, email, unsubscribed, fields, updatedAt }) => {
      return { id, email, subscribed: !unsubscribed, fields, updatedAt: new Date(updatedAt) };
    }),
    lists: store.lists.all().map(({ id, name }) => ({ id, name, memberCount: membersOf(id).length })),
    campaigns: store.campaigns.all().map(({ id, name, subject, status, sentCount }) => {
      return { id, name, subject, status, sentCount };
    }),
    /** The kind says of which addresses: `address`, `domain`, `prefix`, `suffix` or `wildcard`. */
    suppressions: store.suppressions.all().map(({ id, kind = 'address', email, isOff = false }) => {
      return { id, kind, pattern: email, enabled: !isOff };
    }),
  };
}
