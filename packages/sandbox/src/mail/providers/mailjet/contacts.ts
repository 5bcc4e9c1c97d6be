import {
  bySerial,
  type Contact,
  contactBook,
  type DoorContext,
  type Fields,
  fieldsOf,
  flagOf,
  isAddress,
  itemsOf,
  type MailStore,
  need,
  resource,
  route,
  textOf,
} from '../../kit.ts';
import { dateOf, mailjetConventions, missing, notModified, requireText, stop, wrap } from './wire.ts';

export function viewContact({ serial, email, own, unsubscribed, createdAt }: Contact) {
  return {
    ID: serial,
    Email: email,
    Name: textOf(own['mailjetName']) ?? '',
    IsExcludedFromCampaigns: unsubscribed,
    CreatedAt: dateOf(createdAt),
  };
}

/** Creates the contacts of an upload that are not known, and changes nothing of the others. */
export function upload(store: MailStore, given: unknown): readonly Contact[] {
  const book = contactBook(store);
  return itemsOf(given).map((one) => {
    const email = textOf(one['Email']) ?? '';
    return book.findByEmail(email) ?? book.add(email, read(one));
  });
}

function read({ Name, IsExcludedFromCampaigns, Properties }: Fields) {
  return {
    unsubscribed: flagOf(IsExcludedFromCampaigns) ?? false,
    fields: fieldsOf(Properties),
    own: { mailjetName: textOf(Name) },
  };
}

/** A job that ended at once. */
export const job = (count: number, id: string) =>
  wrap([{ JobID: Number(id), Status: 'Completed', Count: count, Error: '' }]);

export function contactRoutes({ store }: DoorContext) {
  const { contacts, lists, properties } = store;
  const book = contactBook(store);
  const find = (name = ''): Contact => need(book.find(name), missing);
  const path = '/v3/REST/contact';
  return [
    route('POST', `${path}/managemanycontacts`, (request) => {
      upload(store, fieldsOf(request.json())['Contacts']);
      return wrap([{ JobID: 1 }], 201);
    }),
    route('GET', `${path}/managemanycontacts/:id`, (_request, { id = '' }) => job(1, id)),
    ...resource(mailjetConventions, path, contacts, {
      verbs: ['add', 'list', 'show', 'change'],
      find: (_table, name) => book.find(name),
      view: viewContact,
      rows: ({ query }) => {
        const list = query.get('ContactsList');
        return list === null ? contacts.all() : book.membersOf(bySerial(lists, list)?.id ?? '');
      },
      read: (body) => {
        const email = requireText(body, 'Email');
        if (!isAddress(email)) throw stop(400, `Invalid email address: "${email}"`);
        if (book.findByEmail(email) !== undefined) throw stop(400, 'A Contact already exists');
        return { lists: [], email, ...read(body) };
      },
      change: (body, row) => {
        const view = fieldsOf(viewContact(row));
        if (Object.entries(body).every(([key, value]) => view[key] === value)) throw notModified();
        const { unsubscribed, own } = read({ IsExcludedFromCampaigns: row.unsubscribed, ...body });
        return { unsubscribed, own: body['Name'] === undefined ? row.own : { ...row.own, ...own } };
      },
    }),
    route('GET', '/v3/REST/contactdata/:id', (_request, { id }) => {
      const { serial, fields } = find(id);
      const Data = Object.entries(fields).map(([Name, Value]) => ({ Name, Value: String(Value) }));
      return wrap([{ ContactID: serial, Data, ID: serial }]);
    }),
    route('PUT', '/v3/REST/contactdata/:id', (request, { id }) => {
      const row = find(id);
      const given = itemsOf(fieldsOf(request.json())['Data']);
      const unknown = given.find(({ Name }) => properties.find(({ name }) => name === Name) === undefined);
      if (unknown !== undefined) throw stop(400, `Invalid property "${unknown['Name']}"`);
      const change = Object.fromEntries(given.map(({ Name, Value }) => [`${Name}`, Value]));
      const kept = Object.entries({ ...row.fields, ...change }).filter(([, value]) => value !== null);
      contacts.update(row.id, { fields: Object.fromEntries(kept) });
      return wrap([{ ContactID: row.serial }]);
    }),
    route('DELETE', '/v4/contacts/:id', (_request, { id }) => {
      const row = find(id);
      contacts.delete(row.id);
      return wrap([{ ...viewContact(row), Name: 'Anonymized', Email: `${id}@domain.invalid` }]);
    }),
  ];
}
