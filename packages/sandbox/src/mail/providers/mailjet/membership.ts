import {
  type Contact,
  contactBook,
  type DoorContext,
  type Fields,
  fieldsOf,
  flagOf,
  itemsOf,
  type List,
  listOf,
  type MailStore,
  need,
  route,
  textOf,
} from '../../kit.ts';
import { dateOf, mailjetConventions, missing, stop, wrap } from './wire.ts';

/** Joins the numbers of a contact and of a list. */
const factor = 1_000_000;

/** Contacts on lists. One that unsubscribed stays on its list. */
export function membershipsOf(store: MailStore) {
  const { contacts, lists } = store;
  const book = contactBook(store);
  const findList = (id: unknown): List =>
    need(
      lists.find(({ serial, name }) => [`${serial}`, name].includes(String(id))),
      missing,
    );
  const findContact = (id: unknown): Contact => need(book.find(String(id)), missing);
  const leftOf = ({ own }: Contact) => listOf(own['mailjetLeft']);
  const isOn = (contact: Contact, { id }: List) => contact.lists.includes(id) || leftOf(contact).includes(id);
  const set = (contact: Contact, list: List, state: 'on' | 'left' | 'off') => {
    book.setMember(contact, list.id, state === 'on');
    const others = leftOf(contact).filter((id) => id !== list.id);
    const mailjetLeft = state === 'left' ? [...others, list.id] : others;
    contacts.update(contact.id, { own: { ...contact.own, mailjetLeft } });
  };
  const view = (contact: Contact, list: List) => {
    const IsUnsubscribed = leftOf(contact).includes(list.id);
    return {
      ID: contact.serial * factor + list.serial,
      ContactID: contact.serial,
      ListID: list.serial,
      ListName: list.name,
      IsActive: true,
      IsUnsubscribed,
      SubscribedAt: dateOf(contact.createdAt),
      UnsubscribedAt: IsUnsubscribed ? dateOf(contact.updatedAt) : '',
    };
  };
  const find = (id = '') => {
    const contact = findContact(Math.floor(Number(id) / factor));
    const list = findList(Number(id) % factor);
    if (!isOn(contact, list)) throw missing();
    return { contact, list };
  };
  return { findList, findContact, leftOf, isOn, set, view, find };
}

export function membershipRoutes({ store }: DoorContext) {
  const { contacts, lists } = store;
  const { findList, findContact, leftOf, isOn, set, view, find } = membershipsOf(store);
  const path = '/v3/REST/listrecipient';
  return [
    route('GET', path, (request) => {
      const [list, contact] = [request.query.get('ContactsList'), request.query.get('Contact')];
      const all = contacts
        .all()
        .flatMap((one) => lists.all().flatMap((each) => (isOn(one, each) ? [view(one, each)] : [])));
      const found = all.filter(
        ({ ListID, ContactID }) =>
          [null, `${ListID}`].includes(list) && [null, `${ContactID}`].includes(contact),
      );
      return mailjetConventions.list(found, request, 'listrecipient');
    }),
    route('POST', path, (request) => {
      const { ContactID, ContactALT, ListID, ListALT, IsUnsubscribed } = fieldsOf(request.json());
      const [contact, list] = [findContact(ContactID ?? ContactALT), findList(ListID ?? ListALT)];
      if (isOn(contact, list)) throw stop(400, 'A duplicate ListRecipient already exists.');
      set(contact, list, flagOf(IsUnsubscribed) === true ? 'left' : 'on');
      return wrap([view(findContact(contact.id), list)], 201);
    }),
    route('GET', `${path}/:id`, (_request, { id }) => {
      const { contact, list } = find(id);
      return wrap([view(contact, list)]);
    }),
    route('PUT', `${path}/:id`, (request, { id }) => {
      const { contact, list } = find(id);
      const isLeft = flagOf(fieldsOf(request.json())['IsUnsubscribed']) ?? leftOf(contact).includes(list.id);
      set(contact, list, isLeft ? 'left' : 'on');
      return wrap([view(findContact(contact.id), list)]);
    }),
    route('DELETE', `${path}/:id`, (_request, { id }) => {
      const { contact, list } = find(id);
      set(contact, list, 'off');
      return { status: 204 };
    }),
    ...contactRoutes(store),
  ];
}

function contactRoutes(store: MailStore) {
  const { lists } = store;
  const { findList, findContact, isOn, set, view } = membershipsOf(store);
  return [
    route('GET', '/v3/REST/contact/:id/getcontactslists', (_request, { id }) => {
      const contact = findContact(id);
      const own = lists.all().filter((list) => isOn(contact, list));
      return wrap(
        own.map((list) => {
          const { ListID, IsActive, IsUnsubscribed: IsUnsub, SubscribedAt } = view(contact, list);
          return { ListID, IsActive, IsUnsub, SubscribedAt };
        }),
      );
    }),
    route('POST', '/v3/REST/contact/:id/managecontactslists', (request, { id }) => {
      const ContactsLists = itemsOf(fieldsOf(request.json())['ContactsLists']);
      const changes = ContactsLists.map((each) => [findList(each['ListID']), stateOf(each)] as const);
      for (const [list, state] of changes) set(findContact(id), list, state);
      return wrap([{ ContactsLists }], 201);
    }),
  ];
}

export function stateOf({ Action }: Fields): 'on' | 'left' | 'off' {
  if (textOf(Action) === 'remove') return 'off';
  return textOf(Action) === 'unsub' ? 'left' : 'on';
}
