import type { Reply, Routes, ServiceRequest } from '../support/json-service.ts';

interface Contact {
  readonly Email: string;
  readonly FirstName?: string;
  readonly LastName?: string;
  readonly CustomFields?: Readonly<Record<string, string>>;
}

const missing: Reply = [404, { Error: 'not found' }];

function pageOf<Item>({ query }: ServiceRequest, all: readonly Item[]): Reply {
  const offset = Number(query.get('offset'));
  return [200, all.slice(offset, offset + Number(query.get('limit')))];
}

/** Contacts, lists by name, and three lists of suppressions. */
export function createBookRoutes(): Routes {
  const contacts = new Map<string, Contact>();
  const lists = new Map<string, Set<string>>();
  const view = (name: string) => ({
    ListName: name,
    AllowUnsubscribe: true,
    DateAdded: '2030-01-02T03:04:05',
  });
  const emailsOf = (request: ServiceRequest) => request.json<{ readonly Emails: readonly string[] }>().Emails;
  return {
    ...createSuppressionRoutes(),
    'POST /contacts': (request) => {
      const given = request.json<readonly Contact[]>();
      // What happens to a known address is not documented: here it is refused.
      if (given.some(({ Email }) => contacts.has(Email))) return [400, { Error: 'Contact exists.' }];
      for (const contact of given) contacts.set(contact.Email, { ...contact });
      return [200, given.map((contact) => ({ ...contact, Status: 'Active' }))];
    },
    'GET /contacts': (request) => pageOf(request, [...contacts.values()]),
    'GET /contacts/*': (_request, email = '') => {
      const contact = contacts.get(email);
      return contact === undefined ? missing : [200, { ...contact, Status: 'Active' }];
    },
    // Replaces everything, the strictest reading of PUT.
    'PUT /contacts/*': (request, email = '') => {
      if (!contacts.has(email)) return missing;
      const contact = { ...request.json<Contact>(), Email: email };
      contacts.set(email, contact);
      return [200, { ...contact, Status: 'Active' }];
    },
    'DELETE /contacts/*': (_request, email = '') => (contacts.delete(email) ? [200] : missing),
    'POST /lists': (request) => {
      const { ListName } = request.json<{ readonly ListName: string }>();
      lists.set(ListName, new Set());
      return [201, view(ListName)];
    },
    'GET /lists': (request) => pageOf(request, [...lists.keys()].map(view)),
    'GET /lists/*': (_request, name = '') => (lists.has(name) ? [200, view(name)] : missing),
    'PUT /lists/*': (request, name = '') => {
      const { NewListName } = request.json<{ readonly NewListName: string }>();
      lists.set(NewListName, lists.get(name) ?? new Set());
      lists.delete(name);
      return [200, view(NewListName)];
    },
    'DELETE /lists/*': (_request, name = '') => (lists.delete(name) ? [200] : missing),
    'GET /lists/*/contacts': (request, name = '') => {
      const members = [...(lists.get(name) ?? [])].flatMap((email) => contacts.get(email) ?? []);
      return pageOf(request, members);
    },
    'POST /lists/*/contacts': (request, name = '') => {
      for (const email of emailsOf(request)) lists.get(name)?.add(email);
      return [200, view(name)];
    },
    'POST /lists/*/contacts/remove': (request, name = '') => {
      for (const email of emailsOf(request)) lists.get(name)?.delete(email);
      return [200];
    },
  };
}

function createSuppressionRoutes(): Routes {
  const kinds: Readonly<Record<string, Map<string, object>>> = {
    bounces: new Map(),
    complaints: new Map(),
    unsubscribes: new Map(),
  };
  const routesOf = ([kind, entries]: [string, Map<string, object>]): Routes => ({
    [`GET /suppressions/${kind}`]: (request) => {
      const wanted = request.query.get('search') ?? '';
      const found = [...entries].filter(([email]) => email.includes(wanted)).map(([, entry]) => entry);
      return pageOf(request, found);
    },
    [`POST /suppressions/${kind}`]: (request) => {
      const emails = request.json<readonly string[]>();
      for (const Email of emails)
        entries.set(Email, { Email, FriendlyErrorMessage: 'Manual', DateUpdated: '2030-01-02T03:04:05' });
      return [201, emails.map((email) => entries.get(email))];
    },
  });
  const all = Object.entries(kinds);
  return {
    ...Object.assign({}, ...all.map(routesOf)),
    'GET /suppressions/*': (_request, email = '') => {
      const found = all.map(([, entries]) => entries.get(email)).find((entry) => entry !== undefined);
      return found === undefined ? missing : [200, found];
    },
    'DELETE /suppressions/*': (_request, email = '') => {
      const removed = all.map(([, entries]) => entries.delete(email));
      return removed.includes(true) ? [200] : missing;
    },
  };
}
