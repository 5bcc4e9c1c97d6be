import type { SandboxRequest, SandboxResponse } from '../../../http/exchange.ts';
import { type Route, route } from '../../../http/router.ts';
import { readCsv } from '../../csv.ts';
import type { Contact, MailStore } from '../../store/mail-store.ts';
import type { Row, Table } from '../../store/table.ts';
import { contactBook, suppressionBook } from '../books.ts';
import { type DoorContext, need } from '../door.ts';
import { fieldsOf, flagOf, itemsOf, parseText, textOf, textsOf } from '../fields.ts';
import { readForm } from '../form.ts';
import { dateOf, missing, pageOf, readBody } from './wire.ts';

/** Contacts, segments as lists, contact properties, suppressions and webhooks. */
export function contactRoutes({ store, webhookSecret }: DoorContext): readonly Route[] {
  const { lists, properties, webhooks } = store;
  const suppressions = { ...store.suppressions, all: () => suppressionBook(store).list({}) };
  return [
    ...suppressionBatchRoutes(store),
    ...importRoutes(store),
    ...membershipRoutes(store),
    ...ownContactRoutes(store),
    ...collection('segments', 'segment', lists, {
      read: (request) => ({ name: textOf(readBody(request, 'name')['name']) ?? '', own: {} }),
      show: ({ name }) => ({ name }),
    }),
    ...collection('contact-properties', 'contact_property', properties, {
      read: (request) => {
        const { key, type, fallback_value } = readBody(request, 'key', 'type');
        return { name: textOf(key) ?? '', type: textOf(type) ?? 'string', own: { fallback_value } };
      },
      show: ({ name, type }) => ({ key: name, type }),
    }),
    ...collection('suppressions', 'suppression', suppressions, {
      read: (request) => ({
        email: textOf(readBody(request, 'email')['email']) ?? '',
        reason: 'manual' as const,
        own: {},
      }),
      show: ({ email, reason }) => ({ email, origin: reason }),
      isNamed: ({ email }, name) => email === name,
    }),
    ...collection('webhooks', 'webhook', webhooks, {
      read: (request) => {
        const { endpoint, events } = readBody(request, 'endpoint', 'events');
        return { service: 'resend', url: textOf(endpoint) ?? '', events: textsOf(events), own: {} };
      },
      show: ({ url, events }) => ({ endpoint: url, events, status: 'enabled' }),
      created: { signing_secret: webhookSecret },
    }),
  ];
}

function suppressionBatchRoutes(store: MailStore): readonly Route[] {
  const book = suppressionBook(store);
  const object = 'suppression';
  return [
    route('POST', '/suppressions/batch/add', (request) => {
      const emails = textsOf(readBody(request, 'emails')['emails']);
      const data = emails.map((email) => ({ object, id: book.add(email, 'manual').id }));
      return { status: 200, json: { data } };
    }),
    route('POST', '/suppressions/batch/remove', (request) => {
      const { emails, ids } = readBody(request);
      const named = textsOf(emails).flatMap((email) => book.list({ email }));
      const found = [...textsOf(ids).flatMap((id) => store.suppressions.get(id) ?? []), ...named];
      const data = found.map(({ id }) => ({ object, id, deleted: store.suppressions.delete(id) }));
      return { status: 200, json: { data } };
    }),
  ];
}

interface CollectionOptions<Fields> {
  read(request: SandboxRequest): Fields;
  show(row: Fields & Row): object;
  /** Further parts of the response to a creation. */
  readonly created?: object;
  /** Finds a row by another text than its id. */
  isNamed?(row: Fields & Row, name: string): boolean;
}

/** Create, read, list and delete. */
function collection<Fields extends object>(
  path: string,
  object: string,
  table: Table<Fields>,
  { read, show, created, isNamed = () => false }: CollectionOptions<Fields>,
): readonly Route[] {
  const view = (row: Fields & Row) => ({ id: row.id, ...show(row), created_at: dateOf(row.createdAt) });
  const find = (id: string): Fields & Row =>
    need(table.get(id) ?? table.find((row) => isNamed(row, id)), missing);
  return [
    route('POST', `/${path}`, (request) => {
      const { id } = table.add(read(request));
      return { status: 201, json: { object, id, ...created } };
    }),
    route('GET', `/${path}`, (request) => pageOf(request, table.all().map(view))),
    route('GET', `/${path}/:id`, (_request, { id = '' }) => ({
      status: 200,
      json: { object, ...view(find(id)) },
    })),
    route('DELETE', `/${path}/:id`, (_request, { id = '' }) => {
      const found = find(id);
      table.delete(found.id);
      return { status: 200, json: { object, id: found.id, deleted: true } };
    }),
  ];
}

