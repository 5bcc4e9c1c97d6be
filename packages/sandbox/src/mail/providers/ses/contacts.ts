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
  parseText,
  type Route,
  resource,
  route,
  textOf,
} from '../../kit.ts';
import { ok, pageOf, secondsOf, sesConventions, stop } from './wire.ts';

/** The name that a list has as a topic. */
const topicOf = ({ id, own }: List): string => textOf(own['topic']) ?? id;

/** The one contact list of the account, by any name. Its topics are the lists of the store. */
export function contactRoutes({ store }: DoorContext): readonly Route[] {
  return [...listRoutes(store), ...singleRoutes(store)];
}

function listRoutes({ lists }: MailStore): readonly Route[] {
  let name: string | undefined;
  let description: string | undefined;
  const path = '/v2/email/contact-lists';
  const put = (body: Fields): void => {
    description = textOf(body['Description']) ?? description;
    const topics = itemsOf(body['Topics']);
    for (const list of lists.all())
      if (!topics.some(({ TopicName }) => TopicName === topicOf(list))) lists.delete(list.id);
    for (const { TopicName, DisplayName, ...own } of topics) {
      const fields = { name: textOf(DisplayName) ?? `${TopicName}`, own: { ...own, topic: TopicName } };
      const old = lists.all().find((list) => topicOf(list) === TopicName);
      if (old === undefined) lists.add(fields);
      else lists.update(old.id, fields);
    }
  };
  return [
    route('POST', path, (request) => {
      if (name !== undefined) throw stop('LimitExceededException', 'An account has one contact list.');
      const body = fieldsOf(request.json());
      name = textOf(body['ContactListName']);
      if (name === undefined) throw stop('BadRequestException', 'ContactListName is missing');
      put(body);
      return ok();
    }),
    route('GET', path, () => ok({ ContactLists: [{ ContactListName: name ?? 'sandbox' }] })),
    route('GET', `${path}/:list`, (_request, { list }) => {
      const Topics = lists.all().map((row) => {
        const { topic: _, ...own } = row.own;
        return {
          DefaultSubscriptionStatus: 'OPT_OUT',
          ...own,
          TopicName: topicOf(row),
          DisplayName: row.name,
        };
      });
      return ok({ ContactListName: list, Topics, Description: description });
    }),
    route('PUT', `${path}/:list`, (request) => {
      put(fieldsOf(request.json()));
      return ok();
    }),
  ];
}

function singleRoutes(store: MailStore): readonly Route[] {
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
      view: (row) => ({
        ...view(store, row),
        AttributesData: JSON.stringify(row.fields),
        CreatedTimestamp: secondsOf(row.createdAt),
      }),
      read: (body) => {
        const email = textOf(body['EmailAddress']) ?? '';
        if (!isAddress(email)) throw stop('BadRequestException', 'Invalid email address.');
        if (book.findByEmail(email) !== undefined)
          throw stop('AlreadyExistsException', 'The contact exists.');
        return { email, ...read(store, body) };
      },
      change: (body) => read(store, body),
    }),
  ];
}

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

function view({ lists }: MailStore, row: Contact) {
  const optOut = Array.isArray(row.own['optOut']) ? row.own['optOut'] : [];
  const choices = lists.all().filter(({ id }) => row.lists.includes(id) || optOut.includes(id));
  const TopicPreferences = choices.map((list) => {
    return { TopicName: topicOf(list), SubscriptionStatus: statusOf(row, list) };
  });
  const { email: EmailAddress, unsubscribed: UnsubscribeAll, updatedAt } = row;
  return { EmailAddress, TopicPreferences, UnsubscribeAll, LastUpdatedTimestamp: secondsOf(updatedAt) };
}
