import {
  type DoorContext,
  type Fields,
  itemsOf,
  need,
  ok,
  type Row,
  readCsv,
  readForm,
  resource,
  route,
  type Suppression,
  suppressionBook,
  textOf,
  typedRows,
} from '../../kit.ts';
import { dateOf, mailgunConventions, readFields, stop } from './wire.ts';

const reasons = { bounces: 'bounce', unsubscribes: 'unsubscribe', complaints: 'complaint' } as const;

type ListName = keyof typeof reasons;

/** Bounces, complaints and unsubscribes by address, and the addresses and domains that never become one. */
export function suppressionRoutes(context: DoorContext) {
  const lists = Object.keys(reasons) as readonly ListName[];
  return [...lists.flatMap((list) => listRoutes(context, list)), ...allowRoutes(context)];
}

function view({ email: address, own, createdAt }: Suppression, list: ListName) {
  const { tag, tags, code = '550', error = '' } = own;
  const shown = { address, created_at: dateOf(createdAt) };
  if (list === 'bounces') return { ...shown, code: `${code}`, error };
  if (list === 'complaints') return shown;
  return { ...shown, tags: tags ?? [tag ?? '*'] };
}

function listRoutes({ store, url }: DoorContext, list: ListName) {
  const book = suppressionBook(store);
  const reason = reasons[list];
  const path = `/v3/:domain/${list}`;
  const add = ({ address, tag, tags, code, error }: Fields): void => {
    book.add(textOf(address) ?? '', reason, undefined, { tag, tags, code, error });
  };
  return [
    route('POST', path, async (request) => {
      const isJson = /^application\/json/.test(request.headers['content-type'] ?? '');
      const rows = isJson ? itemsOf(request.json()) : [await readFields(request)];
      rows.forEach(add);
      const message =
        rows.length === 1
          ? `Address has been added to the ${list} table`
          : `${rows.length} addresses have been added to the ${list} table`;
      return ok(isJson ? { message } : { message, address: rows[0]?.['address'] });
    }),
    route('POST', `${path}/import`, async (request) => {
      const { files } = await readForm(request);
      const [file] = files;
      for (const row of readCsv(need(file, () => stop(400, "Parameter 'file' is missing")).content)) add(row);
      return ok({ message: 'file uploaded successfully for processing. standby...' }, 202);
    }),
    route('DELETE', path, () => {
      book.remove({ reason, scope: null });
      return ok({ message: `${list[0]?.toUpperCase()}${list.slice(1)} for this domain have been removed` });
    }),
    ...resource(mailgunConventions(url), path, book.table({ reason, scope: null }), {
      missing: () => stop(404, `Address not found in ${list} table`),
      view: (row) => view(row, list),
      removed: ({ row }) => ok({ message: 'Suppressed address has been removed', address: row.email }),
    }),
  ];
}

interface Allowed {
  readonly type: 'address' | 'domain';
  readonly reason: string;
}

/** The allowlist. It is kept, and has no effect on mail. */
function allowRoutes({ store, url }: DoorContext) {
  const rows = typedRows<Allowed>(store, 'mailgun allowlist');
  const path = '/v3/:domain/whitelists';
  const show = ({ id: value, type, reason, createdAt }: Allowed & Row) => {
    return { value, type, reason, createdAt: dateOf(createdAt) };
  };
  const add = ({ address, domain, reason = '' }: Fields) => {
    const value = textOf(address) ?? textOf(domain);
    if (value === undefined) throw stop(400, "Either 'address' or 'domain' is required");
    const type = address === undefined ? 'domain' : 'address';
    if (!rows.get(value)) rows.add({ type, reason: String(reason) }, value);
    return { type, value };
  };
  return [
    route('POST', path, async (request) => {
      const added = add(await readFields(request));
      return ok({ message: 'Address/Domain has been added to the whitelists table', ...added });
    }),
    route('POST', `${path}/import`, async (request) => {
      const { files } = await readForm(request);
      const [file] = files;
      for (const row of readCsv(need(file, () => stop(400, "Parameter 'file' is missing")).content)) add(row);
      return ok({ message: 'file uploaded successfully for processing. standby...' }, 202);
    }),
    route('DELETE', path, () => {
      for (const { id } of rows.all()) rows.delete(id);
      return ok({ message: 'Whitelists for this domain have been removed' });
    }),
    ...resource(mailgunConventions(url), path, rows, {
      verbs: ['list', 'show', 'remove'],
      missing: () => stop(404, 'Address/Domain not found in whitelists table'),
      view: show,
      removed: ({ row: { id } }) => ok({ message: 'Whitelist address/domain has been removed', value: id }),
    }),
  ];
}
