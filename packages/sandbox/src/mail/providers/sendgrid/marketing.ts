import { randomUUID } from 'node:crypto';
import { type Route, route } from '../../../http/router.ts';
import type { Contact, List, MailStore } from '../../store/mail-store.ts';
import { contactBook } from '../books.ts';
import { type DoorContext, need, Problem } from '../door.ts';
import { type Fields, fieldsOf, itemsOf, textOf, textsOf } from '../fields.ts';
import { missing, noContent, ok, pageOf, refuse } from './wire.ts';

/** Contacts, lists and custom fields. A write is a job at SendGrid; here it is done at once. */
export function marketingRoutes({ store, url }: DoorContext): readonly Route[] {
  return [...contactRoutes(store), ...fieldRoutes(store), ...listRoutes(store, url)];
}

const job = () => ok({ job_id: randomUUID() }, 202);
const idsIn = (query: URLSearchParams, name: string) => (query.get(name) ?? '').split(',');

function contactRoutes(store: MailStore): readonly Route[] {
  const { contacts, properties } = store;
  const { findByEmail } = contactBook(store);
  const path = '/v3/marketing/contacts';
  return [
    route('PUT', path, (request) => {
      const { contacts: given, list_ids } = fieldsOf(request.json());
      const unknown = itemsOf(given)
        .flatMap((one) => Object.keys(fieldsOf(one['custom_fields'])))
        .find((id) => properties.get(id) === undefined);
      if (unknown !== undefined)
        throw new Problem(refuse(400, `invalid custom field ${unknown}`, 'contacts'));
      for (const one of itemsOf(given)) write(store, one, textsOf(list_ids));
      return job();
    }),
    route('DELETE', path, ({ query }) => {
      for (const id of idsIn(query, 'ids')) contacts.delete(id);
      return job();
    }),
    route('POST', `${path}/search/emails`, (request) => {
      const emails = textsOf(fieldsOf(request.json())['emails']);
      if (emails.every((email) => findByEmail(email) === undefined)) throw missing('contacts');
      const result = emails.map((email) => {
        const row = findByEmail(email);
        return [email, row === undefined ? { error: 'contact not found' } : { contact: show(row) }] as const;
      });
      return ok({ result: Object.fromEntries(result) });
    }),
    route('GET', `${path}/imports/:id`, (_request, { id = '' }) =>
      ok({ id, status: 'completed', job_type: 'upsert', results: { created_count: contacts.all().length } }),
    ),
    route('GET', `${path}/:id`, (_request, { id = '' }) => {
      const row = need(contacts.get(id), () => missing('contact'));
      return ok(show(row));
    }),
    route('GET', path, () => {
      const result = contacts.all().slice(-50).map(show);
      return ok({ result, contact_count: contacts.all().length });
    }),
  ];
}

const base = ['id', 'email', 'first_name', 'last_name', 'custom_fields', 'list_ids'];

function write(store: MailStore, input: Fields, listIds: readonly string[]): void {
  const { contacts, properties } = store;
  const email = textOf(input['email'])?.toLowerCase() ?? '';
  const old = contactBook(store).findByEmail(email);
  const fields = Object.entries(fieldsOf(input['custom_fields'])).map(
    ([id, value]) => [properties.get(id)?.name ?? id, value] as const,
  );
  const more = Object.entries(input).filter(([name]) => !base.includes(name));
  const row = {
    email,
    firstName: textOf(input['first_name']) ?? old?.firstName,
    lastName: textOf(input['last_name']) ?? old?.lastName,
    unsubscribed: old?.unsubscribed ?? false,
    fields: { ...old?.fields, ...Object.fromEntries(fields) },
    lists: [...new Set([...(old?.lists ?? []), ...listIds])],
    own: { ...old?.own, ...Object.fromEntries(more) },
  };
  if (old === undefined) contacts.add(row);
  else contacts.update(old.id, row);
}

function show({
  id,
  email,
  firstName = '',
  lastName = '',
  fields,
  lists,
  own,
  createdAt,
  updatedAt,
}: Contact) {
  return {
    ...own,
    id,
    email,
    first_name: firstName,
    last_name: lastName,
    list_ids: lists,
    custom_fields: fields,
    created_at: new Date(createdAt).toISOString(),
    updated_at: new Date(updatedAt).toISOString(),
  };
}

function fieldRoutes({ properties }: MailStore): readonly Route[] {
  const path = '/v3/marketing/field_definitions';
  const view = ({
    id,
    name,
    type,
  }: {
    readonly id: string;
    readonly name: string;
    readonly type: string;
  }) => ({
    id,
    name,
    field_type: type,
  });
  return [
    route('GET', path, () => ok({ custom_fields: properties.all().map(view), reserved_fields: [] })),
    route('POST', path, (request) => {
      const { name, field_type } = fieldsOf(request.json());
      return ok(
        view(properties.add({ name: textOf(name) ?? '', type: textOf(field_type) ?? 'Text', own: {} })),
      );
    }),
    route('DELETE', `${path}/:id`, (_request, { id = '' }) => {
      if (!properties.delete(id)) throw missing('field');
      return noContent;
    }),
  ];
}

function listRoutes({ lists, contacts }: MailStore, url: () => string): readonly Route[] {
  const path = '/v3/marketing/lists';
  const view = ({ id, name }: List) => ({
    id,
    name,
    contact_count: contacts.all().filter((row) => row.lists.includes(id)).length,
  });
  const found = (list: List | undefined) => {
    if (list === undefined) throw missing('list');
    return ok(view(list));
  };
  const nameIn = (json: unknown) => textOf(fieldsOf(json)['name']) ?? '';
  return [
    route('POST', path, (request) => ok(view(lists.add({ name: nameIn(request.json()), own: {} })), 201)),
    route('GET', path, (request) => pageOf(request, `${url()}${path}`, lists.all().map(view), 100)),
    route('GET', `${path}/:id`, (_request, { id = '' }) => found(lists.get(id))),
    route('PATCH', `${path}/:id`, (request, { id = '' }) =>
      found(lists.update(id, { name: nameIn(request.json()) })),
    ),
    route('DELETE', `${path}/:id`, (_request, { id = '' }) => {
      if (!lists.delete(id)) throw missing('list');
      return noContent;
    }),
    route('DELETE', `${path}/:id/contacts`, ({ query }, { id = '' }) => {
      for (const contactId of idsIn(query, 'contact_ids')) {
        const row = contacts.get(contactId);
        if (row) contacts.update(contactId, { lists: row.lists.filter((list) => list !== id) });
      }
      return job();
    }),
  ];
}
