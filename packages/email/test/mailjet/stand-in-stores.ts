import { type Reply, type Routes, refuse, type StandInRequest, wrap } from './stand-in.ts';
import type { StoredContent } from './stand-in-mail.ts';

type Item = Record<string, unknown> & { readonly ID: number };

const missing = () => refuse(404, 'Object not found');

/** A resource of the REST API, listed by `Limit` and `Offset`. */
class Resource {
  readonly items = new Map<string, Item>();
  readonly #name: string;
  readonly #required: readonly string[];

  constructor(name: string, ...required: readonly string[]) {
    this.#name = name;
    this.#required = required;
  }

  add(fields: Record<string, unknown>): Item {
    const ID = 1_000 + this.items.size + this.#name.length * 100;
    const item = { ID, CreatedAt: '2014-06-10T08:30:32Z', ...fields };
    this.items.set(`${ID}`, item);
    return item;
  }

  find(idOrEmail = ''): Item | undefined {
    return this.items.get(idOrEmail) ?? [...this.items.values()].find(({ Email }) => Email === idOrEmail);
  }

  page({ query }: StandInRequest, items: readonly Item[] = [...this.items.values()]): Reply {
    const [limit, offset] = [Number(query.get('Limit') ?? 10), Number(query.get('Offset') ?? 0)];
    return limit > 1_000 ? refuse(400, 'Limit') : [200, wrap(...items.slice(offset, offset + limit))];
  }

  routes(): Routes {
    const path = `/v3/REST/${this.#name}`;
    return {
      [`POST ${path}`]: (request) => {
        const body = request.json();
        const name = this.#required.find((each) => body[each] === undefined);
        if (name !== undefined) return refuse(400, `"${name}" is missing`);
        return [201, wrap(this.add(body))];
      },
      [`GET ${path}`]: (request) => this.page(request),
      [`GET ${path}/*`]: (_request, id) => {
        const item = this.find(id);
        return item === undefined ? missing() : [200, wrap(item)];
      },
      [`PUT ${path}/*`]: (request, id) => {
        const item = this.find(id);
        if (item === undefined) return missing();
        const changes = Object.entries(request.json());
        if (changes.every(([name, value]) => item[name] === value)) return [304];
        const changed = { ...item, ...request.json() };
        this.items.set(`${item.ID}`, changed);
        return [200, wrap(changed)];
      },
      [`DELETE ${path}/*`]: (_request, id) => {
        const item = this.find(id);
        if (item === undefined) return missing();
        this.items.delete(`${item.ID}`);
        return [204];
      },
    };
  }
}

/** Everything that Mailjet stores beside mails. */
export function createStores() {
  const templates = new Resource('template', 'Name');
  const contacts = new Resource('contact', 'Email');
  const lists = new Resource('contactslist', 'Name');
  const properties = new Resource('contactmetadata', 'Name', 'Datatype');
  const callbacks = new Resource('eventcallbackurl', 'EventType', 'Url');
  const contents = new Map<string, StoredContent>();
  const values = new Map<number, Map<string, unknown>>();
  const members = new Map<string, Set<number>>();
  const jobs = new Map<string, number>();
  properties.add({ Name: 'plan', Datatype: 'str', NameSpace: 'static' });

  const startJob = (owner: string): Reply => {
    const JobID = 35_800 + jobs.size;
    jobs.set(`${owner}/${JobID}`, 0);
    return [201, wrap({ JobID })];
  };
  const jobStatus = (owner: string, id = ''): Reply => {
    const polls = jobs.get(`${owner}/${id}`);
    if (polls === undefined) return missing();
    jobs.set(`${owner}/${id}`, polls + 1);
    return [200, wrap({ Status: polls === 0 ? 'Importing' : 'Completed', Count: 1, Error: '' })];
  };
  const upload = (given: unknown): readonly Item[] =>
    (given as { Email: string }[]).map(
      ({ Email, ...fields }) => contacts.find(Email) ?? contacts.add({ Email, ...fields }),
    );

  const routes: Routes = {
    'POST /v3/REST/contact/managemanycontacts': ({ json }) => {
      upload(json()['Contacts']);
      return startJob('contact');
    },
    'GET /v3/REST/contact/managemanycontacts/*': (_request, id) => jobStatus('contact', id),
    'POST /v3/REST/contactslist/*/managemanycontacts': ({ json }, list = '') => {
      if (lists.find(list) === undefined) return missing();
      const set = members.get(list) ?? new Set();
      members.set(list, set);
      for (const { ID } of upload(json()['Contacts'])) {
        if (json()['Action'] === 'remove') set.delete(ID);
        else set.add(ID);
      }
      return startJob(list);
    },
    'GET /v3/REST/contactslist/*/managemanycontacts/*': (_request, list = '', id = '') => jobStatus(list, id),
    'GET /v3/REST/contactdata/*': (_request, id) => {
      const contact = contacts.find(id);
      if (contact === undefined) return missing();
      const Data = [...(values.get(contact.ID) ?? [])].map(([Name, Value]) => ({ Name, Value }));
      return [200, wrap({ ContactID: contact.ID, Data, ID: contact.ID })];
    },
    'PUT /v3/REST/contactdata/*': ({ json }, id) => {
      const contact = contacts.find(id);
      if (contact === undefined) return missing();
      const own = values.get(contact.ID) ?? new Map<string, unknown>();
      values.set(contact.ID, own);
      for (const { Name, Value } of json()['Data'] as { Name: string; Value: unknown }[]) {
        if (![...properties.items.values()].some((property) => property['Name'] === Name))
          return refuse(400, `Invalid property "${Name}"`);
        if (Value === null) own.delete(Name);
        else own.set(Name, Value);
      }
      return [200, wrap({ ContactID: contact.ID })];
    },
    'DELETE /v4/contacts/*': (_request, id = '') => {
      const contact = contacts.items.get(id);
      if (contact === undefined) return missing();
      const anonymous = { ...contact, Name: 'Anonymized', Email: `${id}@domain.invalid` };
      contacts.items.set(id, anonymous);
      return [200, wrap(anonymous)];
    },
    'GET /v3/REST/template/*/detailcontent': (_request, id = '') => {
      const content = contents.get(id) ?? { 'Html-part': '', Headers: '' };
      return templates.find(id) === undefined ? missing() : [200, wrap(content)];
    },
    'PUT /v3/REST/template/*/detailcontent': ({ json }, id = '') => {
      if (templates.find(id) === undefined) return missing();
      contents.set(id, { ...contents.get(id), ...json() });
      return [200, wrap(contents.get(id) ?? {})];
    },
    ...templates.routes(),
    ...contacts.routes(),
    'POST /v3/REST/contact': ({ json }) => {
      if (contacts.find(`${json()['Email']}`) !== undefined) return refuse(400, 'A Contact already exists');
      return [201, wrap(contacts.add({ Name: '', IsExcludedFromCampaigns: false, ...json() }))];
    },
    'GET /v3/REST/contact': (request) => {
      const list = request.query.get('ContactsList');
      const ids = list === null ? undefined : (members.get(list) ?? new Set());
      return contacts.page(
        request,
        [...contacts.items.values()].filter(({ ID }) => ids?.has(ID) ?? true),
      );
    },
    ...lists.routes(),
    ...properties.routes(),
    ...callbacks.routes(),
  };
  return { routes, contents };
}
