import type { Routes } from '../support/json-service.ts';
import { refuse } from './stand-in-words.ts';

interface Contact {
  readonly id: string;
  readonly email: string;
  readonly list_ids: readonly string[];
  readonly custom_fields: Readonly<Record<string, unknown>>;
}

interface Field {
  readonly id: string;
  readonly name: string;
  readonly field_type: string;
}

/** Contacts, lists and custom fields. Writes are jobs, which are done when their state is read once. */
export function createMarketingRoutes(): Routes {
  const contacts = new Map<string, Contact>();
  const lists = new Map<string, { readonly id: string; readonly name: string }>();
  const fields = new Map<string, Field>();
  const jobs = new Map<string, () => void>();
  let made = 0;
  const makeId = () => {
    made += 1;
    return `id-${made}`;
  };
  const startJob = (run: () => void) => {
    const id = makeId();
    jobs.set(id, run);
    return { job_id: id };
  };
  const runJobs = () => {
    for (const run of jobs.values()) run();
    jobs.clear();
  };

  const write = (input: Contact, listIds: readonly string[]) => {
    const old = [...contacts.values()].find(({ email }) => email === input.email);
    const named = Object.entries(input.custom_fields ?? {}).map(([id, value]) => [
      fields.get(id)?.name,
      value,
    ]);
    const id = old?.id ?? makeId();
    contacts.set(id, {
      ...old,
      ...input,
      id,
      list_ids: [...new Set([...(old?.list_ids ?? []), ...listIds])],
      custom_fields: { ...old?.custom_fields, ...Object.fromEntries(named) },
    });
  };
  const view = (list: { readonly id: string; readonly name: string }) => ({
    ...list,
    contact_count: [...contacts.values()].filter(({ list_ids }) => list_ids.includes(list.id)).length,
  });

  const contactRoutes: Routes = {
    'PUT /v3/marketing/contacts': (request) => {
      const { contacts: given, list_ids = [] } = request.json<{
        readonly contacts: readonly Contact[];
        readonly list_ids?: readonly string[];
      }>();
      const unknown = given
        .flatMap((one) => Object.keys(one.custom_fields ?? {}))
        .find((id) => !fields.has(id));
      if (unknown !== undefined) return refuse(400, `invalid custom field ${unknown}`, 'contacts');
      return [202, startJob(() => given.forEach((one) => void write(one, list_ids)))];
    },
    'GET /v3/marketing/contacts/*': (_request, id = '') => {
      runJobs();
      const contact = contacts.get(id);
      return contact === undefined ? [404] : [200, contact];
    },
    'POST /v3/marketing/contacts/search/emails': (request) => {
      runJobs();
      const { emails } = request.json<{ readonly emails: readonly string[] }>();
      const found = [...contacts.values()].filter(({ email }) => emails.includes(email));
      if (found.length === 0) return refuse(404, 'contacts not found');
      const result = emails.map((email) => {
        const contact = found.find((one) => one.email === email);
        return [email, contact === undefined ? { error: 'contact not found' } : { contact }];
      });
      return [200, { result: Object.fromEntries(result) }];
    },
    'DELETE /v3/marketing/contacts': ({ query }) => {
      const ids = (query.get('ids') ?? '').split(',');
      return [202, startJob(() => ids.forEach((id) => void contacts.delete(id)))];
    },
    'GET /v3/marketing/contacts/imports/*': (_request, id) => {
      const isPending = jobs.has(id ?? '');
      runJobs();
      const status = isPending ? 'pending' : 'completed';
      return [200, { id, status, job_type: 'upsert', results: { created_count: contacts.size } }];
    },
  };

  return {
    ...contactRoutes,
    'GET /v3/marketing/field_definitions': () => [
      200,
      { custom_fields: [...fields.values()], reserved_fields: [] },
    ],
    'POST /v3/marketing/field_definitions': (request) => {
      const field = { ...request.json<Field>(), id: `w${fields.size + 1}` };
      fields.set(field.id, field);
      return [200, field];
    },
    'DELETE /v3/marketing/field_definitions/*': (_request, id = '') =>
      fields.delete(id) ? [204] : refuse(404, 'field not found'),
    'POST /v3/marketing/lists': (request) => {
      const list = { id: makeId(), name: request.json<{ readonly name: string }>().name };
      lists.set(list.id, list);
      return [201, view(list)];
    },
    'GET /v3/marketing/lists': ({ query }) => {
      const size = Number(query.get('page_size') ?? 100);
      const start = Number(query.get('page_token') ?? 0);
      const all = [...lists.values()];
      const self = `https://api.sendgrid.com/v3/marketing/lists?page_size=${size}&page_token=`;
      const next = start + size < all.length ? { next: `${self}${start + size}` } : {};
      return [200, { result: all.slice(start, start + size).map(view), _metadata: { self, ...next } }];
    },
    'GET /v3/marketing/lists/*': (_request, id = '') => {
      runJobs();
      const list = lists.get(id);
      return list === undefined ? refuse(404, 'list not found') : [200, view(list)];
    },
    'PATCH /v3/marketing/lists/*': (request, id = '') => {
      const list = { id, name: request.json<{ readonly name: string }>().name };
      lists.set(id, list);
      return [200, view(list)];
    },
    'DELETE /v3/marketing/lists/*': (_request, id = '') =>
      lists.delete(id) ? [204] : refuse(404, 'list not found'),
    'DELETE /v3/marketing/lists/*/contacts': ({ query }, listId) => {
      const ids = (query.get('contact_ids') ?? '').split(',');
      const remove = () => {
        for (const [id, contact] of contacts)
          if (ids.includes(id))
            contacts.set(id, { ...contact, list_ids: contact.list_ids.filter((list) => list !== listId) });
      };
      return [202, startJob(remove)];
    },
  };
}
