import { type Route, route } from '../../../http/router.ts';
import type { Contact, List } from '../../store/mail-store.ts';
import { ok } from '../answers.ts';
import { contactBook } from '../books.ts';
import { type DoorContext, need } from '../door.ts';
import { fieldsOf, listOf, parseText, textOf } from '../fields.ts';
import { resource } from '../resource.ts';
import { dateOf, mailgunConventions, readFields, stop } from './wire.ts';

/** Mailing lists by address. A member is a contact. */
export function listRoutes({ store, url }: DoorContext): readonly Route[] {
  const { lists } = store;
  const conventions = mailgunConventions(url);
  const book = contactBook(store);
  const addressOf = ({ id, own }: List) => textOf(own['address']) ?? `${id}@lists.localhost`;
  const find = (address = ''): List =>
    need(
      lists.find((list) => addressOf(list) === address),
      () => stop(404, `Mailing list ${address} not found`),
    );
  const show = (list: List) => ({
    access_level: 'readonly',
    description: '',
    ...list.own,
    address: addressOf(list),
    name: list.name,
    members_count: book.membersOf(list.id).length,
    created_at: dateOf(list.createdAt),
  });
  const updated = 'Mailing list has been updated';
  const add = (list: List, address: string): Contact => {
    const contact = book.findByEmail(address) ?? book.add(address);
    book.setMember(contact, list.id, true);
    return contact;
  };

  return [
    route('GET', '/v3/lists/pages', (request) => conventions.list(lists.all().map(show), request, 'list')),
    ...resource(conventions, '/v3/lists', lists, {
      verbs: ['add', 'show', 'change', 'remove'],
      find: (_table, address) => find(address),
      view: show,
      read: ({ name, ...own }, old) => ({
        name: textOf(name) ?? old?.name ?? '',
        own: { ...old?.own, ...own },
      }),
      added: ({ view: list }) => ok({ message: 'Mailing list has been created', list }),
      shown: ({ view: list }) => ok({ list }),
      changed: ({ view: list }) => ok({ message: updated, list }),
      removed: ({ row }) => ok({ message: 'Mailing list has been deleted', address: addressOf(row) }),
    }),
    route('GET', '/v3/lists/:address/members/pages', (request, { address }) => {
      return conventions.list(book.membersOf(find(address).id).map(viewMember), request, 'member');
    }),
    route('POST', '/v3/lists/:address/members.json', async (request, { address }) => {
      const list = find(address);
      for (const member of listOf(parseText((await readFields(request))['members'])))
        add(list, textOf(member) ?? textOf(fieldsOf(member)['address']) ?? '');
      return ok({ message: updated, list: show(list) });
    }),
    route('POST', '/v3/lists/:address/members', async (request, { address }) => {
      const member = add(find(address), (await readFields(request))['address'] ?? '');
      return ok({ member: viewMember(member), message: 'Mailing list member has been created' });
    }),
    route('DELETE', '/v3/lists/:address/members/:member', (_request, { address, member = '' }) => {
      const list = find(address);
      const contact = book.findByEmail(member);
      if (!contact?.lists.includes(list.id)) throw stop(404, `Member ${member} of mailing list not found`);
      book.setMember(contact, list.id, false);
      return ok({ member: { address: member }, message: 'Mailing list member has been deleted' });
    }),
  ];
}

function viewMember({ email, firstName = '', lastName = '', unsubscribed, fields }: Contact) {
  const name = `${firstName} ${lastName}`.trim();
  return { address: email, name, subscribed: !unsubscribed, vars: fields };
}
