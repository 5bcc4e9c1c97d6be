import { type Route, route } from '../../../http/router.ts';
import type { List } from '../../store/mail-store.ts';
import { contactBook } from '../books.ts';
import type { DoorContext } from '../door.ts';
import { fieldsOf, textOf, textsOf } from '../fields.ts';
import { viewContact } from './contacts.ts';
import { findBySerial, noContent, ok, pageOf, refuse } from './wire.ts';

const maxMembers = 150;

export function listRoutes({ store }: DoorContext): readonly Route[] {
  const { lists } = store;
  const book = contactBook(store);
  const find = (id: unknown): List => findBySerial(lists.all(), id);
  const view = ({ id, serial, name, own }: List) => ({
    folderId: 1,
    ...own,
    id: serial,
    name,
    uniqueSubscribers: book.membersOf(id).length,
    totalSubscribers: book.membersOf(id).length,
    totalBlacklisted: 0,
  });
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
    route('POST', '/contacts/lists', (request) => {
      const { name, ...own } = fieldsOf(request.json());
      return ok({ id: lists.add({ name: textOf(name) ?? '', own }).serial }, 201);
    }),
    route('GET', '/contacts/lists', (request) => pageOf(request, 'lists', lists.all().map(view), 50)),
    route('GET', '/contacts/lists/:id', (_request, { id }) => ok(view(find(id)))),
    route('PUT', '/contacts/lists/:id', (request, { id }) => {
      const { id: rowId, name, own } = find(id);
      const { name: newName, ...change } = fieldsOf(request.json());
      lists.update(rowId, { name: textOf(newName) ?? name, own: { ...own, ...change } });
      return noContent;
    }),
    route('DELETE', '/contacts/lists/:id', (_request, { id }) => {
      lists.delete(find(id).id);
      return noContent;
    }),
    route('GET', '/contacts/lists/:id/contacts', (request, { id }) => {
      const members = book.membersOf(find(id).id).map((row) => viewContact(store, row));
      return pageOf(request, 'contacts', members, 500);
    }),
    route('POST', '/contacts/lists/:id/contacts/add', (request, { id }) =>
      changeMembers(id, request.json(), true),
    ),
    route('POST', '/contacts/lists/:id/contacts/remove', (request, { id }) =>
      changeMembers(id, request.json(), false),
    ),
  ];
}
