import {
  bySerial,
  contactBook,
  type DoorContext,
  fieldsOf,
  type List,
  need,
  resource,
  route,
  textOf,
} from '../../kit.ts';
import { job, upload } from './contacts.ts';
import { membershipsOf, stateOf } from './membership.ts';
import { dateOf, mailjetConventions, missing, notModified, requireText, stop, wrap } from './wire.ts';

export function listRoutes({ store }: DoorContext) {
  const { lists } = store;
  const { set } = membershipsOf(store);
  const book = contactBook(store);
  const path = '/v3/REST/contactslist';
  const find = (id = ''): List => need(bySerial(lists, id), missing);
  const view = ({ id, serial, name, createdAt }: List) => ({
    ID: serial,
    Name: name,
    IsDeleted: false,
    SubscriberCount: book.membersOf(id).length,
    CreatedAt: dateOf(createdAt),
  });
  return [
    ...resource(mailjetConventions, path, lists, {
      view,
      read: (body) => ({ name: requireText(body, 'Name'), own: {} }),
      change: ({ Name }, { name }) => {
        if ((textOf(Name) ?? name) === name) throw notModified();
        return { name: `${Name}` };
      },
    }),
    route('POST', `${path}/:id/managecontact`, (request, { id }) => {
      const body = fieldsOf(request.json());
      const list = find(id);
      const [contact] = upload(store, [body]);
      if (contact === undefined || contact.email === '') throw stop(400, '"Email" is missing');
      set(contact, list, stateOf(body));
      return wrap([{ ...body, ContactID: contact.serial }], 201);
    }),
    route('POST', `${path}/:id/managemanycontacts`, (request, { id }) => {
      const body = fieldsOf(request.json());
      const list = find(id);
      for (const contact of upload(store, body['Contacts'])) set(contact, list, stateOf(body));
      return wrap([{ JobID: 1 }], 201);
    }),
    route('GET', `${path}/:id/managemanycontacts/:job`, (_request, { job: jobId = '' }) => job(1, jobId)),
  ];
}
