import {
  type Contact,
  type ContactFields,
  contactBook,
  type DoorContext,
  type Fields,
  fieldsOf,
  type MailStore,
  ok,
  resource,
  route,
} from '../../kit.ts';
import { failure, shortFailure } from './failure.ts';
import { email, flag, type Read, readBody, readShape } from './fields.ts';
import { mergeData } from './render.ts';
import { countIn, datesOf, isFound, plunkConventions, sortBy } from './wire.ts';

/** A change of a contact. Absent fields stay. */
export interface ContactChange {
  readonly email?: string;
  readonly subscribed?: boolean;
  /** Merged into the stored values: `null` removes a key, `''` is ignored. */
  readonly data?: unknown;
}

/** The contacts of the store, as Plunk changes them: an address is trimmed and in lower case. */
export function plunkContacts(store: MailStore) {
  const { contacts } = store;
  const normalize = (address: string) => address.trim().toLowerCase();
  const find = (address: string) => contactBook(store).findByEmail(normalize(address));
  const read = (change: ContactChange, old?: Contact, isSubscribed = true): ContactFields => {
    const address = normalize(change.email ?? old?.email ?? '');
    if ((find(address)?.id ?? old?.id) !== old?.id)
      throw failure(409, 'Contact with this email already exists in this project');
    const { fields: stored = {}, unsubscribed: before = !isSubscribed } = old ?? {};
    const fields = change.data === undefined ? stored : mergeData(stored, change.data);
    const unsubscribed = change.subscribed === undefined ? before : !change.subscribed;
    return { lists: [], own: {}, ...old, email: address, unsubscribed, fields };
  };
  return {
    find,
    read,
    /** Creates or changes the contact of an address. A new one is subscribed by the change or the default. */
    upsert: (address: string, change: ContactChange, isSubscribed: boolean) => {
      const old = find(address);
      const content = read({ ...change, email: address }, old, isSubscribed);
      const contact = (old && contacts.update(old.id, content)) ?? contacts.add(content);
      return { contact, isNew: old === undefined };
    },
  };
}

export function viewContact(contact: Contact) {
  const { id, unsubscribed, fields } = contact;
  const data = Object.keys(fields).length === 0 ? null : fields;
  return { id, email: contact.email, subscribed: !unsubscribed, data, ...datesOf(contact) };
}

const anything: Read<unknown> = (_field, value) => value;
const shape = { email, subscribed: flag, data: anything };
const maxLookup = 500;

/** `/contacts` and below, without its jobs. */
export function contactRoutes({ store }: DoorContext) {
  const { contacts } = store;
  const book = plunkContacts(store);
  return [
    route('GET', '/contacts', ({ query }) => ok(listContacts(contacts.all(), query))),
    route('POST', '/contacts', (request) => {
      const body = readBody(request);
      if (!body['email']) throw shortFailure(400, 'Email is required');
      const change = readShape(body, shape);
      const { contact, isNew } = book.upsert(change.email ?? '', change, true);
      return ok({ ...viewContact(contact), _meta: { isNew, isUpdate: !isNew } }, isNew ? 201 : 200);
    }),
    route('POST', '/contacts/lookup', (request) => {
      const { emails } = readBody(request);
      if (!Array.isArray(emails) || emails.length === 0)
        throw shortFailure(400, 'emails must be a non-empty array');
      if (emails.length > maxLookup) throw shortFailure(400, `Maximum ${maxLookup} emails per lookup`);
      const isKnown = (each: unknown): boolean => book.find(String(each)) !== undefined;
      return ok({ found: emails.filter(isKnown), notFound: emails.filter((each) => !isKnown(each)) });
    }),
    route('GET', '/contacts/fields', () => {
      const fields = listFields(contacts.all());
      return ok({ fields, count: fields.length });
    }),
    route('DELETE', '/contacts/fields/:field', (_request, { field = '' }) => {
      if (!field.startsWith('data.')) throw shortFailure(400, 'Can only delete custom data fields (data.*)');
      const key = field.slice('data.'.length);
      const holders = contacts.all().filter(({ fields }) => Object.hasOwn(fields, key));
      for (const row of holders) contacts.update(row.id, book.read({ data: { [key]: null } }, row));
      return ok({ deletedFrom: holders.length });
    }),
    ...resource(plunkConventions, '/contacts', contacts, {
      name: 'Contact',
      view: viewContact,
      read: (body, old) => book.read(readShape(body, shape), old),
      verbs: ['show', 'change', 'remove'],
    }),
  ];
}

/** A page after the contact `cursor`. `total` is 0 on every page but the first. */
function listContacts(contacts: readonly Contact[], query: URLSearchParams) {
  const limit = countIn(query, 'limit', 20, 100);
  const cursor = query.get('cursor') || undefined;
  const subscribed = query.get('subscribed');
  const found = sortBy(contacts, query, ['email'])
    .filter((row) => isFound(query, [row.email]))
    .filter(
      ({ unsubscribed }) => !/^(?:true|false)$/.test(subscribed ?? '') || `${!unsubscribed}` === subscribed,
    );
  const before = cursor === undefined ? -1 : found.findIndex(({ id }) => id === cursor);
  // An unknown cursor finds nothing, as in Plunk's database.
  const start = cursor !== undefined && before === -1 ? found.length : before + 1;
  const data = found.slice(start, start + limit).map(viewContact);
  const hasMore = start + limit < found.length;
  const total = cursor === undefined ? found.length : 0;
  return { data, total, ...(hasMore && { cursor: data.at(-1)?.id }), hasMore };
}

const columns: Fields = { createdAt: 'date', email: 'string', subscribed: 'boolean', updatedAt: 'date' };

/** The columns of every contact, and the keys of their data, with the share of contacts that have each. */
function listFields(contacts: readonly Contact[]) {
  const counts = new Map<string, { readonly type: string; readonly count: number }>();
  for (const [key, value] of contacts.flatMap(({ fields }) => Object.entries(fieldsOf(fields)))) {
    const { type = typeOf(value), count = 0 } = counts.get(key) ?? {};
    counts.set(key, { type, count: count + 1 });
  }
  const own = [...counts].map(([key, { type, count }]) => {
    return { field: `data.${key}`, type, coverage: Math.round((count / contacts.length) * 100) };
  });
  const common = Object.entries(columns).map(([field, type]) => ({ field, type, coverage: 100 }));
  return [...common, ...own].sort((a, b) => (a.field < b.field ? -1 : 1));
}

function typeOf(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value;
  return /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z?)?$/.test(String(value)) ? 'date' : 'string';
}
