import type { SandboxResponse } from '../../../http/exchange.ts';
import { type Route, route } from '../../../http/router.ts';
import type { Contact, MailStore, Suppression } from '../../store/mail-store.ts';
import { contactBook, suppressionBook } from '../books.ts';
import { type DoorContext, need } from '../door.ts';
import { type Fields, fieldsOf, flagOf, itemsOf, textOf, textsOf } from '../fields.ts';
import { dateOf, findBySerial, missing, noContent, ok, pageOf, refuse } from './wire.ts';

/** Contacts, their attributes, and blocked contacts. */
export function contactRoutes({ store }: DoorContext): readonly Route[] {
  // Every account has these.
  for (const name of ['FIRSTNAME', 'LASTNAME'])
    if (store.properties.find((row) => row.name === name) === undefined)
      store.properties.add({ name, type: 'text', own: {} });
  return [...blockedRoutes(store), ...attributeRoutes(store), ...importRoutes(store), ...singleRoutes(store)];
}

function singleRoutes(store: MailStore): readonly Route[] {
  const { contacts } = store;
  const book = contactBook(store);
  const find = (name = ''): Contact => need(book.find(name), missing);
  return [
    route('POST', '/contacts', (request) => writeContact(store, fieldsOf(request.json()))),
    route('GET', '/contacts', (request) =>
      pageOf(
        request,
        'contacts',
        contacts.all().map((row) => view(store, row)),
        1000,
      ),
    ),
    route('GET', '/contacts/:id', (_request, { id }) => ok(view(store, find(id)))),
    route('PUT', '/contacts/:id', (request, { id }) => {
      const { attributes, emailBlacklisted } = fieldsOf(request.json());
      const row = find(id);
      contacts.update(row.id, {
        email: textOf(fieldsOf(attributes)['EMAIL']) ?? row.email,
        unsubscribed: flagOf(emailBlacklisted) ?? row.unsubscribed,
        ...attributesOf(store, row, attributes),
      });
      return noContent;
    }),
    route('DELETE', '/contacts/:id', (_request, { id }) => {
      contacts.delete(find(id).id);
      return noContent;
    }),
  ];
}

/** Brevo ignores attributes that the account does not have. The names are attributes too. */
function attributesOf({ properties }: MailStore, row: Contact | undefined, given: unknown) {
  const names = properties.all().map(({ name }) => name);
  const known = Object.entries(fieldsOf(given)).filter(([name]) => names.includes(name));
  const { FIRSTNAME = row?.firstName, LASTNAME = row?.lastName, ...fields } = Object.fromEntries(known);
  return {
    firstName: textOf(FIRSTNAME),
    lastName: textOf(LASTNAME),
    fields: { ...row?.fields, ...fields },
  };
}

function view({ lists }: MailStore, row: Contact) {
  const { serial, email, firstName, lastName, unsubscribed, fields, createdAt, updatedAt } = row;
  const attributes = {
    ...fields,
    ...(firstName !== undefined && { FIRSTNAME: firstName }),
    ...(lastName !== undefined && { LASTNAME: lastName }),
  };
  return {
    id: serial,
    email,
    emailBlacklisted: unsubscribed,
    smsBlacklisted: false,
    attributes,
    listIds: row.lists.flatMap((id) => lists.get(id)?.serial ?? []),
    createdAt: dateOf(createdAt),
    modifiedAt: dateOf(updatedAt),
  };
}

export const viewContact = view;

function writeContact(store: MailStore, body: Fields): SandboxResponse {
  const email = textOf(body['email']) ?? '';
  if (email === '') throw refuse('missing_parameter', 'email is missing');
  const old = contactBook(store).findByEmail(email);
  for (const sender of textsOf(body['smtpBlacklistSender']))
    suppressionBook(store).add(email, 'manual', sender);
  const listed = Array.isArray(body['listIds'])
    ? body['listIds'].map((serial) => findBySerial(store.lists.all(), serial).id)
    : [];
  const change = {
    ...attributesOf(store, old, body['attributes']),
    unsubscribed: flagOf(body['emailBlacklisted']) ?? old?.unsubscribed ?? false,
    lists: [...new Set([...(old?.lists ?? []), ...listed])],
  };
  if (old === undefined) return ok({ id: contactBook(store).add(email, change).serial }, 201);
  if (body['updateEnabled'] !== true) throw refuse('duplicate_parameter', 'Contact already exist');
  store.contacts.update(old.id, change);
  return noContent;
}

function importRoutes(store: MailStore): readonly Route[] {
  return [
    route('POST', '/contacts/import', (request) => {
      const { jsonBody, listIds } = fieldsOf(request.json());
      if (!Array.isArray(listIds) || listIds.length === 0)
        throw refuse('missing_parameter', 'listIds or newList is missing');
      const known = listIds.filter((id) => store.lists.find(({ serial }) => serial === id) !== undefined);
      for (const contact of itemsOf(jsonBody))
        writeContact(store, { ...contact, listIds: known, updateEnabled: true });
      return ok({ processId: 78 }, 202);
    }),
    route('GET', '/processes/:id', (_request, { id }) =>
      ok({ id: Number(id), status: 'completed', name: 'IMPORTUSER' }),
    ),
  ];
}

function attributeRoutes({ properties }: MailStore): readonly Route[] {
  const path = '/contacts/attributes/normal/:name';
  const find = (name: string) => properties.find((row) => row.name === name);
  return [
    route('GET', '/contacts/attributes', () => {
      const attributes = properties.all().map(({ name, type }) => ({ name, category: 'normal', type }));
      return ok({ attributes });
    }),
    route('POST', path, (request, { name = '' }) => {
      if (find(name) !== undefined) throw refuse('duplicate_parameter', 'Attribute name must be unique');
      properties.add({ name, type: textOf(fieldsOf(request.json())['type']) ?? 'text', own: {} });
      return { status: 201 };
    }),
    route('DELETE', path, (_request, { name = '' }) => {
      if (!properties.delete(find(name)?.id ?? '')) throw missing();
      return noContent;
    }),
  ];
}

const codes: Readonly<Record<Suppression['reason'], string>> = {
  bounce: 'hardBounce',
  complaint: 'contactFlaggedAsSpam',
  unsubscribe: 'unsubscribedViaEmail',
  manual: 'adminBlocked',
};

function blockedRoutes(store: MailStore): readonly Route[] {
  const book = suppressionBook(store);
  const show = ({ email, scope = '', reason, createdAt }: Suppression) => ({
    email,
    senderEmail: scope,
    reason: { code: codes[reason], message: reason === 'manual' ? 'Admin blocked' : reason },
    blockedAt: dateOf(createdAt),
  });
  return [
    route('GET', '/smtp/blockedContacts', (request) =>
      pageOf(request, 'contacts', book.list({}).map(show), 100),
    ),
    route('DELETE', '/smtp/blockedContacts/:email', (_request, { email = '' }) => {
      if (!book.remove({ email })) throw missing();
      return noContent;
    }),
  ];
}
