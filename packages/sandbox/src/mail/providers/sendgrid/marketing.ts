import { randomUUID } from 'node:crypto';
import {
  type Contact,
  contactBook,
  type DoorContext,
  dateOf,
  type Fields,
  fieldsOf,
  itemsOf,
  type List,
  type MailStore,
  need,
  noContent,
  ok,
  Problem,
  resource,
  route,
  textOf,
  textsOf,
} from '../../kit.ts';
import { readSearch } from './search.ts';
import { conventionsOf, missing, refuse } from './wire.ts';

/** Contacts, lists and custom fields. A write is a job at SendGrid; here it is done at once. */
export function marketingRoutes(context: DoorContext) {
  return [...contactRoutes(context.store), ...fieldRoutes(context), ...listRoutes(context)];
}

const job = () => ok({ job_id: randomUUID() }, 202);
const idsIn = (query: URLSearchParams, name: string) => (query.get(name) ?? '').split(',');

function contactRoutes(store: MailStore) {
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
      const isAll = query.get('delete_all_contacts') === 'true';
      for (const id of isAll ? contacts.all().map((row) => row.id) : idsIn(query, 'ids')) contacts.delete(id);
      return job();
    }),
    ...lookUpRoutes(store),
    route('POST', `${path}/search/emails`, (request) => {
      const emails = textsOf(fieldsOf(request.json())['emails']);
      if (emails.every((email) => findByEmail(email) === undefined)) throw missing('contacts');
      const result = emails.map((email) => {
        const row = findByEmail(email);
        return [email, row === undefined ? { error: 'contact not found' } : { contact: show(row) }] as const;
      });
      return ok({ result: Object.fromEntries(result) });
    }),
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

const identifiers: Readonly<Record<string, string>> = {
  phone_number_id: 'phone_number_id',
  external_id: 'external_id',
  anonymous_id: 'anonymous_id',
};

/** The contact with an identifier of a kind: `email`, or one of its own fields. */
function findBy(store: MailStore, kind: string, value: unknown): Contact | undefined {
  if (kind === 'email') return contactBook(store).findByEmail(String(value));
  const field = identifiers[kind];
  return field === undefined ? undefined : store.contacts.find(({ own }) => own[field] === value);
}

function lookUpRoutes(store: MailStore) {
  const { contacts } = store;
  const path = '/v3/marketing/contacts';
  return [
    route('POST', `${path}/batch`, (request) => {
      const ids = textsOf(fieldsOf(request.json())['ids']);
      return ok({ result: ids.flatMap((id) => contacts.get(id) ?? []).map(show) });
    }),
    route('GET', `${path}/count`, () => {
      const contact_count = contacts.all().length;
      return ok({ contact_count, billable_count: contact_count });
    }),
    route('POST', `${path}/search`, (request) => {
      const isWanted = readSearch(textOf(fieldsOf(request.json())['query']) ?? '');
      const found = contacts.all().filter(isWanted);
      return ok({ result: found.slice(0, 50).map(show), contact_count: found.length });
    }),
    route('POST', `${path}/search/identifiers/:kind`, (request, { kind = '' }) => {
      const result = textsOf(fieldsOf(request.json())['identifiers']).map((value) => {
        const row = findBy(store, kind.toLowerCase(), value);
        return [value, row === undefined ? { error: 'contact not found' } : { contact: show(row) }] as const;
      });
      return ok({ result: Object.fromEntries(result) });
    }),
    route('DELETE', `${path}/:id/identifiers`, (request, { id = '' }) => {
      const row = need(contacts.get(id), () => missing('contact'));
      const { identifier_type, identifier_value } = fieldsOf(request.json());
      const kind = {
        PHONENUMBERID: 'phone_number_id',
        EXTERNALID: 'external_id',
        ANONYMOUSID: 'anonymous_id',
      }[String(identifier_type)];
      if (kind === undefined || row.own[kind] !== identifier_value)
        throw new Problem(refuse(400, 'the contact needs another identifier', 'identifier_type'));
      const { [kind]: _, ...own } = row.own;
      contacts.update(id, { own });
      return job();
    }),
  ];
}

