import {
  type Contact,
  contactBook,
  type DoorContext,
  dateOf,
  type Fields,
  fieldsOf,
  listOf,
  type MailStore,
  need,
  ok,
  ownRows,
  Problem,
  parseCsv,
  route,
  type SandboxRequest,
  textOf,
  textsOf,
} from '../../kit.ts';
import { reservedFields, write } from './marketing.ts';
import { makeId, missing, refuse } from './wire.ts';

const path = '/v3/marketing/contacts';
const dayMs = 24 * 3_600_000;

/** The key in the link of a file, which is read and written without headers. */
export function readFileKey({ path: asked, query }: SandboxRequest): string | undefined {
  return /^\/v3\/marketing\/contacts\/(imports|exports)\/[^/]+\/content$/.test(asked)
    ? (query.get('key') ?? undefined)
    : undefined;
}

/** Imports and exports of contacts as files. They are done at once. */
export function jobRoutes({ store, url, key }: DoorContext) {
  const { contacts } = store;
  const imports = ownRows(store, 'sendgrid imports');
  const exports = ownRows(store, 'sendgrid exports');
  const linkTo = (kind: string, id: string) =>
    `${url()}${path}/${kind}/${id}/content?key=${encodeURIComponent(key)}`;
  const findExport = (id = '') => need(exports.get(id), () => missing('export'));
  const viewExport = (id: string) => {
    const { own, createdAt } = findExport(id);
    const at = dateOf(createdAt);
    const times = {
      created_at: at,
      updated_at: at,
      completed_at: at,
      expires_at: dateOf(createdAt + 3 * dayMs),
    };
    const urls = [linkTo('exports', id)];
    return { id, status: 'ready', ...times, urls, contact_count: membersOf(textsOf(own['list_ids'])).length };
  };
  const membersOf = (lists: readonly string[]): readonly Contact[] =>
    contacts.all().filter((contact) => lists.length === 0 || lists.some((id) => contact.lists.includes(id)));
  return [
    route('PUT', `${path}/imports`, (request) => {
      const { list_ids, field_mappings, file_type } = fieldsOf(request.json());
      if (file_type !== 'csv') throw new Problem(refuse(400, 'file_type must be csv', 'file_type'));
      const { id } = imports.add({ own: { list_ids, field_mappings, status: 'pending' } }, makeId());
      const upload_headers = [{ header: 'content-type', value: 'text/csv' }];
      return ok({ job_id: id, upload_uri: linkTo('imports', id), upload_headers });
    }),
    route('PUT', `${path}/imports/:id/content`, (request, { id = '' }) => {
      const { own } = need(imports.get(id), () => missing('import'));
      const counts = importContacts(store, own, request.text());
      imports.update(id, { own: { ...own, status: 'completed', results: counts } });
      return { status: 200 };
    }),
    // A write of contacts is a job too, and its id is known to no table.
    route('GET', `${path}/imports/:id`, (_request, { id = '' }) => {
      const { own = {}, createdAt = store.now() } = imports.get(id) ?? {};
      const { status = 'completed', results = { created_count: contacts.all().length } } = own;
      const times = { started_at: dateOf(createdAt), finished_at: dateOf(createdAt) };
      return ok({ id, status, job_type: 'upsert', results, ...times });
    }),
    route('POST', `${path}/exports`, (request) => {
      const { id } = exports.add({ own: fieldsOf(request.json()) }, makeId());
      return ok({ id, _metadata: { self: `${url()}${path}/exports/${id}` } }, 202);
    }),
    route('GET', `${path}/exports`, () => ok({ result: exports.all().map(({ id }) => viewExport(id)) })),
    route('GET', `${path}/exports/:id`, (_request, { id = '' }) => ok(viewExport(id))),
    route('GET', `${path}/exports/:id/content`, (_request, { id }) => {
      const rows = membersOf(textsOf(findExport(id).own['list_ids']));
      const lines = rows.map(({ email, firstName, lastName }) =>
        [email, firstName, lastName].map(cellOf).join(','),
      );
      const headers = { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment' };
      return { status: 200, headers, body: ['email,first_name,last_name', ...lines, ''].join('\r\n') };
    }),
  ];
}

/** Writes the contacts of a file, whose columns are mapped to fields by their ids. */
function importContacts(store: MailStore, own: Fields, csv: string) {
  const { properties } = store;
  const columns = listOf(own['field_mappings']).map(
    (field) => reservedFields.find((each) => each.id === field)?.name ?? properties.get(String(field))?.id,
  );
  const counts = { requested_count: 0, created_count: 0, updated_count: 0, errored_count: 0 };
  for (const cells of parseCsv(csv).slice(1)) {
    const named = cells.flatMap((cell, at) =>
      columns[at] === undefined ? [] : [[columns[at], cell] as const],
    );
    const given = new Map(named);
    const custom = named.filter(([name]) => properties.get(name) !== undefined);
    counts.requested_count += 1;
    const isKnown = contactBook(store).findByEmail(given.get('email') ?? '') !== undefined;
    const isValid = given.get('email')?.includes('@') === true;
    counts[isValid ? (isKnown ? 'updated_count' : 'created_count') : 'errored_count'] += 1;
    const contact = { ...Object.fromEntries(named), custom_fields: Object.fromEntries(custom) };
    if (isValid) write(store, withoutIds(contact, custom), textsOf(own['list_ids']));
  }
  return counts;
}

const cellOf = (text: unknown): string => `"${(textOf(text) ?? '').replaceAll('"', '""')}"`;

/** Custom fields are not fields of the contact itself. */
function withoutIds(contact: object, custom: readonly (readonly [string, string])[]) {
  const names = custom.map(([name]) => name);
  return Object.fromEntries(Object.entries(contact).filter(([name]) => !names.includes(name)));
}
