/** A body of any form. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Answer {
  readonly status: number;
  readonly json?: unknown;
}

export const refusal = (status: number, code: string, message: string): Answer => ({
  status,
  json: { code, message },
});

export interface Stores {
  readonly templates: Map<number, Json>;
  readonly contacts: Map<number, Json>;
  readonly lists: Map<number, Json>;
  readonly webhooks: Map<number, Json>;
  readonly attributes: Map<string, string>;
  readonly blocked: Json[];
  readonly events: Json[];
  /** The instants of scheduled messages, by id. */
  readonly scheduled: Map<string, string>;
}

export const createStores = (): Stores => ({
  templates: new Map(),
  contacts: new Map(),
  lists: new Map(),
  webhooks: new Map(),
  attributes: new Map([
    ['FIRSTNAME', 'text'],
    ['LASTNAME', 'text'],
    ['PLAN', 'text'],
  ]),
  blocked: [],
  events: [],
  scheduled: new Map(),
});

type Handler = (
  stores: Stores,
  parts: { readonly id: string; readonly query: URLSearchParams; readonly body: Json },
) => Answer;

const missing = refusal(404, 'document_not_found', 'Not found');
const done: Answer = { status: 204 };
const now = '2026-11-22T10:00:00.000Z';

/** The newest first, as Brevo lists by default. */
function page(name: string, items: readonly Json[], query: URLSearchParams, most: number): Answer {
  const limit = Number(query.get('limit') ?? 50);
  const offset = Number(query.get('offset') ?? 0);
  if (limit > most) return refusal(400, 'out_of_range', 'Limit exceeds max value');
  return { status: 200, json: { [name]: items.slice(offset, offset + limit), count: items.length } };
}

const newestFirst = (items: Map<unknown, Json>) => [...items.values()].reverse();

function store(items: Map<number, Json>, item: Json): Answer {
  const id = Math.max(0, ...items.keys()) + 1;
  items.set(id, { id, ...item });
  return { status: 201, json: { id } };
}

function change(items: Map<number, Json>, id: string, changes: Json): Answer {
  const item = items.get(Number(id));
  if (item === undefined) return missing;
  items.set(Number(id), { ...item, ...changes });
  return done;
}

const found = (item: Json | undefined): Answer =>
  item === undefined ? missing : { status: 200, json: item };
const removed = (isRemoved: boolean): Answer => (isRemoved ? done : missing);

function findContact({ contacts }: Stores, id: string): Json | undefined {
  return [...contacts.values()].find((contact) => contact.email === id || `${contact.id}` === id);
}

/** Brevo ignores attributes that the account does not have. */
const known = ({ attributes }: Stores, given: Json = {}) =>
  Object.fromEntries(Object.entries(given).filter(([name]) => attributes.has(name)));

function writeContact(stores: Stores, body: Json): Answer {
  const contact = findContact(stores, body.email);
  const attributes = known(stores, body.attributes);
  for (const sender of body.smtpBlacklistSender ?? [])
    stores.blocked.push({
      email: body.email,
      senderEmail: sender,
      reason: { code: 'adminBlocked', message: 'Admin blocked' },
      blockedAt: now,
    });
  if (contact === undefined)
    return store(stores.contacts, {
      email: body.email,
      emailBlacklisted: body.emailBlacklisted ?? false,
      attributes,
      listIds: [],
      createdAt: now,
      modifiedAt: now,
    });
  if (!body.updateEnabled) return refusal(400, 'duplicate_parameter', 'Contact already exist');
  contact.attributes = { ...contact.attributes, ...attributes };
  contact.emailBlacklisted = body.emailBlacklisted ?? contact.emailBlacklisted;
  return done;
}

function importContacts(stores: Stores, { jsonBody, listIds = [] }: Json): Answer {
  if (listIds.length === 0) return refusal(400, 'missing_parameter', 'listIds or newList is missing');
  for (const contact of jsonBody) writeContact(stores, { ...contact, updateEnabled: true });
  return { status: 202, json: { processId: 78 } };
}

const listed = (attributes: Map<string, string>) =>
  [...attributes].map(([name, type]) => ({ name, category: 'normal', type }));

function changeContact(stores: Stores, id: string, { attributes = {}, emailBlacklisted }: Json): Answer {
  const contact = findContact(stores, id);
  if (contact === undefined) return missing;
  contact.email = attributes.EMAIL ?? contact.email;
  contact.attributes = { ...contact.attributes, ...known(stores, attributes) };
  contact.emailBlacklisted = emailBlacklisted ?? contact.emailBlacklisted;
  return done;
}

function changeMembers(stores: Stores, id: string, emails: readonly string[], isAdding: boolean): Answer {
  if (!stores.lists.has(Number(id))) return missing;
  if (emails.length > 150) return refusal(400, 'invalid_parameter', 'Too many emails');
  const failure = emails.filter((email) => {
    const contact = findContact(stores, email);
    if (contact === undefined || contact.listIds.includes(Number(id)) === isAdding) return true;
    contact.listIds = isAdding
      ? [...contact.listIds, Number(id)]
      : contact.listIds.filter((own: number) => own !== Number(id));
    return false;
  });
  // github.com/sendinblue/APIv3-php-library/issues/134
  if (failure.length === emails.length)
    return refusal(
      400,
      'invalid_parameter',
      `Contact already ${isAdding ? 'in' : 'removed from'} list and/or does not exist`,
    );
  return { status: 201, json: { contacts: { success: [], failure } } };
}

