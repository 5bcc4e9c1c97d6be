import {
  contactBook,
  type DoorContext,
  type List,
  type MailStore,
  need,
  ok,
  resource,
  route,
  textOf,
} from '../../kit.ts';
import { memberRoutes } from './members.ts';
import { dateOf, mailgunConventions, pageOf, stop } from './wire.ts';

const addressOf = ({ id, own }: List) => textOf(own['address']) ?? `${id}@lists.localhost`;

/** The recipients of a mail to an address: the members of a list that are subscribed, or itself. */
export function expandAddress(store: MailStore, address: string): readonly string[] {
  const list = store.lists.find((each) => addressOf(each).toLowerCase() === address.toLowerCase());
  if (list === undefined) return [address];
  const members = contactBook(store).membersOf(list.id);
  return members.filter(({ unsubscribed }) => !unsubscribed).map(({ email }) => email);
}

/** Mailing lists by address, and their members. */
export function listRoutes(context: DoorContext) {
  const { lists } = context.store;
  const conventions = mailgunConventions(context.url);
  const findAny = (address: unknown) => lists.find((list) => addressOf(list) === address);
  const find = (address = ''): List =>
    need(findAny(address), () => stop(404, `Mailing list ${address} not found`));
  const show = (list: List) => view(context.store, list);
  return [
    route('GET', '/v3/lists/pages', (request) => conventions.list(lists.all().map(show), request, 'list')),
    route('GET', '/v3/lists', ({ query }) => {
      const address = query.get('address');
      const found = lists.all().filter((list) => address === null || addressOf(list) === address);
      return ok(pageOf(found.map(show), query));
    }),
    ...resource(conventions, '/v3/lists', lists, {
      verbs: ['add', 'show', 'change', 'remove'],
      find: (_table, address) => find(address),
      view: show,
      read: ({ name, ...own }, old) => {
        if (old === undefined && findAny(own['address']) !== undefined)
          throw stop(400, `Mailing list ${own['address']} already exists`);
        return { name: textOf(name) ?? old?.name ?? '', own: { ...old?.own, ...own } };
      },
      added: ({ view: list }) => ok({ message: 'Mailing list has been created', list }),
      shown: ({ view: list }) => ok({ list }),
      changed: ({ view: list }) => ok({ message: 'Mailing list has been updated', list }),
      removed: ({ row }) => ok({ message: 'Mailing list has been deleted', address: addressOf(row) }),
    }),
    ...memberRoutes(context, find, show),
  ];
}

function view(store: MailStore, list: List) {
  return {
    access_level: 'readonly',
    description: '',
    ...list.own,
    address: addressOf(list),
    name: list.name,
    members_count: contactBook(store).membersOf(list.id).length,
    created_at: dateOf(list.createdAt),
  };
}