function ownContactRoutes(store: MailStore): readonly Route[] {
  const { contacts } = store;
  const book = contactBook(store);
  const find = (idOrEmail: string) => findContact(store, idOrEmail);
  const done = (id: string, more: object = {}): SandboxResponse => ({
    status: 200,
    json: { object: 'contact', id, ...more },
  });
  return [
    route('POST', '/contacts', (request) => {
      const body = readBody(request, 'email');
      const email = textOf(body['email']) ?? '';
      const row = book.findByEmail(email) ?? book.add(email);
      contacts.update(row.id, readChange(body, row));
      return { status: 201, json: { object: 'contact', id: row.id } };
    }),
    route('GET', '/contacts', (request) => {
      const segment = request.query.get('segment_id');
      return pageOf(request, (segment === null ? contacts.all() : book.membersOf(segment)).map(brief));
    }),
    route('GET', '/segments/:id/contacts', (request, { id = '' }) => {
      if (store.lists.get(id) === undefined) throw missing();
      return pageOf(request, book.membersOf(id).map(brief));
    }),
    route('GET', '/contacts/:id', (_request, { id = '' }) => {
      const row = find(id);
      return done(row.id, { ...brief(row), properties: row.fields });
    }),
    route('PATCH', '/contacts/:id', (request, { id = '' }) => {
      const row = find(id);
      contacts.update(row.id, readChange(readBody(request), row));
      return done(row.id);
    }),
    route('DELETE', '/contacts/:id', (_request, { id = '' }) => {
      const row = find(id);
      contacts.delete(row.id);
      return done(row.id, { contact: row.id, deleted: true });
    }),
  ];
}

function findContact(store: MailStore, idOrEmail: string): Contact {
  return need(store.contacts.get(idOrEmail) ?? contactBook(store).findByEmail(idOrEmail), missing);
}

function readChange(body: ReturnType<typeof fieldsOf>, old: Contact): Partial<Contact> {
  return {
    email: textOf(body['email']) ?? old.email,
    firstName: textOf(body['first_name']) ?? old.firstName,
    lastName: textOf(body['last_name']) ?? old.lastName,
    unsubscribed: flagOf(body['unsubscribed']) ?? old.unsubscribed,
    fields: { ...old.fields, ...fieldsOf(body['properties']) },
  };
}

function brief({ id, email, firstName, lastName, unsubscribed, createdAt }: Contact) {
  const names = { first_name: firstName ?? null, last_name: lastName ?? null };
  return { id, email, ...names, unsubscribed, created_at: dateOf(createdAt) };
}

function membershipRoutes(store: MailStore): readonly Route[] {
  const { lists } = store;
  const change = (contactId: string, segmentId: string, isMember: boolean): SandboxResponse => {
    const row = findContact(store, contactId);
    if (lists.get(segmentId) === undefined) throw missing();
    contactBook(store).setMember(row, segmentId, isMember);
    const json = { object: 'contact_segment', id: row.id, contact_id: row.id, segment_id: segmentId };
    return { status: 200, json: isMember ? json : { ...json, deleted: true } };
  };
  return [
    route('GET', '/contacts/:id/segments', (request, { id = '' }) => {
      const joined = findContact(store, id).lists.flatMap((list) => lists.get(list) ?? []);
      return pageOf(
        request,
        joined.map((list) => ({ id: list.id, name: list.name, created_at: dateOf(list.createdAt) })),
      );
    }),
    route('POST', '/contacts/:id/segments/:segment', (_request, { id = '', segment = '' }) =>
      change(id, segment, true),
    ),
    route('DELETE', '/contacts/:id/segments/:segment', (_request, { id = '', segment = '' }) =>
      change(id, segment, false),
    ),
  ];
}

/** An import is done at once; its id has the counts. */
function importRoutes(store: MailStore): readonly Route[] {
  const { contacts, lists } = store;
  const book = contactBook(store);
  const object = 'contact_import';
  return [
    route('POST', '/contacts/imports', async (request) => {
      const { files, values } = await readForm(request);
      const segments = itemsOf(parseText(values.get('segments')?.[0])).flatMap(({ id }) => textOf(id) ?? []);
      const joined = segments.filter((id) => lists.get(id) !== undefined);
      const counts = { created: 0, updated: 0 };
      for (const { email = '', first_name, last_name, ...cells } of readCsv(files[0]?.content ?? empty)) {
        const row = book.findByEmail(email);
        const given = Object.entries(cells).map(([name, text]) => [name.replace(/^property /, ''), text]);
        const change = {
          ...(first_name === undefined ? {} : { firstName: first_name }),
          ...(last_name === undefined ? {} : { lastName: last_name }),
          fields: { ...row?.fields, ...Object.fromEntries(given) },
          lists: [...new Set([...(row?.lists ?? []), ...joined])],
        };
        counts[row === undefined ? 'created' : 'updated'] += 1;
        if (row !== undefined) contacts.update(row.id, change);
        else book.add(email, change);
      }
      return { status: 201, json: { object, id: `${counts.created}-${counts.updated}` } };
    }),
    route('GET', '/contacts/imports/:id', (_request, { id = '' }) => {
      const [created = 0, updated = 0] = id.split('-').map(Number);
      const counts = { total: created + updated, created, updated, skipped: 0, failed: 0 };
      return { status: 200, json: { object, id, status: 'completed', counts } };
    }),
  ];
}

const empty = new Uint8Array();
