import { contactBook } from './books.ts';
import type { MailStore } from './mail-store.ts';

/** The contacts, lists, campaigns and suppressions of all services, oldest first. */
export interface MailProject {
  readonly contacts: readonly {
    readonly id: string;
    readonly email: string;
    readonly subscribed: boolean;
    readonly fields: Readonly<Record<string, unknown>>;
    readonly updatedAt: Date;
  }[];
  readonly lists: readonly { readonly id: string; readonly name: string; readonly memberCount: number }[];
  readonly campaigns: readonly {
    readonly id: string;
    readonly name: string;
    readonly subject: string;
    readonly status: string;
    readonly sentCount: number;
  }[];
  readonly suppressions: readonly {
    readonly id: string;
    /** Of which addresses: `address`, `domain`, `prefix`, `suffix` or `wildcard`. */
    readonly kind: string;
    readonly pattern: string;
    readonly enabled: boolean;
  }[];
}

export function describeProject(store: MailStore): MailProject {
  const { membersOf } = contactBook(store);
  return {
    contacts: store.contacts.all().map(({ id, email, unsubscribed, fields, updatedAt }) => {
      return { id, email, subscribed: !unsubscribed, fields, updatedAt: new Date(updatedAt) };
    }),
    lists: store.lists.all().map(({ id, name }) => ({ id, name, memberCount: membersOf(id).length })),
    campaigns: store.campaigns.all().map(({ id, name, subject, status, sentCount }) => {
      return { id, name, subject, status, sentCount };
    }),
    suppressions: store.suppressions.all().map(({ id, kind = 'address', email, isOff = false }) => {
      return { id, kind, pattern: email, enabled: !isOff };
    }),
  };
}
