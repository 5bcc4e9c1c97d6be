import { randomUUID } from 'node:crypto';
import { PlunkFailure } from './failure.ts';
import { isRecord } from './fields.ts';
import type { TemplateValues } from './render-template.ts';

/** A contact of the API. */
export interface Contact {
  readonly id: string;
  /** Trimmed and in lower case. */
  readonly email: string;
  readonly subscribed: boolean;
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A change of a contact. Absent fields stay. */
export interface ContactChange {
  readonly email?: string;
  readonly subscribed?: boolean;
  /** Merged into the stored values: `null` removes a key, `''` is ignored. */
  readonly data?: unknown;
}

/** A filter of contacts. */
export interface ContactQuery {
  readonly limit: number;
  readonly cursor?: string;
  readonly search?: string;
  readonly subscribed?: boolean;
  readonly sort: 'email' | 'createdAt';
  readonly direction: 'asc' | 'desc';
}

/** One page of contacts. `cursor` is absent on the last page; `total` is 0 on every page but the first. */
export interface ContactPage {
  readonly data: readonly Contact[];
  readonly total: number;
  readonly cursor?: string;
  readonly hasMore: boolean;
}

/** The contacts of the project, unique by address. */
export interface ContactBook {
  list(query: ContactQuery): ContactPage;
  /** @throws {PlunkFailure} 404 */
  get(id: string): Contact;
  find(email: string): Contact | undefined;
  /** In order of creation. */
  all(): readonly Contact[];
  /**
   * Creates or changes the contact of an address. `change.subscribed` or the default decides whether a new
   * contact is subscribed.
   */
  upsert(
    email: string,
    change: ContactChange,
    subscribedByDefault: boolean,
  ): { contact: Contact; isNew: boolean };
  /** @throws {PlunkFailure} 404, or 409 when the address belongs to another contact */
  update(id: string, change: ContactChange): Contact;
  delete(id: string): void;
}

/** An empty book of at most `maxContacts`. */
export function createContactBook(options: {
  readonly maxContacts: number;
  readonly now: () => number;
}): ContactBook {
  const byId = new Map<string, Contact>();
  const idByEmail = new Map<string, string>();

  const put = (contact: Contact): Contact => {
    byId.set(contact.id, contact);
    idByEmail.set(contact.email, contact.id);
    return contact;
  };

  const get = (id: string): Contact => {
    const contact = byId.get(id);
    if (contact === undefined) throw new PlunkFailure(404, 'Contact not found');
    return contact;
  };

  const find = (email: string): Contact | undefined => byId.get(idByEmail.get(normalizeEmail(email)) ?? '');
  const timestamp = (): string => new Date(options.now()).toISOString();

  const update = (id: string, change: ContactChange): Contact => {
    const existing = get(id);
    const email = change.email === undefined ? existing.email : normalizeEmail(change.email);
    if ((idByEmail.get(email) ?? id) !== id) {
      throw new PlunkFailure(409, 'Contact with this email already exists in this project');
    }
    const data = change.data === undefined ? existing.data : mergeData(existing.data, change.data);
    if (email !== existing.email) idByEmail.delete(existing.email);
    return put({
      ...existing,
      email,
      subscribed: change.subscribed ?? existing.subscribed,
      data,
      updatedAt: timestamp(),
    });
  };

  return {
    get,
    find,
    update,
    all: () => [...byId.values()],
    list: (query) => listContacts([...byId.values()], query),
    upsert: (email, change, subscribedByDefault) => {
      const existing = find(email);
      if (existing) return { contact: update(existing.id, change), isNew: false };
      if (byId.size >= options.maxContacts) {
        throw new PlunkFailure(500, `The sandbox holds at most ${options.maxContacts} contacts`, {
          code: 'DATABASE_ERROR',
        });
      }
      const at = timestamp();
      const contact = put({
        id: randomUUID(),
        email: normalizeEmail(email),
        subscribed: change.subscribed ?? subscribedByDefault,
        data: change.data === undefined ? null : mergeData(null, change.data),
        createdAt: at,
        updatedAt: at,
      });
      return { contact, isNew: true };
    },
    delete: (id) => {
      idByEmail.delete(get(id).email);
      byId.delete(id);
    },
  };
}

/**
 * The variables of a template: the stored values of the contact, those of the request, and those of the
 * service.
 */
export function toTemplateValues(contact: Contact, own: unknown): TemplateValues {
  const stored: Record<string, unknown> = Object.assign(Object.create(null), contact.data);
  for (const [key, value] of Object.entries(isRecord(own) ? own : {})) {
    if (!reservedKeys.has(key)) stored[key] = isTransient(value) ? value['value'] : value;
  }
  const page = (name: string): string => `http://app.localhost/${name}/${contact.id}`;
  return Object.assign(Object.create(null), stored, {
    id: contact.id,
    email: contact.email,
    plunk_id: contact.id,
    plunk_email: contact.email,
    data: stored,
    unsubscribeUrl: page('unsubscribe'),
    subscribeUrl: page('subscribe'),
    manageUrl: page('manage'),
  });
}

// Dropped silently, as by Plunk.
const reservedKeys = new Set([
  'id',
  'plunk_id',
  'plunk_email',
  'email',
  'unsubscribeUrl',
  'subscribeUrl',
  'manageUrl',
]);

/** `{ value, persistent: false }`: for this mail, not stored. */
function isTransient(value: unknown): value is { readonly value: unknown } {
  return isRecord(value) && 'value' in value && value['persistent'] === false;
}

function mergeData(existing: Contact['data'], incoming: unknown): Contact['data'] {
  if (incoming === null) return null;
  if (!isRecord(incoming)) throw new PlunkFailure(400, 'data must be an object');
  const merged: Record<string, unknown> = Object.assign(Object.create(null), existing);
  for (const [key, value] of Object.entries(incoming)) {
    if (reservedKeys.has(key) || value === '' || isTransient(value)) continue;
    if (value === null) delete merged[key];
    else if (key === 'locale' && typeof value !== 'string')
      throw new PlunkFailure(400, 'Locale must be a string');
    else merged[key] = value;
  }
  return Object.keys(merged).length === 0 ? null : merged;
}

function listContacts(contacts: readonly Contact[], query: ContactQuery): ContactPage {
  const search = query.search?.toLowerCase();
  const sign = query.direction === 'asc' ? 1 : -1;
  const found = contacts
    .filter(({ email }) => search === undefined || email.includes(search))
    .filter(({ subscribed }) => query.subscribed === undefined || subscribed === query.subscribed)
    .sort((a, b) => sign * compare(a[query.sort], b[query.sort]) || compare(b.id, a.id));
  const before = query.cursor === undefined ? -1 : found.findIndex(({ id }) => id === query.cursor);
  // An unknown cursor finds nothing, as in Plunk's database.
  const start = query.cursor !== undefined && before === -1 ? found.length : before + 1;
  const data = found.slice(start, start + query.limit);
  const hasMore = start + query.limit < found.length;
  const last = data.at(-1);
  return {
    data,
    total: query.cursor === undefined ? found.length : 0,
    ...(hasMore && last ? { cursor: last.id } : undefined),
    hasMore,
  };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
