import {
  contactBook,
  type DoorContext,
  fieldsOf,
  type List,
  listOf,
  ok,
  resource,
  route,
  textOf,
  textsOf,
} from '../../kit.ts';
import { viewContact } from './contacts.ts';
import { folderOf, folderRoutes } from './folders.ts';
import { brevoConventions, findBySerial, pages, refuse } from './wire.ts';

const maxMembers = 150;

export function listRoutes(context: DoorContext) {
  const { store } = context;
  const { lists } = store;
  const book = contactBook(store);
  const find = (id: unknown): List => findBySerial(lists.all(), id);
  const view = (list: List) => {
    const { id, serial, name, own } = list;
    const count = book.membersOf(id).length;
    const counts = { uniqueSubscribers: count, totalSubscribers: count, totalBlacklisted: 0 };
    return { ...own, folderId: folderOf(list), id: serial, name, ...counts };
  };
  const changeMembers = (id: unknown, body: unknown, isAdding: boolean) => {
    const list = find(id);
    const { emails: given, ids, all } = fieldsOf(body);
    const named = [...textsOf(given), ...listOf(ids).map(String)];
    const emails = all === true ? book.membersOf(list.id).map(({ email }) => email) : named;
    if (named.length > maxMembers) throw refuse('invalid_parameter', 'Too many emails');
    const isChanged = (email: string): boolean => {
      const contact = book.find(email);
      if (contact === undefined || contact.lists.includes(list.id) === isAdding) return false;
      book.setMember(contact, list.id, isAdding);
      return true;
    };
    const success = emails.filter(isChanged);
    const failure = emails.filter((email) => !success.includes(email));
    if (success.length === 0)
      throw refuse(
        'invalid_parameter',
        `Contact already ${isAdding ? 'in' : 'removed from'} list and/or does not exist`,
      );
    return ok({ contacts: { success, failure } }, 201);
  };
  return [
    ...folderRoutes(context, view),
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
