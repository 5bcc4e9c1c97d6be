import { type Reply, type Routes, refuse, type StandInRequest } from './stand-in.ts';

type Item = Record<string, unknown> & { readonly id: string };

const createdAt = '2023-10-06 23:47:56.678+00';
const missing = () => refuse(404, 'not_found', 'Not found');

/** A collection of items by id, listed page by page. */
class Collection {
  readonly items = new Map<string, Item>();
  readonly #prefix: string;
  #made = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  add(fields: Record<string, unknown>): Item {
    this.#made += 1;
    const item = { id: `${this.#prefix}-${this.#made}`, created_at: createdAt, ...fields };
    this.items.set(item.id, item);
    return item;
  }

  find(idOrEmail = ''): Item | undefined {
    return this.items.get(idOrEmail) ?? [...this.items.values()].find(({ email }) => email === idOrEmail);
  }

  page({ query }: StandInRequest, items: readonly Item[] = [...this.items.values()]): Reply {
    const limit = Number(query.get('limit') ?? 20);
    if (limit < 1 || limit > 100) return refuse(422, 'validation_error', 'The limit must be 1 to 100.');
    const start = items.findIndex(({ id }) => id === query.get('after')) + 1;
    const data = items.slice(start, start + limit);
    return [200, { object: 'list', has_more: start + limit < items.length, data }];
  }

  /** The usual routes of a collection; `check` names what a body lacks. */
  routes(path: string, object: string, check: (body: Record<string, unknown>) => string | undefined): Routes {
    return {
      [`POST /${path}`]: (request) => {
        const problem = check(request.json());
        if (problem !== undefined) return refuse(422, 'missing_required_field', problem);
        return [201, { object, id: this.add(request.json()).id }];
      },
      [`GET /${path}`]: (request) => this.page(request),
      [`GET /${path}/*`]: (_request, id) => {
        const item = this.find(id);
        return item === undefined ? missing() : [200, { object, ...item }];
      },
      [`PATCH /${path}/*`]: (request, id) => {
        const item = this.find(id);
        if (item === undefined) return missing();
        const changes = request.json<Record<string, unknown>>();
        const properties = { ...Object(item['properties']), ...Object(changes['properties']) };
        this.items.set(item.id, { ...item, ...changes, properties });
        return [200, { object, id: item.id }];
      },
      [`DELETE /${path}/*`]: (_request, id) => {
        const item = this.find(id);
        if (item === undefined) return missing();
        this.items.delete(item.id);
        return [200, { object, id: item.id, deleted: true }];
      },
    };
  }
}

const needs =
  (...names: readonly string[]) =>
  (body: Record<string, unknown>) => {
    const name = names.find((each) => body[each] === undefined);
    return name === undefined ? undefined : `Missing \`${name}\` field.`;
  };

/** "Variable 'NAME' is used in the template but not defined in the variables list". */
function checkTemplate(body: Record<string, unknown>): string | undefined {
  const declared = ((body['variables'] ?? []) as { key: string }[]).map(({ key }) => key);
  const used = [...`${body['subject']} ${body['html']}`.matchAll(/\{\{\{(\w+)\}\}\}/g)].map(([, key]) => key);
  const unknown = used.find((key) => !declared.includes(`${key}`));
  if (unknown !== undefined) return `Variable '${unknown}' is not defined in the variables list`;
  return needs('name', 'html')(body);
}

/** Everything that Resend stores beside mails. */
export function createStores() {
  const templates = new Collection('template');
  const contacts = new Collection('contact');
  const segments = new Collection('segment');
  const suppressions = new Collection('suppression');
  const properties = new Collection('property');
  const webhooks = new Collection('webhook');
  const imports = new Collection('import');
  const members = new Map<string, Set<string>>();

  const published = new Map<string, Item>();
  const templateRoutes = templates.routes('templates', 'template', checkTemplate);
  const withId = (id: string | undefined, run: (item: Item) => Reply, among = templates): Reply => {
    const item = among.find(id);
    return item === undefined ? missing() : run(item);
  };
  const membership = (contactId: string | undefined, segmentId = '', isIn: boolean): Reply =>
    withId(
      contactId,
      ({ id }) => {
        if (!segments.items.has(segmentId)) return missing();
        const set = members.get(segmentId) ?? new Set();
        members.set(segmentId, set);
        if (isIn) set.add(id);
        else set.delete(id);
        const body = { object: 'contact_segment', contact_id: id, segment_id: segmentId };
        return [200, isIn ? body : { ...body, deleted: true }];
      },
      contacts,
    );

  const importContacts = (body: string): Reply => {
    const [, csv = ''] = /filename="contacts\.csv"[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(body) ?? [];
    const [, ...lines] = csv.split('\r\n').filter((line) => line !== '');
    const emails = lines.map((line) => `${/^"([^"]*)"/.exec(line)?.[1]}`);
    const created = emails.filter((email) => contacts.find(email) === undefined);
    for (const email of created) contacts.add({ email, unsubscribed: false });
    const counts = { created: created.length, updated: emails.length - created.length, failed: 0 };
    return [201, { object: 'contact_import', id: imports.add({ status: 'queued', counts }).id }];
  };

  const routes: Routes = {
    ...templateRoutes,
    'POST /templates/*/publish': (_request, id) =>
      withId(id, (item) => {
        templates.items.set(item.id, { ...item, status: 'published' });
        published.set(item.id, item);
        return [200, { object: 'template', id: item.id }];
      }),
    'POST /templates/*/duplicate': (_request, id) =>
      withId(id, ({ id: _, ...item }) => [200, { object: 'template', id: templates.add(item).id }]),
    'POST /contacts/imports': ({ body }) => importContacts(body),
    'GET /contacts/imports/*': (_request, id) =>
      withId(
        id,
        (item) => {
          imports.items.set(item.id, { ...item, status: 'completed' });
          return [200, { object: 'contact_import', ...item }];
        },
        imports,
      ),
    'POST /contacts/*/segments/*': (_request, contact, segment) => membership(contact, segment, true),
    'DELETE /contacts/*/segments/*': (_request, contact, segment) => membership(contact, segment, false),
    ...contacts.routes('contacts', 'contact', needs('email')),
    'GET /contacts': (request) => {
      const segment = request.query.get('segment_id');
      const ids = segment === null ? undefined : (members.get(segment) ?? new Set());
      const items = [...contacts.items.values()].filter(({ id }) => ids?.has(id) ?? true);
      return contacts.page(
        request,
        items.map(({ properties: _, ...item }) => item as Item),
      );
    },
    ...segments.routes('segments', 'segment', needs('name')),
    ...suppressions.routes('suppressions', 'suppression', needs('email')),
    ...properties.routes('contact-properties', 'contact_property', needs('key', 'type')),
    ...webhooks.routes('webhooks', 'webhook', needs('endpoint', 'events')),
    'POST /webhooks': ({ json }) => {
      const { id } = webhooks.add({ ...json(), status: 'enabled' });
      return [201, { object: 'webhook', id, signing_secret: 'whsec_c2VjcmV0' }];
    },
  };
  return { routes, published };
}
