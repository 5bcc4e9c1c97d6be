import { type Route, route } from '../../../http/router.ts';
import type { List } from '../../store/mail-store.ts';
import { contactBook } from '../books.ts';
import { type DoorContext, need } from '../door.ts';
import { fieldsOf, textOf } from '../fields.ts';
import { job, upload } from './contacts.ts';
import { dateOf, missing, pageOf, stop, wrap } from './wire.ts';

export function listRoutes({ store }: DoorContext): readonly Route[] {
  const { lists, contacts } = store;
  const book = contactBook(store);
  const path = '/v3/REST/contactslist';
  const find = (id = ''): List =>
    need(
      lists.find(({ serial }) => `${serial}` === id),
      missing,
    );
  const view = ({ id, serial, name, createdAt }: List) => ({
    ID: serial,
    Name: name,
    IsDeleted: false,
    SubscriberCount: book.membersOf(id).length,
    CreatedAt: dateOf(createdAt),
  });
  return [
    route('GET', path, (request) => pageOf(request, lists.all().map(view))),
    route('POST', path, (request) => {
      const name = need(textOf(fieldsOf(request.json())['Name']), () => stop(400, '"Name" is missing'));
      return wrap([view(lists.add({ name, own: {} }))], 201);
    }),
    route('GET', `${path}/:id`, (_request, { id }) => wrap([view(find(id))])),
    route('PUT', `${path}/:id`, (request, { id }) => {
      const row = find(id);
      const name = textOf(fieldsOf(request.json())['Name']) ?? row.name;
      if (name === row.name) return { status: 304 };
      lists.update(row.id, { name });
      return wrap([view(find(id))]);
    }),
    route('DELETE', `${path}/:id`, (_request, { id }) => {
      lists.delete(find(id).id);
      return { status: 204 };
    }),
    route('POST', `${path}/:id/managecontact`, (request, { id }) => {
      const body = fieldsOf(request.json());
      const list = find(id);
      const [contact] = upload(store, [body]);
      if (contact === undefined || contact.email === '') throw stop(400, '"Email" is missing');
      book.setMember(contact, list.id, body['Action'] !== 'remove' && body['Action'] !== 'unsub');
      return wrap([{ ...body, ContactID: contact.serial }], 201);
    }),
    route('POST', `${path}/:id/managemanycontacts`, (request, { id }) => {
      const { Contacts, Action } = fieldsOf(request.json());
      const list = find(id);
      for (const { id: contactId } of upload(store, Contacts)) {
        const contact = contacts.get(contactId);
        if (contact !== undefined) book.setMember(contact, list.id, Action !== 'remove');
      }
      return wrap([{ JobID: 1 }], 201);
    }),
    route('GET', `${path}/:id/managemanycontacts/:job`, (_request, { job: jobId = '' }) => job(1, jobId)),
  ];
}
