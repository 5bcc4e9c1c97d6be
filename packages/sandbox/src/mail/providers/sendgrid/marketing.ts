import { randomUUID } from 'node:crypto';
import {
  type Contact,
  contactBook,
  type DoorContext,
  dateOf,
  type Fields,
  fieldsOf,
  itemsOf,
  type MailStore,
  need,
  neverChanged,
  ok,
  Problem,
  type Route,
  resource,
  route,
  textOf,
  textsOf,
} from '../../kit.ts';
import { conventionsOf, missing, refuse } from './wire.ts';

/** Contacts, lists and custom fields. A write is a job at SendGrid; here it is done at once. */
export function marketingRoutes(context: DoorContext): readonly Route[] {
  return [...contactRoutes(context.store), ...fieldRoutes(context), ...listRoutes(context)];
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
  const names = { first_name: firstName, last_name: lastName };
  const times = { created_at: dateOf(createdAt), updated_at: dateOf(updatedAt) };
  return { ...own, id, email, ...names, list_ids: lists, custom_fields: fields, ...times };
}

function fieldRoutes({ store: { properties }, url }: DoorContext): readonly Route[] {
  return resource(conventionsOf(url), '/v3/marketing/field_definitions', properties, {
    name: 'field',
    verbs: neverChanged,
    view: ({ id, name, type }) => ({ id, name, field_type: type }),
    read: ({ name, field_type }) => ({
      name: textOf(name) ?? '',
      type: textOf(field_type) ?? 'Text',
      own: {},
    }),
    list: (views) => ok({ custom_fields: views, reserved_fields: [] }),
    added: ({ view }) => ok(view),
  });
}

function listRoutes({ store, url }: DoorContext): readonly Route[] {
  const { lists, contacts } = store;
  const book = contactBook(store);
  const path = '/v3/marketing/lists';
  return [
    ...resource(conventionsOf(url), path, lists, {
      name: 'list',
      view: ({ id, name }) => ({ id, name, contact_count: book.membersOf(id).length }),
      read: ({ name }, old) => ({ name: textOf(name) ?? '', own: old?.own ?? {} }),
    }),
    route('DELETE', `${path}/:id/contacts`, ({ query }, { id = '' }) => {
      const rows = idsIn(query, 'contact_ids').flatMap((each) => contacts.get(each) ?? []);
      for (const row of rows) book.setMember(row, id, false);
      return job();
    }),
  ];
}
