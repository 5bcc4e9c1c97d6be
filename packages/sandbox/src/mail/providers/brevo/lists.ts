import {
  contactBook,
  type DoorContext,
  fieldsOf,
  type List,
  ok,
  type Route,
  resource,
  route,
  textOf,
  textsOf,
} from '../../kit.ts';
import { viewContact } from './contacts.ts';
import { brevoConventions, findBySerial, pages, refuse } from './wire.ts';

const maxMembers = 150;

export function listRoutes({ store }: DoorContext): readonly Route[] {
  const { lists } = store;
  const book = contactBook(store);
  const find = (id: unknown): List => findBySerial(lists.all(), id);
  const view = ({ id, serial, name, own }: List) => {
    const count = book.membersOf(id).length;
    const counts = { uniqueSubscribers: count, totalSubscribers: count, totalBlacklisted: 0 };
    return { folderId: 1, ...own, id: serial, name, ...counts };
  };
  const changeMembers = (id: unknown, body: unknown, isAdding: boolean) => {
    const list = find(id);
    const emails = textsOf(fieldsOf(body)['emails']);
    if (emails.length > maxMembers) throw refuse('invalid_parameter', 'Too many emails');
    const isChanged = (email: string): boolean => {
      const contact = book.findByEmail(email);
      if (contact === undefined || contact.lists.includes(list.id) === isAdding) return false;
      book.setMember(contact, list.id, isAdding);
      return true;
    };
    const success = emails.filter(isChanged);
    const failure = emails.filter((email) => !success.includes(email));
    if (success.length === 0)
      throw refuse('invalid_parameter', 'Contact already in list and/or does not exist');
    return ok({ contacts: { success, failure } }, 201);
  };
  return [
    // Lists are in folders; every account has the first one.
    route('GET', '/contacts/folders', () => {
      const counts = { uniqueSubscribers: 0, totalSubscribers: 0, totalBlacklisted: 0 };
      return ok({ folders: [{ id: 1, name: 'Your first folder', ...counts }], count: 1 });
    }),
    ...resource(brevoConventions, '/contacts/lists', lists, {
      list: pages(50),
      view,
      read: ({ name, ...own }, old) => ({
        name: textOf(name) ?? old?.name ?? '',
        own: { ...old?.own, ...own },
      }),
    }),
    route('GET', '/contacts/lists/:id/contacts', (request, { id }) => {
      const members = book.membersOf(find(id).id).map((row) => viewContact(store, row));
      return pages(500)(members, request, 'contacts');
    }),
    route('POST', '/contacts/lists/:id/contacts/add', (request, { id }) =>
      changeMembers(id, request.json(), true),
    ),
    route('POST', '/contacts/lists/:id/contacts/remove', (request, { id }) =>
      changeMembers(id, request.json(), false),
    ),
  ];
}
