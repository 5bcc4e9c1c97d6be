import {
  type Contact,
  contactBook,
  type DoorContext,
  type Fields,
  fieldsOf,
  flagOf,
  isAddress,
  itemsOf,
  type List,
  type MailStore,
  need,
  parseText,
  type Row,
  resource,
  route,
  textOf,
  textsOf,
  typedRows,
} from '../../kit.ts';
import { tagBook } from './tags.ts';
import { missing, ok, pageOf, secondsOf, sesConventions, stop } from './wire.ts';

const listsName = 'ses contact-lists';

/** The name that a list has as a topic. */
const topicOf = ({ id, own }: List): string => textOf(own['topic']) ?? id;

/** A list of another service has its id as the name of its topic. */
const isOwn = ({ own }: List): boolean => own['topic'] !== undefined;

/** The one contact list of the account, by any name. Its topics are the lists of the store. */
export function contactRoutes({ store }: DoorContext) {
  return [...listRoutes(store), ...singleRoutes(store)];
}

function listRoutes(store: MailStore) {
  const { lists, contacts } = store;
  const rows = typedRows<{ readonly description?: string | undefined }>(store, listsName);
  const tags = tagBook(store);
  const path = '/v2/email/contact-lists';
  const put = (name: string, body: Fields): void => {
    rows.update(name, { description: textOf(body['Description']) ?? rows.get(name)?.description });
    const topics = itemsOf(body['Topics']);
    for (const list of lists.all().filter(isOwn))
      if (!topics.some(({ TopicName }) => TopicName === topicOf(list))) lists.delete(list.id);
    for (const { TopicName, DisplayName, Description, ...own } of topics) {
      const name = textOf(DisplayName) ?? `${TopicName}`;
      const old = lists.all().find((list) => topicOf(list) === TopicName);
      if (old === undefined) lists.add({ name, own: { ...own, Description, topic: TopicName } });
      else lists.update(old.id, { name, own: { ...old.own, ...own, Description } });
    }
  };
  return [
    route('POST', path, (request) => {
      if (rows.all().length > 0) throw stop('LimitExceededException', 'An account has one contact list.');
      const body = fieldsOf(request.json());
      const name = textOf(body['ContactListName']);
      if (name === undefined) throw stop('BadRequestException', 'ContactListName is missing');
      rows.add({}, name);
      tags.put(`contact-list/${name}`, body['Tags']);
      put(name, body);
      return ok();
    }),
    route('GET', path, () => {
      const views = rows.all().map(({ id: ContactListName, updatedAt }) => {
        return { ContactListName, LastUpdatedTimestamp: secondsOf(updatedAt) };
      });
      return ok({ ContactLists: views });
    }),
    route('GET', `${path}/:list`, (_request, { list = '' }) => {
      const row = need(rows.get(list), missing);
      const Tags = tags.get(`contact-list/${list}`);
      return ok({
        ContactListName: list,
        Topics: topicsOf(store),
        Description: row.description,
        Tags,
        ...stampsOf(row),
      });
    }),
    route('PUT', `${path}/:list`, (request, { list = '' }) => {
      put(list, fieldsOf(request.json()));
      return ok();
    }),
    // With the list go its topics, and the contacts that were added to it.
    route('DELETE', `${path}/:list`, (_request, { list = '' }) => {
      if (!rows.delete(list)) throw missing();
      tags.drop(`contact-list/${list}`);
      const topics = new Set(lists.all().flatMap((row) => (isOwn(row) ? [row.id] : [])));
      for (const id of topics) lists.delete(id);
      const isLeft = (id: string) => !topics.has(id);
      for (const { id, lists: joined, own } of contacts.all()) {
        const optOut = textsOf(own['optOut']);
        if (own['addedBy'] === 'ses') contacts.delete(id);
        else if (![...joined, ...optOut].every(isLeft))
          contacts.update(id, {
            lists: joined.filter(isLeft),
            own: { ...own, optOut: optOut.filter(isLeft) },
          });
      }
      return ok();
    }),
  ];
}

const stampsOf = (row: Row | undefined) =>
  row && { CreatedTimestamp: secondsOf(row.createdAt), LastUpdatedTimestamp: secondsOf(row.updatedAt) };

const topicsOf = ({ lists }: MailStore) =>
  lists.all().map((row) => {
    const { topic: _, ...own } = row.own;
    return { DefaultSubscriptionStatus: 'OPT_OUT', ...own, TopicName: topicOf(row), DisplayName: row.name };
  });

