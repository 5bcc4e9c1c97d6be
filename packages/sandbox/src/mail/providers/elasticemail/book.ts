import type { SandboxRequest } from '../../../http/exchange.ts';
import { type Route, route } from '../../../http/router.ts';
import type { Contact, List, MailStore, Suppression } from '../../store/mail-store.ts';
import { contactBook, suppressionBook } from '../books.ts';
import { type DoorContext, need, Problem } from '../door.ts';
import { type Fields, fieldsOf, itemsOf, textOf, textsOf } from '../fields.ts';
import { dateOf, missing, pageOf, problem } from './wire.ts';

/** Contacts, lists by name, and suppressions. */
export function bookRoutes({ store }: DoorContext): readonly Route[] {
  return [...contactRoutes(store), ...listRoutes(store), ...suppressionRoutes(store)];
}

const ok = (json: unknown, status = 200) => ({ status, json });

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

function contactRoutes(store: MailStore): readonly Route[] {
  const { contacts, lists } = store;
  const book = contactBook(store);
  const find = (email = ''): Contact => need(book.findByEmail(email), missing);
  return [
    route('POST', '/contacts', (request) => {
      const given = itemsOf(request.json());
      const names = request.query.getAll('listnames');
      const joined = lists.all().flatMap(({ id, name }) => (names.includes(name) ? [id] : []));
      if (given.some(({ Email }) => book.findByEmail(textOf(Email) ?? '') !== undefined))
        throw new Problem(problem(400, 'Contact exists.'));
      const add = (one: Fields) => book.add(textOf(one['Email']) ?? '', { ...read(one), lists: joined });
      return ok(given.map(add).map(view));
    }),
    route('GET', '/contacts', (request) => pageOf(request, contacts.all().map(view))),
    route('GET', '/contacts/:email', (_request, { email }) => ok(view(find(email)))),
    // Replaces everything, the strictest reading of PUT.
    route('PUT', '/contacts/:email', (request, { email }) => {
      contacts.update(find(email).id, read(fieldsOf(request.json())));
      return ok(view(find(email)));
    }),
    route('DELETE', '/contacts/:email', (_request, { email }) => {
      contacts.delete(find(email).id);
      return { status: 200 };
    }),
  ];
}

function listRoutes(store: MailStore): readonly Route[] {
  const { lists } = store;
  const book = contactBook(store);
  const find = (name = ''): List =>
    need(
      lists.find((row) => row.name === name),
      missing,
    );
  const show = ({ name, createdAt }: List) => ({
    ListName: name,
    AllowUnsubscribe: true,
    DateAdded: dateOf(createdAt),
  });
  const change = (request: SandboxRequest, name: string | undefined, isMember: boolean) => {
    const list = find(name);
    for (const email of textsOf(fieldsOf(request.json())['Emails'])) {
      const contact = book.findByEmail(email);
      if (contact !== undefined) book.setMember(contact, list.id, isMember);
    }
    return list;
  };
  return [
    route('POST', '/lists', (request) => {
      const { ListName, ...own } = fieldsOf(request.json());
      return ok(show(lists.add({ name: textOf(ListName) ?? '', own })), 201);
    }),
    route('GET', '/lists', (request) => pageOf(request, lists.all().map(show))),
    route('GET', '/lists/:name', (_request, { name }) => ok(show(find(name)))),
    route('PUT', '/lists/:name', (request, { name }) => {
      const { id } = find(name);
      const newName = textOf(fieldsOf(request.json())['NewListName']) ?? name ?? '';
      lists.update(id, { name: newName });
      return ok(show(find(newName)));
    }),
    route('DELETE', '/lists/:name', (_request, { name }) => {
      lists.delete(find(name).id);
      return { status: 200 };
    }),
    route('GET', '/lists/:name/contacts', (request, { name }) =>
      pageOf(request, book.membersOf(find(name).id).map(view)),
    ),
    route('POST', '/lists/:name/contacts', (request, { name }) => ok(show(change(request, name, true)))),
    route('POST', '/lists/:name/contacts/remove', (request, { name }) => {
      change(request, name, false);
      return { status: 200 };
    }),
  ];
}

const reasons = { bounces: 'bounce', complaints: 'complaint', unsubscribes: 'unsubscribe' } as const;

function suppressionRoutes(store: MailStore): readonly Route[] {
  const book = suppressionBook(store);
  const show = ({ email, createdAt }: Suppression) => ({
    Email: email,
    FriendlyErrorMessage: 'Manual',
    DateUpdated: dateOf(createdAt),
  });
  const kinds = Object.entries(reasons).flatMap(([kind, reason]) => [
    route('GET', `/suppressions/${kind}`, (request) => {
      const search = request.query.get('search') ?? '';
      const rows = book.list({ reason, scope: null }).filter(({ email }) => email.includes(search));
      return pageOf(request, rows.map(show));
    }),
    route('POST', `/suppressions/${kind}`, (request) =>
      ok(
        textsOf(request.json()).map((email) => show(book.add(email, reason))),
        201,
      ),
    ),
  ]);
  return [
    ...kinds,
    route('GET', '/suppressions', (request) => pageOf(request, book.list({ scope: null }).map(show))),
    route('GET', '/suppressions/:email', (_request, { email }) => {
      const [found] = book.list({ email, scope: null });
      if (found === undefined) throw missing();
      return ok(show(found));
    }),
    route('DELETE', '/suppressions/:email', (_request, { email = '' }) => {
      if (!book.remove({ email, scope: null })) throw missing();
      return { status: 200 };
    }),
  ];
}