const base = ['id', 'email', 'first_name', 'last_name', 'custom_fields', 'list_ids'];

/** Adds a contact or changes it, by its address, else by another identifier. One without any is left out. */
export function write(store: MailStore, input: Fields, listIds: readonly string[]): void {
  const { contacts, properties } = store;
  const given = textOf(input['email'])?.toLowerCase() || undefined;
  const kind = given ? 'email' : Object.keys(identifiers).find((name) => textOf(input[name]));
  if (kind === undefined) return;
  const old = findBy(store, kind, given ?? input[kind]);
  const fields = Object.entries(fieldsOf(input['custom_fields'])).map(
    ([id, value]) => [properties.get(id)?.name ?? id, value] as const,
  );
  const more = Object.entries(input).filter(([name]) => !base.includes(name));
  const row = {
    email: given ?? old?.email ?? '',
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

/** A contact as SendGrid shows it. */
export function show({
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

/** The ids that an import maps its columns to. */
export const reservedFields = [
  { id: '_rf0_T', name: 'first_name', field_type: 'Text' },
  { id: '_rf1_T', name: 'last_name', field_type: 'Text' },
  { id: '_rf2_T', name: 'email', field_type: 'Text' },
];

function fieldRoutes({ store: { properties }, url }: DoorContext) {
  return resource(conventionsOf(url), '/v3/marketing/field_definitions', properties, {
    name: 'field',
    verbs: ['add', 'list', 'change', 'remove'],
    view: ({ id, name, type }) => ({ id, name, field_type: type }),
    read: ({ name, field_type }, old) => ({
      name: textOf(name) ?? old?.name ?? '',
      type: textOf(field_type) ?? old?.type ?? 'Text',
      own: old?.own ?? {},
    }),
    list: (views) => ok({ custom_fields: views, reserved_fields: reservedFields }),
    added: ({ view }) => ok(view),
  });
}

function listRoutes({ store, url }: DoorContext) {
  const { lists, contacts } = store;
  const book = contactBook(store);
  const path = '/v3/marketing/lists';
  const view = ({ id, name }: List) => ({ id, name, contact_count: book.membersOf(id).length });
  return [
    route('GET', `${path}/:id/contacts/count`, (_request, { id = '' }) => {
      need(lists.get(id), () => missing('list'));
      const contact_count = book.membersOf(id).length;
      return ok({ contact_count, billable_count: contact_count });
    }),
    route('GET', `${path}/:id`, ({ query }, { id = '' }) => {
      const row = need(lists.get(id), () => missing('list'));
      const [first] = query.get('contact_sample') === 'true' ? book.membersOf(id) : [];
      return ok({ ...view(row), ...(first && { contact_sample: show(first) }) });
    }),
    route('DELETE', `${path}/:id`, ({ query }, { id = '' }) => {
      need(lists.get(id), () => missing('list'));
      const isAll = query.get('delete_contacts') === 'true';
      for (const row of book.membersOf(id))
        if (isAll) contacts.delete(row.id);
        else book.setMember(row, id, false);
      lists.delete(id);
      return isAll ? { ...job(), status: 200 } : noContent;
    }),
    ...resource(conventionsOf(url), path, lists, {
      name: 'list',
      verbs: ['add', 'list', 'change'],
      view,
      read: ({ name }, old) => {
        if (!textOf(name)) throw new Problem(refuse(400, 'name is required', 'name'));
        return { name: textOf(name) ?? '', own: old?.own ?? {} };
      },
    }),
    route('DELETE', `${path}/:id/contacts`, ({ query }, { id = '' }) => {
      const rows = idsIn(query, 'contact_ids').flatMap((each) => contacts.get(each) ?? []);
      for (const row of rows) book.setMember(row, id, false);
      return job();
    }),
  ];
}
