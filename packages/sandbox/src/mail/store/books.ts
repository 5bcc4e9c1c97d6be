import type { Table } from '../../table.ts';
import type {
  Contact,
  ContactFields,
  MailStore,
  Suppression,
  SuppressionFields,
  WebhookFields,
} from './mail-store.ts';

export function webhooksOf({ webhooks }: Pick<MailStore, 'webhooks'>, name: string): Table<WebhookFields> {
  const all = () => webhooks.all().filter(({ service }) => service === name);
  const get = (id: string) => all().find((row) => row.id === id);
  return { ...webhooks, all, get, find: (predicate) => all().find(predicate) };
}

/** Which suppressions: those with all of the given parts. */
export interface SuppressionFilter {
  readonly email?: string | undefined;
  readonly reason?: Suppression['reason'] | undefined;
  /** `null` for those that hold for all mail. */
  readonly scope?: string | null | undefined;
}

/** Look-ups and changes of suppressions that all services have: of addresses. */
export function suppressionBook({ suppressions }: Pick<MailStore, 'suppressions'>) {
  const list = ({ email, reason, scope }: SuppressionFilter): readonly Suppression[] =>
    (email === undefined ? suppressions.all() : suppressions.having(email.toLowerCase()))
      .filter(({ kind = 'address', isOff }) => kind === 'address' && isOff !== true)
      .filter(
        (row) =>
          (reason === undefined || row.reason === reason) &&
          (scope === undefined || row.scope === (scope ?? undefined)),
      );
  const remove = (filter: SuppressionFilter): boolean => {
    const found = list(filter);
    for (const { id } of found) suppressions.delete(id);
    return found.length > 0;
  };
  return {
    list,
    /** An address is in each list once. */
    add: (email: string, reason: Suppression['reason'], scope?: string, own: object = {}): Suppression =>
      list({ email, reason, scope: scope ?? null })[0] ??
      suppressions.add({ email, reason, scope, own: { ...own } }),
    /** Returns `false` when there are none. */
    remove,
    /** The suppressions of a filter as a table, whose rows are found and removed by address. */
    table: (filter: SuppressionFilter): Table<SuppressionFields> => ({
      ...suppressions,
      all: () => list(filter),
      get: (email) => list({ ...filter, email })[0],
      delete: (id) => remove({ ...filter, email: suppressions.get(id)?.email ?? '' }),
    }),
  };
}

/** Look-ups and changes of contacts that all services have. */
export function contactBook({ contacts }: Pick<MailStore, 'contacts'>) {
  const findByEmail = (email: string): Contact | undefined => contacts.having(email.toLowerCase())[0];
  return {
    findByEmail,
    /** By id, number or address. */
    find: (name: string): Contact | undefined =>
      contacts.get(name) ?? contacts.find(({ serial }) => `${serial}` === name) ?? findByEmail(name),
    membersOf: (list: string): readonly Contact[] =>
      contacts.all().filter(({ lists }) => lists.includes(list)),
    add: (email: string, fields: Partial<ContactFields> = {}): Contact =>
      contacts.add({ unsubscribed: false, fields: {}, lists: [], own: {}, ...fields, email }),
    setMember: ({ id, lists }: Contact, list: string, isMember: boolean): void => {
      const others = lists.filter((each) => each !== list);
      contacts.update(id, { lists: isMember ? [...others, list] : others });
    },
  };
}