function removeTemplate({ templates }: Stores, id: string): Answer {
  const template = templates.get(Number(id));
  if (template?.isActive) return refusal(400, 'invalid_parameter', 'Active template can not be deleted');
  return removed(templates.delete(Number(id)));
}

const toTemplate = ({ templateName, sender, ...rest }: Json) => ({
  ...rest,
  ...(templateName === undefined ? {} : { name: templateName }),
  ...(sender === undefined ? {} : { sender }),
  modifiedAt: now,
});

const routes: Readonly<Record<string, Handler>> = {
  'GET /smtp/templates': ({ templates }, { query }) =>
    page('templates', newestFirst(templates), query, 1_000),
  'POST /smtp/templates': ({ templates }, { body }) =>
    store(templates, { testSent: false, toField: '', tag: '', createdAt: now, ...toTemplate(body) }),
  'GET /smtp/templates/*': ({ templates }, { id }) => found(templates.get(Number(id))),
  'PUT /smtp/templates/*': ({ templates }, { id, body }) => change(templates, id, toTemplate(body)),
  'DELETE /smtp/templates/*': (stores, { id }) => removeTemplate(stores, id),
  'POST /contacts': (stores, { body }) => writeContact(stores, body),
  'GET /contacts': ({ contacts }, { query }) => page('contacts', newestFirst(contacts), query, 1_000),
  'GET /contacts/*': (stores, { id }) => found(findContact(stores, id)),
  'PUT /contacts/*': (stores, { id, body }) => changeContact(stores, id, body),
  'POST /contacts/import': (stores, { body }) => importContacts(stores, body),
  'GET /processes/*': (_stores, { id }) => found({ id: Number(id), status: 'completed', name: 'IMPORTUSER' }),
  'GET /contacts/attributes': ({ attributes }) => ({ status: 200, json: { attributes: listed(attributes) } }),
  'POST /contacts/attributes/normal/*': ({ attributes }, { id, body }) => {
    if (attributes.has(id)) return refusal(400, 'duplicate_parameter', 'Attribute name must be unique');
    attributes.set(id, body.type);
    return { status: 201 };
  },
  'DELETE /contacts/attributes/normal/*': ({ attributes }, { id }) => removed(attributes.delete(id)),
  'DELETE /contacts/*': (stores, { id }) => removed(stores.contacts.delete(findContact(stores, id)?.id)),
  'POST /contacts/lists': ({ lists }, { body }) => store(lists, { ...body, uniqueSubscribers: 0 }),
  'GET /contacts/lists': ({ lists }, { query }) => page('lists', newestFirst(lists), query, 50),
  'GET /contacts/lists/*': ({ lists }, { id }) => found(lists.get(Number(id))),
  'PUT /contacts/lists/*': ({ lists }, { id, body }) => change(lists, id, body),
  'DELETE /contacts/lists/*': ({ lists }, { id }) => removed(lists.delete(Number(id))),
  'GET /contacts/lists/*/contacts': ({ contacts }, { id, query }) =>
    page(
      'contacts',
      newestFirst(contacts).filter((contact) => contact.listIds.includes(Number(id))),
      query,
      500,
    ),
  'POST /contacts/lists/*/contacts/add': (stores, { id, body }) =>
    changeMembers(stores, id, body.emails, true),
  'POST /contacts/lists/*/contacts/remove': (stores, { id, body }) =>
    changeMembers(stores, id, body.emails, false),
  'GET /smtp/blockedContacts': ({ blocked }, { query }) => page('contacts', blocked, query, 100),
  'DELETE /smtp/blockedContacts/*': ({ blocked }, { id }) => {
    const index = blocked.findIndex(({ email }) => email === id);
    return removed(index !== -1 && blocked.splice(index, 1).length > 0);
  },
  'GET /smtp/statistics/events': ({ events }, { query }) => {
    const own = events.filter(({ messageId }) => [null, messageId].includes(query.get('messageId')));
    return { status: 200, json: own.length === 0 ? {} : { events: own } };
  },
  'GET /smtp/emailStatus/*': ({ scheduled }, { id }) => {
    const scheduledAt = scheduled.get(id);
    return found(scheduledAt && { scheduledAt, createdAt: now, status: 'queued' });
  },
  'DELETE /smtp/email/*': ({ scheduled }, { id }) => removed(scheduled.delete(id)),
  'POST /webhooks': ({ webhooks }, { body }) => store(webhooks, body),
  'GET /webhooks': ({ webhooks }) => ({ status: 200, json: { webhooks: newestFirst(webhooks) } }),
  'DELETE /webhooks/*': ({ webhooks }, { id }) => removed(webhooks.delete(Number(id))),
};

export function answerStores(
  stores: Stores,
  method: string,
  path: string,
  query: URLSearchParams,
  body: Json,
): Answer {
  const exact = routes[`${method} ${path}`];
  if (exact !== undefined) return exact(stores, { id: '', query, body });
  for (const [route, handle] of Object.entries(routes)) {
    const pattern = new RegExp(`^${route.replaceAll('*', '([^/]+)')}$`);
    const [, id] = pattern.exec(`${method} ${path}`) ?? [];
    if (id !== undefined) return handle(stores, { id: decodeURIComponent(id), query, body });
  }
  return refusal(404, 'document_not_found', `No route ${method} ${path}`);
}