function singleRoutes(store: MailStore) {
  const { contacts } = store;
  const book = contactBook(store);
  const path = '/v2/email/contact-lists/:list/contacts';
  return [
    route('POST', `${path}/list`, (request) => {
      const { Filter, PageSize, NextToken } = fieldsOf(request.json());
      const topic = textOf(fieldsOf(fieldsOf(Filter)['TopicFilter'])['TopicName']);
      const wanted = fieldsOf(Filter)['FilteredStatus'];
      const list = store.lists.all().find((row) => topicOf(row) === topic);
      const isWanted = (row: Contact) => topic === undefined || statusOf(row, list) === (wanted ?? 'OPT_IN');
      const page = pageOf(contacts.all().filter(isWanted), PageSize, NextToken);
      const Contacts = page.items.map((row) => view(store, row));
      return ok({ Contacts, NextToken: page.NextToken });
    }),
    ...resource(sesConventions, path, contacts, {
      name: 'Contacts',
      verbs: ['add', 'show', 'change', 'remove'],
      find: (_table, email) => book.findByEmail(email),
      shown: ({ row, view: contact }) =>
        ok({
          ...contact,
          ContactListName: typedRows(store, listsName).all()[0]?.id,
          TopicDefaultPreferences: defaultsOf(store),
          ...stampsOf(row),
        }),
      view: (row) => ({
        ...view(store, row),
        AttributesData: JSON.stringify(row.fields),
      }),
      read: (body) => {
        const email = textOf(body['EmailAddress']) ?? '';
        if (!isAddress(email)) throw stop('BadRequestException', 'Invalid email address.');
        if (book.findByEmail(email) !== undefined)
          throw stop('AlreadyExistsException', 'The contact exists.');
        const { own, ...rest } = read(store, body);
        return { email, ...rest, own: { ...own, addedBy: 'ses' } };
      },
      change: (body, old) => {
        const { own, lists, ...rest } = read(store, body);
        const others = membershipsOfOthers(store, body, old);
        return { ...rest, lists: [...others, ...lists], own: { ...old.own, ...own } };
      },
    }),
  ];
}

const defaultsOf = (store: MailStore) =>
  topicsOf(store).map(({ TopicName, DefaultSubscriptionStatus: SubscriptionStatus }) => ({
    TopicName,
    SubscriptionStatus,
  }));

/** The choice of a contact, else the default of the topic. */
function statusOf({ lists, own }: Contact, list: List | undefined): unknown {
  if (list === undefined) return undefined;
  if (lists.includes(list.id)) return 'OPT_IN';
  const left = Array.isArray(own['optOut']) && own['optOut'].includes(list.id);
  return left ? 'OPT_OUT' : list.own['DefaultSubscriptionStatus'];
}

function read({ lists }: MailStore, { TopicPreferences, UnsubscribeAll, AttributesData }: Fields) {
  const chosen = (status: string) =>
    itemsOf(TopicPreferences).flatMap(({ TopicName, SubscriptionStatus }) => {
      const list = lists.all().find((row) => topicOf(row) === TopicName);
      return list !== undefined && SubscriptionStatus === status ? [list.id] : [];
    });
  return {
    lists: chosen('OPT_IN'),
    unsubscribed: flagOf(UnsubscribeAll) ?? false,
    fields: fieldsOf(parseText(textOf(AttributesData))),
    own: { optOut: chosen('OPT_OUT') },
  };
}

/** The preferences of a request replace those of SES's own topics, and of the lists that it names. */
function membershipsOfOthers({ lists }: MailStore, { TopicPreferences }: Fields, { lists: joined }: Contact) {
  const named = itemsOf(TopicPreferences).map(({ TopicName }) => TopicName);
  const replaced = new Set(
    lists.all().flatMap((list) => (isOwn(list) || named.includes(topicOf(list)) ? [list.id] : [])),
  );
  return joined.filter((id) => !replaced.has(id));
}

function view({ lists }: MailStore, row: Contact) {
  const optOut = Array.isArray(row.own['optOut']) ? row.own['optOut'] : [];
  const choices = lists.all().filter(({ id }) => row.lists.includes(id) || optOut.includes(id));
  const TopicPreferences = choices.map((list) => {
    return { TopicName: topicOf(list), SubscriptionStatus: statusOf(row, list) };
  });
  const { email: EmailAddress, unsubscribed: UnsubscribeAll, updatedAt } = row;
  return { EmailAddress, TopicPreferences, UnsubscribeAll, LastUpdatedTimestamp: secondsOf(updatedAt) };
}
