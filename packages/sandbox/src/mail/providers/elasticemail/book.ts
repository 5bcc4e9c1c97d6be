import {
  type Contact,
  contactBook,
  type DoorContext,
  type Fields,
  fieldsOf,
  isAddress,
  itemsOf,
  type List,
  type MailStore,
  need,
  neverAdded,
  ok,
  readCsv,
  readForm,
  refuseRemoteFile,
  resource,
  route,
  type SandboxRequest,
  type Suppression,
  suppressionBook,
  textOf,
  textsOf,
} from '../../kit.ts';
import { byName, dateOf, elasticemailConventions, missing, refuse } from './wire.ts';

export function bookRoutes({ store }: DoorContext) {
  return [...contactRoutes(store), ...listRoutes(store), ...suppressionRoutes(store)];
}

function view({ email, firstName, lastName, fields, unsubscribed, createdAt }: Contact) {
  return {
    Email: email,
    Status: unsubscribed ? 'Unsubscribed' : 'Active',
    FirstName: firstName,
    LastName: lastName,
    CustomFields: fields,
    DateAdded: dateOf(createdAt),
  };
}

const read = ({ FirstName, LastName, CustomFields }: Fields) => ({
  firstName: textOf(FirstName),
  lastName: textOf(LastName),
  fields: fieldsOf(CustomFields),
});

function contactRoutes(store: MailStore) {
  const { contacts, lists } = store;
  const book = contactBook(store);
  return [
    route('POST', '/contacts', (request) => {
      const given = itemsOf(request.json());
      const names = request.query.getAll('listnames');
      const joined = lists.all().flatMap(({ id, name }) => (names.includes(name) ? [id] : []));
      if (given.some(({ Email }) => book.findByEmail(textOf(Email) ?? '') !== undefined))
        throw refuse('Contact exists.');
      const add = (one: Fields) => book.add(textOf(one['Email']) ?? '', { ...read(one), lists: joined });
      return ok(given.map(add).map(view));
    }),
    route('POST', '/contacts/delete', (request) => {
      for (const email of textsOf(fieldsOf(request.json())['Emails'])) {
        const contact = book.findByEmail(email);
        if (contact !== undefined) contacts.delete(contact.id);
      }
      return { status: 200 };
    }),
    // Files are read from the request alone, not from a `fileUrl`.
    route('POST', '/contacts/import', async (request) => {
      const { query } = request;
      refuseRemoteFile(query.get('fileUrl'), 'fileUrl', refuse);
      const list = byName(lists, query.get('listName') ?? '');
      for (const { Email = '', FirstName, LastName, ...given } of await rowsOfFile(request)) {
        const contact =
          book.findByEmail(Email) ?? book.add(Email, { ...read({ FirstName, LastName }), fields: given });
        if (list !== undefined) book.setMember(contact, list.id, true);
      }
      return { status: 202 };
    }),
    ...resource(elasticemailConventions, '/contacts', contacts, {
      verbs: neverAdded,
      find: (_table, email) => book.findByEmail(email),
      view,
      change: read, // replaces everything, the strictest reading of PUT
    }),
  ];
}

function listRoutes(store: MailStore) {
  const { lists } = store;
  const book = contactBook(store);
  const find = (name = ''): List => need(byName(lists, name), missing);
  const show = ({ name, createdAt }: List) => {
    return { ListName: name, AllowUnsubscribe: true, DateAdded: dateOf(createdAt) };
  };
  const change = (request: SandboxRequest, name: string | undefined, isMember: boolean) => {
    const list = find(name);
    for (const email of textsOf(fieldsOf(request.json())['Emails'])) {
      const contact = book.findByEmail(email);
      if (contact !== undefined) book.setMember(contact, list.id, isMember);
    }
    return list;
  };
  return [
    ...resource(elasticemailConventions, '/lists', lists, {
      find: byName,
      view: show,
      read: ({ ListName, ...own }) => ({ name: textOf(ListName) ?? '', own }),
      change: ({ NewListName }, { name }) => ({ name: textOf(NewListName) ?? name }),
    }),
    route('GET', '/lists/:name/contacts', (request, { name }) =>
      elasticemailConventions.list(book.membersOf(find(name).id).map(view), request, 'contacts'),
    ),
    route('POST', '/lists/:name/contacts', (request, { name }) => ok(show(change(request, name, true)))),
    route('POST', '/lists/:name/contacts/remove', (request, { name }) => {
      change(request, name, false);
      return { status: 200 };
    }),
  ];
}

/** The rows of the CSV file in a form. @throws {Problem} for a row without an address */
async function rowsOfFile(request: SandboxRequest) {
  const { files } = await readForm(request);
  const rows = readCsv(files[0]?.content ?? new Uint8Array());
  if (rows.length === 0) throw refuse('File is required.');
  if (!rows.every(({ Email = '' }) => isAddress(Email))) throw refuse('Email is required in each row.');
  return rows;
}

const reasons = { bounces: 'bounce', complaints: 'complaint', unsubscribes: 'unsubscribe' } as const;

function suppressionRoutes(store: MailStore) {
  const book = suppressionBook(store);
  const { list } = elasticemailConventions;
  const show = ({ email, createdAt }: Suppression) => {
    return { Email: email, FriendlyErrorMessage: 'Manual', DateUpdated: dateOf(createdAt) };
  };
  const kinds = Object.entries(reasons).flatMap(([kind, reason]) => [
    route('GET', `/suppressions/${kind}`, (request) => {
      const search = request.query.get('search') ?? '';
      const rows = book.list({ reason, scope: null }).filter(({ email }) => email.includes(search));
      return list(rows.map(show), request, kind);
    }),
    route('POST', `/suppressions/${kind}/import`, async (request) => {
      for (const { Email = '' } of await rowsOfFile(request)) book.add(Email, reason);
      return { status: 202 };
    }),
    route('POST', `/suppressions/${kind}`, (request) => {
      const rows = textsOf(request.json()).map((email) => book.add(email, reason));
      return ok(rows.map(show), 201);
    }),
  ]);
  return [
    ...kinds,
    ...resource(elasticemailConventions, '/suppressions', book.table({ scope: null }), {
      verbs: ['list', 'show', 'remove'],
      view: show,
    }),
  ];
}
