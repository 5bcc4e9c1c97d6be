import {
  type Contact,
  type ContactFields,
  contactBook,
  type DoorContext,
  dateOf,
  type Fields,
  fieldsOf,
  flagOf,
  isAddress,
  itemsOf,
  type List,
  type MailStore,
  need,
  neverAdded,
  ok,
  parseText,
  type Route,
  readCsv,
  readForm,
  resource,
  route,
  type SandboxResponse,
  suppressionBook,
  textOf,
  textsOf,
} from '../../kit.ts';
import { badAddress, missing, readBody, requireFields, resendConventions } from './wire.ts';

/** Contacts, segments as lists, contact properties, suppressions and webhooks. */
export function contactRoutes({ store, webhookSecret }: DoorContext): readonly Route[] {
  const book = suppressionBook(store);
  const verbs = ['add', 'list', 'show', 'remove'] as const;
  return [
    ...suppressionBatchRoutes(store),
    ...importRoutes(store),
    ...membershipRoutes(store),
    ...ownContactRoutes(store),
    ...resource(resendConventions, '/segments', store.lists, {
      name: 'segment',
      verbs,
      view: viewSegment,
      read: (body) => ({ name: textOf(requireFields(body, 'name')['name']) ?? '', own: {} }),
    }),
    ...resource(resendConventions, '/contact-properties', store.properties, {
      name: 'contact_property',
      verbs,
      view: ({ id, name: key, type, createdAt }) => ({ id, key, type, created_at: dateOf(createdAt) }),
      read: (body) => {
        const { key, type, fallback_value } = requireFields(body, 'key', 'type');
        return { name: textOf(key) ?? '', type: textOf(type) ?? 'string', own: { fallback_value } };
      },
    }),
    ...resource(resendConventions, '/suppressions', store.suppressions, {
      name: 'suppression',
      verbs,
      find: (table, id) => table.get(id) ?? book.list({}).find(({ email }) => email === id),
      rows: () => book.list({}),
      view: ({ id, email, reason: origin, createdAt }) => {
        return { id, email, origin, created_at: dateOf(createdAt) };
      },
      read: (body) => {
        const { email } = requireFields(body, 'email');
        return { email: textOf(email) ?? '', reason: 'manual' as const, own: {} };
      },
    }),
    ...resource(resendConventions, '/webhooks', store.webhooks, {
      name: 'webhook',
      verbs,
      view: ({ id, url: endpoint, events, createdAt }) => {
        return { id, endpoint, events, status: 'enabled', created_at: dateOf(createdAt) };
      },
      read: (body) => {
        const { endpoint, events } = requireFields(body, 'endpoint', 'events');
        return { service: 'resend', url: textOf(endpoint) ?? '', events: textsOf(events), own: {} };
      },
      added: ({ row: { id } }) => ok({ object: 'webhook', id, signing_secret: webhookSecret }, 201),
    }),
  ];
}

const viewSegment = ({ id, name, createdAt }: List) => ({ id, name, created_at: dateOf(createdAt) });

function suppressionBatchRoutes(store: MailStore): readonly Route[] {
  const book = suppressionBook(store);
  const object = 'suppression';
  return [
    route('POST', '/suppressions/batch/add', (request) => {
      const emails = textsOf(readBody(request, 'emails')['emails']);
      const data = emails.map((email) => ({ object, id: book.add(email, 'manual').id }));
      return ok({ data });
    }),
    route('POST', '/suppressions/batch/remove', (request) => {
      const { emails, ids } = readBody(request);
      const named = textsOf(emails).flatMap((email) => book.list({ email }));
      const found = [...textsOf(ids).flatMap((id) => store.suppressions.get(id) ?? []), ...named];
      const data = found.map(({ id }) => ({ object, id, deleted: store.suppressions.delete(id) }));
      return ok({ data });
    }),
  ];
}

function ownContactRoutes(store: MailStore): readonly Route[] {
  const { contacts, lists } = store;
  const book = contactBook(store);
  return [
    route('POST', '/contacts', (request) => {
      const body = readBody(request, 'email');
      const email = textOf(body['email']) ?? '';
      if (!isAddress(email)) throw badAddress('email')();
      const row = book.findByEmail(email) ?? book.add(email);
      contacts.update(row.id, readChange(body, row));
      return ok({ object: 'contact', id: row.id }, 201);
    }),
    route('GET', '/segments/:id/contacts', (request, { id = '' }) => {
      if (lists.get(id) === undefined) throw missing();
      return resendConventions.list(book.membersOf(id).map(brief), request, 'contact');
    }),
    ...resource(resendConventions, '/contacts', contacts, {
      name: 'contact',
      verbs: neverAdded,
      find: (_table, name) => findContact(store, name),
      rows: ({ query }) => {
        const segment = query.get('segment_id');
        return segment === null ? contacts.all() : book.membersOf(segment);
      },
      view: brief,
      change: readChange,
      shown: ({ row }) => ok({ object: 'contact', ...brief(row), properties: row.fields }),
      removed: ({ row: { id } }) => ok({ object: 'contact', id, contact: id, deleted: true }),
    }),
  ];
}

function findContact(store: MailStore, idOrEmail: string): Contact {
  return need(store.contacts.get(idOrEmail) ?? contactBook(store).findByEmail(idOrEmail), missing);
}

function readChange(body: Fields, old: Contact): Partial<ContactFields> {
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
    return ok(isMember ? json : { ...json, deleted: true });
  };
  return [
    route('GET', '/contacts/:id/segments', (request, { id = '' }) => {
      const joined = findContact(store, id).lists.flatMap((list) => lists.get(list) ?? []);
      return resendConventions.list(joined.map(viewSegment), request, 'segment');
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
      return ok({ object, id: `${counts.created}-${counts.updated}` }, 201);
    }),
    route('GET', '/contacts/imports/:id', (_request, { id = '' }) => {
      const [created = 0, updated = 0] = id.split('-').map(Number);
      const counts = { total: created + updated, created, updated, skipped: 0, failed: 0 };
      return ok({ object, id, status: 'completed', counts });
    }),
  ];
}

const empty = new Uint8Array();
