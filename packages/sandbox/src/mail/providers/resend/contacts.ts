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
  ok,
  resource,
  route,
  textOf,
} from '../../kit.ts';
import { topicsOf } from './account.ts';
import { viewSegment, withAudiences } from './audiences.ts';
import { importRoutes } from './imports.ts';
import { badAddress, missing, readBody, resendConventions } from './wire.ts';

/** Contacts, their segments and topics. */
export function contactRoutes(context: DoorContext) {
  const { store } = context;
  const own = ownContactRoutes(store);
  return [
    ...importRoutes(context),
    ...membershipRoutes(store),
    ...topicRoutes(store),
    ...own,
    ...withAudiences(own, store),
  ];
}

function ownContactRoutes(store: MailStore) {
  const { contacts, lists } = store;
  const book = contactBook(store);
  return [
    route('POST', '/contacts', (request) => {
      const body = readBody(request, 'email');
      const email = textOf(body['email']) ?? '';
      if (!isAddress(email)) throw badAddress('email')();
      // Texts by the contract, and objects by the SDK.
      const given = [
        ...listOf(body['segments']),
        body['audience_id'] ?? request.query.get('segment_id') ?? [],
      ];
      const joined = given.flat().map((each) => textOf(each) ?? textOf(fieldsOf(each)['id']) ?? '');
      if (joined.some((id) => lists.get(id) === undefined)) throw missing();
      const row = book.findByEmail(email) ?? book.add(email);
      const all = [...new Set([...row.lists, ...joined])];
      const change = { ...readChange(body, row), lists: all };
      contacts.update(row.id, { ...change, own: withTopics(store, row, body['topics']) });
      return ok({ object: 'contact', id: row.id }, 201);
    }),
    route('GET', '/segments/:id/contacts', (request, { id = '' }) => {
      if (lists.get(id) === undefined) throw missing();
      return resendConventions.list(book.membersOf(id).map(brief), request, 'contact');
    }),
    ...resource(resendConventions, '/contacts', contacts, {
      name: 'contact',
      verbs: neverAdded,
      find: (_table, name) => findContact(store, name),
      rows: ({ query }) => {
        const segment = query.get('segment_id');
        return segment === null ? contacts.all() : book.membersOf(segment);
      },
      view: brief,
      change: readChange,
      shown: ({ row }) => ok({ object: 'contact', ...brief(row), properties: row.fields }),
      removed: ({ row: { id } }) => ok({ object: 'contact', id, contact: id, deleted: true }),
    }),
  ];
}

function findContact(store: MailStore, idOrEmail: string): Contact {
  return need(store.contacts.get(idOrEmail) ?? contactBook(store).findByEmail(idOrEmail), missing);
}

function readChange(body: Fields, old: Contact): Partial<ContactFields> {
  return {
    email: textOf(body['email']) ?? old.email,
    firstName: textOf(body['first_name']) ?? old.firstName,
    lastName: textOf(body['last_name']) ?? old.lastName,
    unsubscribed: flagOf(body['unsubscribed']) ?? old.unsubscribed,
    fields: { ...old.fields, ...fieldsOf(body['properties']) },
  };
}

function brief({ id, email, firstName, lastName, unsubscribed, createdAt }: Contact) {
  const names = { first_name: firstName ?? null, last_name: lastName ?? null };
  return { id, email, ...names, unsubscribed, created_at: dateOf(createdAt) };
}

/** The subscriptions of a contact by the id of a topic. @throws {Problem} 404 for an unknown topic */
function withTopics(store: MailStore, { own }: Contact, given: unknown): Fields {
  const changes = itemsOf(given).map(({ id, subscription }) => [textOf(id) ?? '', subscription] as const);
  if (changes.some(([id]) => topicsOf(store).get(id) === undefined)) throw missing();
  return { ...own, topics: { ...fieldsOf(own['topics']), ...Object.fromEntries(changes) } };
}

export function isSubscribed(store: MailStore, { own }: Contact, topic: string): boolean {
  const byDefault = topicsOf(store).get(topic)?.own['default_subscription'];
  return (fieldsOf(own['topics'])[topic] ?? byDefault) !== 'opt_out';
}

function topicRoutes(store: MailStore) {
  return [
    route('GET', '/contacts/:id/topics', (request, { id = '' }) => {
      const row = findContact(store, id);
      const views = topicsOf(store)
        .all()
        .map(({ id: topic, own: { name, description = null } }) => {
          const subscription = isSubscribed(store, row, topic) ? 'opt_in' : 'opt_out';
          return { id: topic, name, description, subscription };
        });
      return resendConventions.list(views, request, 'topic');
    }),
    route('PATCH', '/contacts/:id/topics', (request, { id = '' }) => {
      const row = findContact(store, id);
      // A list by the SDK, and in an object by the contract.
      const json = request.json();
      const topics = Array.isArray(json) ? json : fieldsOf(json)['topics'];
      store.contacts.update(row.id, { own: withTopics(store, row, topics) });
      return ok({ object: 'contact_topics', id: row.id, contact_id: row.id, topics });
    }),
  ];
}

function membershipRoutes(store: MailStore) {
  const { lists } = store;
  const change = (contactId: string, segmentId: string, isMember: boolean) => {
    const row = findContact(store, contactId);
    if (lists.get(segmentId) === undefined) throw missing();
    contactBook(store).setMember(row, segmentId, isMember);
    const json = { object: 'contact_segment', id: row.id, contact_id: row.id, segment_id: segmentId };
    return ok(isMember ? json : { ...json, deleted: true });
  };
  return [
    route('GET', '/contacts/:id/segments', (request, { id = '' }) => {
      const joined = findContact(store, id).lists.flatMap((list) => lists.get(list) ?? []);
      return resendConventions.list(joined.map(viewSegment), request, 'segment');
    }),
    route('POST', '/contacts/:id/segments/:segment', (_request, { id = '', segment = '' }) =>
      change(id, segment, true),
    ),
    route('DELETE', '/contacts/:id/segments/:segment', (_request, { id = '', segment = '' }) =>
      change(id, segment, false),
    ),
  ];
}
