import { done, pageOf, type Routes, refuse } from './stand-in.ts';

interface Preference {
  readonly TopicName: string;
  readonly SubscriptionStatus: string;
}

interface Contact {
  readonly EmailAddress: string;
  readonly TopicPreferences: readonly Preference[];
  readonly UnsubscribeAll: boolean;
  readonly AttributesData: string | undefined;
}

interface ContactList {
  readonly Topics: readonly { readonly TopicName: string; readonly DefaultSubscriptionStatus: string }[];
  readonly Description?: string;
}

/** Contact lists, contacts, suppressions and the account. */
export function createStoreRoutes(): Routes {
  return { ...listRoutes(), ...suppressionRoutes(), ...accountRoutes };
}

function listRoutes(): Routes {
  const lists = new Map<string, ContactList>([['audience', { Topics: [] }]]);
  const contacts = new Map<string, Contact>();
  const choiceOf = ({ TopicPreferences }: Contact, topic: string) =>
    TopicPreferences.find(({ TopicName }) => TopicName === topic)?.SubscriptionStatus ??
    lists.get('audience')?.Topics.find(({ TopicName }) => TopicName === topic)?.DefaultSubscriptionStatus;
  // biome-ignore lint/suspicious/noExplicitAny: the body of CreateContact and UpdateContact
  const write = (email: string, json: any) =>
    contacts.set(email, {
      EmailAddress: email,
      TopicPreferences: json.TopicPreferences ?? [],
      UnsubscribeAll: json.UnsubscribeAll ?? false,
      AttributesData: json.AttributesData,
    });
  return {
    'POST /v2/email/contact-lists': ({ json: { ContactListName, ...list } }) => {
      if (lists.size > 0) return refuse(400, 'LimitExceededException');
      lists.set(ContactListName, list);
      return done;
    },
    'GET /v2/email/contact-lists/*': (_request, name = '') => {
      const list = lists.get(name);
      return list === undefined
        ? refuse(404, 'NotFoundException')
        : [200, { ContactListName: name, ...list, CreatedTimestamp: 1.6e9 }];
    },
    'PUT /v2/email/contact-lists/*': ({ json }, name = '') => {
      lists.set(name, json);
      return done;
    },
    'POST /v2/email/contact-lists/*/contacts': ({ json }, name = '') => {
      if (!lists.has(name)) return refuse(404, 'NotFoundException');
      if (contacts.has(json.EmailAddress)) return refuse(400, 'AlreadyExistsException');
      write(json.EmailAddress, json);
      return done;
    },
    'POST /v2/email/contact-lists/*/contacts/list': ({ json: { Filter, PageSize, NextToken } }) => {
      const topic = Filter?.TopicFilter?.TopicName;
      const all = [...contacts.values()].filter(
        (contact) => topic === undefined || choiceOf(contact, topic) === Filter.FilteredStatus,
      );
      const page = pageOf(all, PageSize, NextToken);
      const Contacts = page.items.map(({ AttributesData: _, ...contact }) => contact);
      return [200, { Contacts, NextToken: page.NextToken }];
    },
    'GET /v2/email/contact-lists/*/contacts/*': (_request, _list, email = '') => {
      const contact = contacts.get(email);
      return contact === undefined
        ? refuse(404, 'NotFoundException')
        : [200, { ...contact, CreatedTimestamp: 1.6e9, LastUpdatedTimestamp: 1.7e9 }];
    },
    'PUT /v2/email/contact-lists/*/contacts/*': ({ json }, _list, email = '') => {
      if (!contacts.has(email)) return refuse(404, 'NotFoundException');
      write(email, json);
      return done;
    },
    'DELETE /v2/email/contact-lists/*/contacts/*': (_request, _list, email = '') =>
      contacts.delete(email) ? done : refuse(404, 'NotFoundException'),
  };
}

function suppressionRoutes(): Routes {
  const reasons = new Map<string, string>();
  const entryOf = (EmailAddress: string) => ({
    EmailAddress,
    Reason: reasons.get(EmailAddress),
    LastUpdateTime: 1.7e9,
  });
  return {
    'PUT /v2/email/suppression/addresses': ({ json }) => {
      if (!['BOUNCE', 'COMPLAINT'].includes(json.Reason)) return refuse(400, 'BadRequestException');
      reasons.set(json.EmailAddress, json.Reason);
      return done;
    },
    'GET /v2/email/suppression/addresses': ({ query }) => {
      const reason = query.get('Reason');
      const all = [...reasons.keys()].filter((email) => reason === null || reasons.get(email) === reason);
      const page = pageOf(all, query.get('PageSize') ?? undefined, query.get('NextToken') ?? undefined);
      return [200, { SuppressedDestinationSummaries: page.items.map(entryOf), NextToken: page.NextToken }];
    },
    'GET /v2/email/suppression/addresses/*': (_request, email = '') =>
      reasons.has(email)
        ? [200, { SuppressedDestination: entryOf(email) }]
        : refuse(404, 'NotFoundException'),
    'DELETE /v2/email/suppression/addresses/*': (_request, email = '') =>
      reasons.delete(email) ? done : refuse(404, 'NotFoundException'),
  };
}

const accountRoutes: Routes = {
  'GET /v2/email/account': () => [
    200,
    {
      SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 42 },
      SendingEnabled: true,
      ProductionAccessEnabled: true,
      EnforcementStatus: 'HEALTHY',
    },
  ],
};
