import type { SandboxRequest } from '../../http/exchange.ts';
import { type Route, route } from '../../http/router.ts';
import type { Contact, ContactChange, ContactQuery } from './contact-book.ts';
import { contactJobRoutes } from './contact-jobs.ts';
import { createFieldReader } from './fields.ts';
import { readFields } from './json-body.ts';
import { clampInteger } from './paging.ts';
import type { PlunkProject } from './project.ts';

const maxLookup = 500;

/** `/contacts` and below. */
export function contactRoutes({ contacts }: PlunkProject): readonly Route[] {
  return [
    route('GET', '/contacts', (request) => ({ status: 200, json: contacts.list(readQuery(request.query)) })),
    route('POST', '/contacts', (request) => {
      const fields = readFields(request);
      // This endpoint has another form of error for missing fields.
      if (!fields['email']) return { status: 400, json: { error: 'Email is required' } };
      const { email = '', ...change } = readChange(fields);
      const { contact, isNew } = contacts.upsert(email, change, true);
      return { status: isNew ? 201 : 200, json: { ...contact, _meta: { isNew, isUpdate: !isNew } } };
    }),
    route('POST', '/contacts/lookup', (request) => {
      const { emails } = readFields(request);
      if (!Array.isArray(emails) || emails.length === 0) {
        return { status: 400, json: { error: 'emails must be a non-empty array' } };
      }
      if (emails.length > maxLookup)
        return { status: 400, json: { error: `Maximum ${maxLookup} emails per lookup` } };
      const isKnown = (email: unknown): boolean => contacts.find(String(email)) !== undefined;
      return {
        status: 200,
        json: { found: emails.filter(isKnown), notFound: emails.filter((email) => !isKnown(email)) },
      };
    }),
    route('GET', '/contacts/fields', () => {
      const fields = listFields(contacts.all());
      return { status: 200, json: { fields, count: fields.length } };
    }),
    route('DELETE', '/contacts/fields/:field', (_, { field = '' }) => {
      if (!field.startsWith('data.'))
        return { status: 400, json: { error: 'Can only delete custom data fields (data.*)' } };
      const key = field.slice('data.'.length);
      const holders = contacts.all().filter(({ data }) => data !== null && key in data);
      for (const { id } of holders) contacts.update(id, { data: { [key]: null } });
      return { status: 200, json: { deletedFrom: holders.length } };
    }),
    ...contactJobRoutes(contacts),
    route('GET', '/contacts/:id', (_, { id = '' }) => ({ status: 200, json: contacts.get(id) })),
    route('PATCH', '/contacts/:id', (request, { id = '' }) => ({
      status: 200,
      json: contacts.update(id, readChange(readFields(request))),
    })),
    route('DELETE', '/contacts/:id', (_, { id = '' }) => {
      contacts.delete(id);
      return { status: 204 };
    }),
  ];
}

/** The columns of every contact, and the keys of their data, with the share of contacts that have each. */
function listFields(contacts: readonly Contact[]) {
  const counts = new Map<string, { readonly type: string; readonly count: number }>();
  for (const { data } of contacts) {
    for (const [key, value] of Object.entries(data ?? {})) {
      const { type = typeOf(value), count = 0 } = counts.get(key) ?? {};
      counts.set(key, { type, count: count + 1 });
    }
  }
  const columns = [
    ['createdAt', 'date'],
    ['email', 'string'],
    ['subscribed', 'boolean'],
    ['updatedAt', 'date'],
  ] as const;
  return [
    ...columns.map(([field, type]) => ({ field, type, coverage: 100 })),
    ...[...counts].map(([key, { type, count }]) => ({
      field: `data.${key}`,
      type,
      coverage: Math.round((count / contacts.length) * 100),
    })),
  ].sort((a, b) => (a.field < b.field ? -1 : 1));
}

function typeOf(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value;
  return /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z?)?$/.test(String(value)) ? 'date' : 'string';
}

function readChange(fields: Readonly<Record<string, unknown>>): ContactChange {
  const reader = createFieldReader();
  const email = fields['email'] === undefined ? undefined : reader.email('email', fields['email']);
  const subscribed =
    fields['subscribed'] === undefined ? undefined : reader.flag('subscribed', fields['subscribed']);
  reader.finish();
  return {
    ...(email === undefined ? undefined : { email }),
    ...(subscribed === undefined ? undefined : { subscribed }),
    ...(fields['data'] === undefined ? undefined : { data: fields['data'] }),
  };
}

function readQuery(query: SandboxRequest['query']): ContactQuery {
  const cursor = query.get('cursor');
  const search = query.get('search');
  const subscribed = query.get('subscribed');
  return {
    limit: clampInteger(query.get('limit'), 20, 100),
    sort: query.get('sort') === 'email' ? 'email' : 'createdAt',
    direction: query.get('dir') === 'asc' ? 'asc' : 'desc',
    ...(cursor ? { cursor } : undefined),
    ...(search ? { search } : undefined),
    ...(subscribed === 'true' || subscribed === 'false' ? { subscribed: subscribed === 'true' } : undefined),
  };
}
