import {
  type Contact,
  type ContactFields,
  contactBook,
  type DoorContext,
  dateOf,
  type Fields,
  fieldsOf,
  flagOf,
  isAddress,
  itemsOf,
  listOf,
  type MailStore,
  need,
  neverAdded,
  noContent,
  ok,
  resource,
  route,
  type Suppression,
  suppressionBook,
  textOf,
  textsOf,
  typedRows,
} from '../../kit.ts';
import { attributeRoutes } from './attributes.ts';
import { brevoConventions, findBySerial, missing, pages, refuse, stampsOf } from './wire.ts';

/** Contacts, their attributes, and blocked contacts. */
export function contactRoutes(context: DoorContext) {
  const { store } = context;
  return [
    ...blockedRoutes(store),
    ...attributeRoutes(context),
    ...importRoutes(store),
    ...singleRoutes(store),
  ];
}

/** The attributes of every account. */
export function addFirstAttributes({ properties }: MailStore): void {
  for (const name of ['FIRSTNAME', 'LASTNAME']) properties.add({ name, type: 'text', own: {} });
}

function singleRoutes(store: MailStore) {
  return [
    route('POST', '/contacts', (request) => writeContact(store, fieldsOf(request.json()))),
    ...resource(brevoConventions, '/contacts', store.contacts, {
      verbs: neverAdded,
      find: (_table, name) => contactBook(store).find(name),
      view: (row) => viewContact(store, row),
      change: (body, old) => changeOf(store, body, old),
    }),
    route('POST', '/contacts/batch', (request) => {
      const given = itemsOf(fieldsOf(request.json())['contacts']);
      const named = given.map(
        (each) => [each, contactBook(store).find(String(each['id'] ?? each['email']))] as const,
      );
      for (const [each, old] of named) if (old) store.contacts.update(old.id, changeOf(store, each, old));
      return noContent;
    }),
    route('GET', '/contacts/:id/campaignStats', (_request, { id = '' }) => {
      need(contactBook(store).find(id), missing);
      return ok({});
    }),
  ];
}

function changeOf(store: MailStore, body: Fields, old: Contact): Partial<ContactFields> {
  const { attributes, emailBlacklisted, listIds, unlinkListIds, smtpBlacklistSender, ext_id } = body;
  const idsOf = (serials: unknown) =>
    listOf(serials).map((serial) => findBySerial(store.lists.all(), serial).id);
  const [added, removed] = [idsOf(listIds), idsOf(unlinkListIds)];
  for (const sender of textsOf(smtpBlacklistSender)) suppressionBook(store).add(old.email, 'manual', sender);
  return {
    email: textOf(fieldsOf(attributes)['EMAIL']) ?? old.email,
    unsubscribed: flagOf(emailBlacklisted) ?? old.unsubscribed,
    ...attributesOf(store, old, attributes),
    lists: [...new Set([...old.lists, ...added])].filter((id) => !removed.includes(id)),
    ...(ext_id !== undefined && { own: { ...old.own, ext_id } }),
  };
}

/** Brevo ignores attributes that the account does not have. The names are attributes too. */
function attributesOf({ properties }: MailStore, row: Contact | undefined, given: unknown) {
  const names = properties.all().map(({ name }) => name);
  const known = Object.entries(fieldsOf(given)).filter(([name]) => names.includes(name));
  const { FIRSTNAME = row?.firstName, LASTNAME = row?.lastName, ...fields } = Object.fromEntries(known);
  return { firstName: textOf(FIRSTNAME), lastName: textOf(LASTNAME), fields: { ...row?.fields, ...fields } };
}

export function viewContact({ lists }: MailStore, row: Contact) {
  const { email, firstName: FIRSTNAME, lastName: LASTNAME, unsubscribed: emailBlacklisted, fields } = row;
  const names = {
    ...(FIRSTNAME !== undefined && { FIRSTNAME }),
    ...(LASTNAME !== undefined && { LASTNAME }),
  };
  const listIds = row.lists.flatMap((id) => lists.get(id)?.serial ?? []);
  const state = { email, emailBlacklisted, smsBlacklisted: false, listIds };
  return { ...state, attributes: { ...fields, ...names }, ...stampsOf(row) };
}

function writeContact(store: MailStore, body: Fields) {
  const email = textOf(body['email']) ?? '';
  if (email === '') throw refuse('missing_parameter', 'email is missing');
  const old = contactBook(store).findByEmail(email);
  for (const sender of textsOf(body['smtpBlacklistSender']))
    suppressionBook(store).add(email, 'manual', sender);
  const listed = Array.isArray(body['listIds'])
    ? body['listIds'].map((serial) => findBySerial(store.lists.all(), serial).id)
    : [];
  const change = {
    ...(body['ext_id'] !== undefined && { own: { ...old?.own, ext_id: body['ext_id'] } }),
    ...attributesOf(store, old, body['attributes']),
    unsubscribed: flagOf(body['emailBlacklisted']) ?? old?.unsubscribed ?? false,
    lists: [...new Set([...(old?.lists ?? []), ...listed])],
  };
  if (body['email'] !== undefined && !isAddress(email))
    throw refuse('invalid_parameter', 'Invalid email address');
  if (old === undefined) return ok({ id: contactBook(store).add(email, change).serial }, 201);
  if (body['updateEnabled'] !== true) throw refuse('duplicate_parameter', 'Contact already exist');
  store.contacts.update(old.id, change);
  return noContent;
}

const viewProcess = ({ serial: id, name }: { readonly serial: number; readonly name: string }) => {
  return { id, status: 'completed', name };
};

function importRoutes(store: MailStore) {
  const processes = typedRows<{ readonly name: string }>(store, 'brevo processes');
  return [
    route('POST', '/contacts/import', (request) => {
      const { jsonBody, listIds } = fieldsOf(request.json());
      if (!Array.isArray(listIds) || listIds.length === 0)
        throw refuse('missing_parameter', 'listIds or newList is missing');
      const known = listIds.filter((id) => store.lists.find(({ serial }) => serial === id) !== undefined);
      for (const contact of itemsOf(jsonBody))
        writeContact(store, { ...contact, listIds: known, updateEnabled: true });
      return ok({ processId: processes.add({ name: 'IMPORTUSER' }).serial }, 202);
    }),
    route('GET', '/processes', (request) =>
      pages(50)(processes.all().map(viewProcess), request, 'processes'),
    ),
    route('GET', '/processes/:id', (_request, { id }) => ok(viewProcess(findBySerial(processes.all(), id)))),
  ];
}

const codes: Readonly<Record<Suppression['reason'], string>> = {
  bounce: 'hardBounce',
  complaint: 'contactFlaggedAsSpam',
  unsubscribe: 'unsubscribedViaEmail',
  manual: 'adminBlocked',
};

function blockedRoutes(store: MailStore) {
  return resource(brevoConventions, '/smtp/blockedContacts', suppressionBook(store).table({}), {
    name: 'contacts',
    verbs: ['list', 'remove'],
    list: pages(100),
    find: (table, email) => table.get(email),
    view: ({ email, scope = '', reason, createdAt }) => ({
      email,
      senderEmail: scope,
      reason: { code: codes[reason], message: reason === 'manual' ? 'Admin blocked' : reason },
      blockedAt: dateOf(createdAt),
    }),
  });
}
