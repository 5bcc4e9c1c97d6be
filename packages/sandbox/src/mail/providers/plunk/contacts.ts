import { type Route, route } from '../../../http/router.ts';
import type { Contact, MailStore } from '../../store/mail-store.ts';
import { contactBook } from '../books.ts';
import { type DoorContext, need } from '../door.ts';
import { type Fields, fieldsOf } from '../fields.ts';
import { failure, shortFailure } from './failure.ts';
import { email, flag, type Read, readBody, readShape } from './fields.ts';
import { mergeData } from './render.ts';
import { countIn, datesOf, isFound, noContent, ok, sortBy } from './wire.ts';

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
  const { findByEmail, add } = contactBook(store);
  const normalize = (address: string) => address.trim().toLowerCase();
  const find = (address: string) => findByEmail(normalize(address));
  const get = (id: string): Contact => need(contacts.get(id), () => failure(404, 'Contact not found'));
  const update = (id: string, change: ContactChange): Contact => {
    const old = get(id);
    const address = normalize(change.email ?? old.email);
    if ((find(address)?.id ?? id) !== id)
      throw failure(409, 'Contact with this email already exists in this project');
    const fields = change.data === undefined ? old.fields : mergeData(old.fields, change.data);
    const unsubscribed = change.subscribed === undefined ? old.unsubscribed : !change.subscribed;
    return contacts.update(id, { email: address, unsubscribed, fields }) ?? old;
  };
  return {
    find,
    get,
    update,
    /** Creates or changes the contact of an address. A new one is subscribed by the change or the default. */
    upsert: (address: string, change: ContactChange, byDefault: boolean) => {
      const old = find(address);
      if (old) return { contact: update(old.id, change), isNew: false };
      const fields = change.data === undefined ? {} : mergeData({}, change.data);
      const unsubscribed = !(change.subscribed ?? byDefault);
      return { contact: add(normalize(address), { unsubscribed, fields }), isNew: true };
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
export function contactRoutes({ store }: DoorContext): readonly Route[] {
  const { contacts } = store;
  const book = plunkContacts(store);
  return [
    route('GET', '/contacts', ({ query }) => ok(listContacts(contacts.all(), query))),
    route('POST', '/contacts', (request) => {
      const body = readBody(request);
      if (!body['email']) return shortFailure(400, 'Email is required');
      const change = readShape(body, shape);
      const { contact, isNew } = book.upsert(change.email ?? '', change, true);
      return ok({ ...viewContact(contact), _meta: { isNew, isUpdate: !isNew } }, isNew ? 201 : 200);
    }),
    route('POST', '/contacts/lookup', (request) => {
      const { emails } = readBody(request);
      if (!Array.isArray(emails) || emails.length === 0)
        return shortFailure(400, 'emails must be a non-empty array');
      if (emails.length > maxLookup) return shortFailure(400, `Maximum ${maxLookup} emails per lookup`);
      const isKnown = (each: unknown): boolean => book.find(String(each)) !== undefined;
      return ok({ found: emails.filter(isKnown), notFound: emails.filter((each) => !isKnown(each)) });
    }),
    route('GET', '/contacts/fields', () => {
      const fields = listFields(contacts.all());
      return ok({ fields, count: fields.length });
    }),
    route('DELETE', '/contacts/fields/:field', (_request, { field = '' }) => {
      if (!field.startsWith('data.')) return shortFailure(400, 'Can only delete custom data fields (data.*)');
      const key = field.slice('data.'.length);
      const holders = contacts.all().filter(({ fields }) => Object.hasOwn(fields, key));
      for (const { id } of holders) book.update(id, { data: { [key]: null } });
      return ok({ deletedFrom: holders.length });
    }),
    route('GET', '/contacts/:id', (_request, { id = '' }) => ok(viewContact(book.get(id)))),
    route('PATCH', '/contacts/:id', (request, { id = '' }) =>
      ok(viewContact(book.update(id, readShape(readBody(request), shape)))),
    ),
    route('DELETE', '/contacts/:id', (_request, { id = '' }) => {
      contacts.delete(book.get(id).id);
      return noContent;
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
