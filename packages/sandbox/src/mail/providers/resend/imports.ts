import {
  contactBook,
  type DoorContext,
  dateOf,
  type Fields,
  fieldsOf,
  isAddress,
  itemsOf,
  keptResource,
  ok,
  ownRows,
  parseText,
  readCsv,
  readForm,
  route,
  textFieldsOf,
  textOf,
} from '../../kit.ts';
import { resendConventions } from './wire.ts';

const object = 'contact_import';

/** An import is done at once. */
export function importRoutes({ store }: DoorContext) {
  const imports = ownRows(store, 'resend imports');
  return [
    route('POST', '/contacts/imports', async (request) => {
      const { files, values } = await readForm(request);
      const settings = Object.fromEntries(
        [...values].map(([name, [text]]) => [name, parseText(text) ?? text]),
      );
      const counts = importContacts(store, files[0]?.content ?? new Uint8Array(), settings);
      const completed_at = dateOf(store.now());
      const { id } = imports.add({ own: { object, status: 'completed', completed_at, counts } });
      return ok({ object, id }, 201);
    }),
    ...keptResource(resendConventions, '/contacts/imports', imports, {
      name: object,
      verbs: ['list', 'show'],
      rows: ({ query }) =>
        imports.all().filter(({ own }) => own['status'] === (query.get('status') ?? own['status'])),
    }),
  ];
}

function importContacts({ contacts, lists }: DoorContext['store'], csv: Uint8Array, settings: Fields) {
  const book = contactBook({ contacts });
  const given = fieldsOf(settings['column_map']);
  const columns = {
    email: 'email',
    first_name: 'first_name',
    last_name: 'last_name',
    ...textFieldsOf(given),
  };
  const properties = Object.entries(fieldsOf(given['properties'])).map(
    ([name, column]) => [name, textOf(fieldsOf(column)['column'] ?? column) ?? name] as const,
  );
  const joined = itemsOf(settings['segments']).flatMap(({ id }) => textOf(id) ?? []);
  const known = joined.filter((id) => lists.get(id) !== undefined);
  const counts = { total: 0, created: 0, updated: 0, skipped: 0, failed: 0 };
  const named = new Set<string>([...Object.values(columns), ...properties.map(([, column]) => column)]);
  for (const cells of readCsv(csv)) {
    counts.total += 1;
    const email = cells[columns.email] ?? '';
    if (!isAddress(email)) {
      counts.failed += 1;
      continue;
    }
    const row = book.findByEmail(email);
    if (row !== undefined && settings['on_conflict'] === 'skip') {
      counts.skipped += 1;
      continue;
    }
    const rest = Object.entries(cells).filter(([column]) => !named.has(column));
    const own = rest.map(([column, text]) => [column.replace(/^property /, ''), text] as const);
    const mapped = properties.flatMap(([name, column]) =>
      cells[column] ? [[name, cells[column]] as const] : [],
    );
    const change = {
      firstName: cells[columns.first_name] ?? row?.firstName,
      lastName: cells[columns.last_name] ?? row?.lastName,
      fields: { ...row?.fields, ...Object.fromEntries([...own, ...mapped]) },
      lists: [...new Set([...(row?.lists ?? []), ...known])],
    };
    counts[row === undefined ? 'created' : 'updated'] += 1;
    if (row !== undefined) contacts.update(row.id, change);
    else book.add(email, change);
  }
  return counts;
}
